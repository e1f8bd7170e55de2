import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** A known app: it registered itself, or a document at its address (the id) describes it. */
export const oauthClients = sqliteTable('oauth_clients', {
  id: text().primaryKey(),
  kind: text({ enum: ['registered', 'document'] }).notNull(),
  name: text().notNull(),
  /** JSON. */
  redirect_uris: text().notNull(),
  /** Time until which its document need not be fetched again. */
  fresh_until: text(),
  created_at: text().notNull(),
  /** When a person last connected it; null for never. */
  last_used_at: text(),
  /** The /24 or /48 that it registered from. */
  network: text(),
})

/** Consent to an app that has not fetched its tokens yet. The code is stored as its SHA-256 only. */
export const oauthCodes = sqliteTable('oauth_codes', {
  hash: text().primaryKey(),
  /** The grant that it becomes. */
  grant_id: text().notNull().unique(),
  user_id: text().notNull(),
  tenant_id: text().notNull(),
  client_id: text().notNull(),
  client_name: text().notNull(),
  redirect_uri: text().notNull(),
  challenge: text().notNull(),
  scope: text().notNull(),
  daily_credit_cap: integer(),
  approval_above: integer(),
  expires_at: text().notNull(),
  used_at: text(),
})

/** An app that may act for a person in one workspace. */
export const oauthGrants = sqliteTable('oauth_grants', {
  id: text().primaryKey(),
  user_id: text().notNull(),
  tenant_id: text().notNull(),
  client_id: text().notNull(),
  client_name: text().notNull(),
  scope: text().notNull(),
  daily_credit_cap: integer(),
  approval_above: integer(),
  created_at: text().notNull(),
  expires_at: text().notNull(),
  last_used_at: text(),
  revoked_at: text(),
  /** The endpoint that its tokens are valid for. */
  resource: text().notNull().default(''),
})

/** Tokens of apps, stored as SHA-256. */
export const oauthTokens = sqliteTable('oauth_tokens', {
  hash: text().primaryKey(),
  grant_id: text().notNull(),
  kind: text({ enum: ['access', 'refresh'] }).notNull(),
  scope: text().notNull(),
  expires_at: text().notNull(),
  /** When a refresh token was exchanged for the next one. */
  used_at: text(),
})

export type ClientRow = typeof oauthClients.$inferSelect
export type CodeRow = typeof oauthCodes.$inferSelect
export type GrantRow = typeof oauthGrants.$inferSelect
export type TokenRow = typeof oauthTokens.$inferSelect
