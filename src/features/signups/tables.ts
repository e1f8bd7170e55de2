import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { WAITLIST_STATUSES } from './shapes.ts'

/** Codes for a sign-up without approval. The code itself is sealed. */
export const invites = sqliteTable('invites', {
  id: text().primaryKey(),
  code_hash: text().notNull().unique(),
  code_sealed: text().notNull(),
  email: text(),
  note: text(),
  max_uses: integer().notNull(),
  uses: integer().notNull().default(0),
  expires_at: text().notNull(),
  revoked_at: text(),
  sent_at: text(),
  created_by: text().notNull(),
  created_at: text().notNull(),
})

/** People who used an invite. */
export const inviteRedemptions = sqliteTable(
  'invite_redemptions',
  { invite_id: text().notNull(), user_id: text().notNull(), redeemed_at: text().notNull() },
  (table) => [
    primaryKey({ columns: [table.invite_id, table.user_id] }),
    index('invite_redemptions_user').on(table.user_id),
  ],
)

/** Requests for an invite: one per address. */
export const waitlist = sqliteTable('waitlist', {
  id: text().primaryKey(),
  email: text().notNull().unique(),
  note: text(),
  status: text({ enum: WAITLIST_STATUSES }).notNull(),
  invite_id: text(),
  answer_note: text(),
  decided_by: text(),
  decided_at: text(),
  created_at: text().notNull(),
})

/** Sign-ups whose address is not verified yet. Without a token the letter has not been written. */
export const signups = sqliteTable('signups', {
  id: text().primaryKey(),
  email: text().notNull(),
  name: text().notNull(),
  password_hash: text().notNull(),
  /** The browser that signed up: it need not enter the password again. */
  browser_hash: text().notNull(),
  token_hash: text().unique(),
  invite_id: text(),
  created_at: text().notNull(),
  expires_at: text().notNull(),
})

/** Requests for a new password, until a task finds out whether the account exists. */
export const resetRequests = sqliteTable('reset_requests', {
  id: text().primaryKey(),
  email: text().notNull(),
  created_at: text().notNull(),
})

export type InviteRow = typeof invites.$inferSelect
export type WaitlistRow = typeof waitlist.$inferSelect
export type SignupRow = typeof signups.$inferSelect
