import { index, integer, primaryKey, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core'

/** The OAuth client of the operator: one of the install. */
export const googleClients = sqliteTable('google_clients', {
  id: text().primaryKey(),
  client_id: text().notNull(),
  secret_sealed: text().notNull().default(''),
  base_url: text(),
  tested_at: text(),
  updated_at: text().notNull(),
})

/** A Google account whose owner let a workspace read its Search Console. */
export const googleAccounts = sqliteTable(
  'google_accounts',
  {
    id: text().primaryKey(),
    tenant_id: text().notNull(),
    email: text().notNull(),
    refresh_sealed: text().notNull().default(''),
    /** As Google granted them, separated by blanks. */
    scopes: text().notNull(),
    connected_by: text().notNull(),
    connected_at: text().notNull(),
    refreshed_at: text().notNull(),
    /** When its properties were last read. */
    read_at: text(),
    state: text({ enum: ['ok', 'lost'] }).notNull(),
    lost_why: text({ enum: ['testing', 'revoked'] }),
    lost_at: text(),
    /** As Google says, where it ends on a day. */
    ends_at: text(),
  },
  (row) => [
    unique().on(row.tenant_id, row.email),
    index('google_accounts_listed').on(row.connected_at, row.id),
    index('google_accounts_refresh').on(row.refreshed_at),
  ],
)

export const googleProperties = sqliteTable(
  'google_properties',
  {
    id: text().primaryKey(),
    account_id: text().notNull(),
    site_url: text().notNull(),
    permission: text().notNull(),
    reserve_pct: integer().notNull(),
    inspect: integer().notNull(),
    impressions: integer().notNull(),
    sitemaps: integer().notNull(),
    indexing: integer().notNull().default(0),
  },
  (row) => [unique().on(row.account_id, row.site_url), index('google_properties_site').on(row.site_url)],
)

/** The workspaces, with all below them, that a property serves. */
export const googlePropertyWorkspaces = sqliteTable(
  'google_property_workspaces',
  { property_id: text().notNull(), tenant_id: text().notNull() },
  (row) => [
    primaryKey({ columns: [row.property_id, row.tenant_id] }),
    index('google_property_workspaces_tenant').on(row.tenant_id),
  ],
)

/** A link by which somebody connects an account for a workspace, once. */
export const googleInvites = sqliteTable(
  'google_invites',
  {
    token_hash: text().primaryKey(),
    tenant_id: text().notNull(),
    sitemaps: integer().notNull(),
    indexing: integer().notNull().default(0),
    made_by: text().notNull(),
    /** The person who made it, or else the key. */
    user_id: text(),
    key_id: text(),
    made_at: text().notNull(),
    expires_at: text().notNull(),
  },
  (row) => [
    index('google_invites_tenant').on(row.tenant_id),
    index('google_invites_end').on(row.expires_at),
    index('google_invites_user').on(row.user_id),
    index('google_invites_key').on(row.key_id),
  ],
)

/** A consent on its way to Google and back. */
export const googleFlows = sqliteTable(
  'google_flows',
  {
    state_hash: text().primaryKey(),
    invite_hash: text().notNull(),
    browser_hash: text().notNull(),
    /** Address where it began: the install's, or an own domain. */
    origin: text().notNull(),
    session_id: text(),
    expires_at: text().notNull(),
  },
  (row) => [
    index('google_flows_invite').on(row.invite_hash),
    index('google_flows_session').on(row.session_id),
    index('google_flows_end').on(row.expires_at),
  ],
)

/** Sitemaps that were submitted to Google. `record` is what it says of one, as JSON. */
export const submittedSitemaps = sqliteTable(
  'submitted_sitemaps',
  {
    id: text().primaryKey(),
    property_id: text().notNull(),
    feed: text().notNull(),
    host: text().notNull(),
    source_hash: text().notNull(),
    submitted_at: text().notNull(),
    record: text(),
  },
  (row) => [
    unique().on(row.property_id, row.feed),
    index('submitted_sitemaps_host').on(row.host, row.submitted_at),
    index('submitted_sitemaps_listed').on(row.submitted_at, row.id),
  ],
)

export type SitemapRow = typeof submittedSitemaps.$inferSelect
export type AccountRow = typeof googleAccounts.$inferSelect
export type PropertyRow = typeof googleProperties.$inferSelect
export type ClientRow = typeof googleClients.$inferSelect
