import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { WAITLIST_STATUSES } from './shapes.ts'

/** Codes that let somebody in without approval. The code itself is sealed. */
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

/** Who came by an invite. */
export const inviteRedemptions = sqliteTable(
  'invite_redemptions',
  {
    invite_id: text().notNull(),
    user_id: text().notNull(),
    redeemed_at: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.invite_id, table.user_id] }),
    index('invite_redemptions_user').on(table.user_id),
  ],
)

/** Who asked for an invite: one request an address. */
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

/** Who signed up and has not proved their address. Without a token the letter is still to be written. */
export const signups = sqliteTable('signups', {
  id: text().primaryKey(),
  email: text().notNull(),
  name: text().notNull(),
  password_hash: text().notNull(),
  /** Of the browser that asked: it need not say the password again. */
  browser_hash: text().notNull(),
  token_hash: text().unique(),
  invite_id: text(),
  created_at: text().notNull(),
  expires_at: text().notNull(),
})

/** Who asked for a new password, until somebody looks whether there is such an account. */
export const resetRequests = sqliteTable('reset_requests', {
  id: text().primaryKey(),
  email: text().notNull(),
  created_at: text().notNull(),
})

export type InviteRow = typeof invites.$inferSelect
export type WaitlistRow = typeof waitlist.$inferSelect
export type SignupRow = typeof signups.$inferSelect
