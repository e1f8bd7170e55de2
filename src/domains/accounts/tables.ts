import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { ROLES } from '../../kernel/caller.ts'
import { USER_STATUSES } from './shapes.ts'

/** A person who can sign in. Without a password hash: invited, not yet arrived. */
export const users = sqliteTable('users', {
  id: text().primaryKey(),
  email: text().notNull().unique(),
  name: text().notNull(),
  password_hash: text(),
  status: text({ enum: USER_STATUSES }).notNull(),
  platform_admin: integer().notNull().default(0),
  locale: text().notNull().default('en'),
  time_zone: text().notNull().default('UTC'),
  email_verified_at: text(),
  last_seen_at: text(),
  /** Whose link they chose their password with, and how far that person reached: see `reach.ts`. */
  invited_by: text(),
  invited_in: text(),
  invited_as: text({ enum: ROLES }),
  created_at: text().notNull(),
  updated_at: text().notNull(),
})

/** How many accounts there are, by status: kept by triggers. */
export const userCounts = sqliteTable('user_counts', {
  status: text({ enum: USER_STATUSES }).primaryKey(),
  users: integer().notNull(),
})

/** Who belongs to a workspace. The role holds in every workspace below it too. */
export const members = sqliteTable(
  'members',
  {
    tenant_id: text().notNull(),
    user_id: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text({ enum: ROLES }).notNull(),
    created_at: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenant_id, table.user_id] }), index('members_user').on(table.user_id)],
)

/** A membership that waits for the person's yes. */
export const invitations = sqliteTable(
  'invitations',
  {
    tenant_id: text().notNull(),
    user_id: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text({ enum: ROLES }).notNull(),
    name: text().notNull(),
    invited_by: text().references(() => users.id, { onDelete: 'cascade' }),
    invited_in: text(),
    invited_as: text({ enum: ROLES }),
    created_at: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenant_id, table.user_id] }), index('invitations_user').on(table.user_id)],
)

/** A sign-in. The id is the SHA-256 of the cookie's token; `expires_at` counts seconds. */
export const sessions = sqliteTable('sessions', {
  id: text().primaryKey(),
  user_id: text()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  expires_at: integer().notNull(),
  created_at: text().notNull(),
  last_seen_at: text().notNull(),
  ip: text(),
  user_agent: text(),
  /** 1: the rights of its user changed; the next page gives it a new token. */
  renew: integer().notNull().default(0),
  /** The token it had before, which pages asked for side by side may still come with. */
  previous_id: text(),
  previous_until: text(),
})

/** A platform admin's session that looks at a workspace as its admin would. */
export const workspaceViews = sqliteTable(
  'workspace_views',
  {
    id: text().primaryKey(),
    /** Null once the session is over: the end is still to be told. */
    session_id: text()
      .unique()
      .references(() => sessions.id, { onDelete: 'set null', onUpdate: 'cascade' }),
    user_id: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tenant_id: text().notNull(),
    /** Where the person was, and goes back to. */
    from_path: text().notNull(),
    started_at: text().notNull(),
    until: text().notNull(),
  },
  (table) => [
    index('workspace_views_until').on(table.until),
    index('workspace_views_user').on(table.user_id),
    index('workspace_views_tenant').on(table.tenant_id),
  ],
)

/** A one-time link: without a user the first run, with one that user's first password and their yes to an invitation. */
export const setupLinks = sqliteTable('setup_links', {
  token_hash: text().primaryKey(),
  user_id: text().references(() => users.id, { onDelete: 'cascade' }),
  tenant_id: text(),
  expires_at: text().notNull(),
})

/** A one-time link to prove an e-mail address. */
export const emailProofs = sqliteTable('email_proofs', {
  user_id: text()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  token_hash: text().notNull().unique(),
  email: text().notNull(),
  expires_at: text().notNull(),
})

/** A link to choose a new password; the hash of its token. */
export const passwordResets = sqliteTable('password_resets', {
  user_id: text()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  token_hash: text().notNull().unique(),
  /** The address it was sent to, which it proves; null: it was handed over. */
  mailed_to: text(),
  expires_at: text().notNull(),
})

/** Sign-in tries that did not succeed, by account or network. */
export const signInFailures = sqliteTable('sign_in_failures', {
  who: text().primaryKey(),
  count: integer().notNull(),
  last_at: text().notNull(),
})

export type WorkspaceViewRow = typeof workspaceViews.$inferSelect
export type UserRow = typeof users.$inferSelect
