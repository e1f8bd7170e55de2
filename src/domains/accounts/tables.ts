import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { ROLES } from '../../kernel/operation/caller.ts'
import { USER_STATUSES } from './shapes.ts'

/** A person who can sign in. Without a password hash: invited, or of an identity provider; see `wasNeverEntered`. */
export const users = sqliteTable('users', {
  id: text().primaryKey(),
  email: text().notNull().unique(),
  name: text().notNull(),
  password_hash: text(),
  status: text({ enum: USER_STATUSES }).notNull(),
  platform_admin: integer().notNull().default(0),
  locale: text().notNull().default('en'),
  /** 0: `locale` counts for nothing, the person reads the language of their workspace. */
  own_locale: integer().notNull().default(0),
  time_zone: text().notNull().default('UTC'),
  email_verified_at: text(),
  last_seen_at: text(),
  /** The inviter whose link set the password, and that person's rights at the time: see `reach.ts`. */
  invited_by: text(),
  invited_in: text(),
  invited_as: text({ enum: ROLES }),
  created_at: text().notNull(),
  updated_at: text().notNull(),
  /** The id by which passkeys know the person: 32 random bytes. */
  passkey_handle: text(),
})

/** The person whose row it is; it goes with their account. */
export const userReference = () =>
  text()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** Number of accounts by status, kept by triggers. */
export const userCounts = sqliteTable('user_counts', {
  status: text({ enum: USER_STATUSES }).primaryKey(),
  users: integer().notNull(),
})

/** Members of a workspace. The role also holds in every workspace below it. */
export const members = sqliteTable(
  'members',
  {
    tenant_id: text().notNull(),
    user_id: userReference(),
    role: text({ enum: ROLES }).notNull(),
    created_at: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenant_id, table.user_id] }), index('members_user').on(table.user_id)],
)

/** A membership that the person has not accepted yet. */
export const invitations = sqliteTable(
  'invitations',
  {
    tenant_id: text().notNull(),
    user_id: userReference(),
    role: text({ enum: ROLES }).notNull(),
    name: text().notNull(),
    invited_by: text().references(() => users.id, { onDelete: 'cascade' }),
    invited_in: text(),
    invited_as: text({ enum: ROLES }),
    created_at: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenant_id, table.user_id] }), index('invitations_user').on(table.user_id)],
)

/** A session. The id is the SHA-256 of the cookie's token; `expires_at` counts seconds. */
export const sessions = sqliteTable('sessions', {
  id: text().primaryKey(),
  user_id: userReference(),
  expires_at: integer().notNull(),
  created_at: text().notNull(),
  last_seen_at: text().notNull(),
  ip: text(),
  user_agent: text(),
  /** 1: the rights of its user changed, so the next page gives it a new token. */
  renew: integer().notNull().default(0),
  /** Its previous token, which pages requested in parallel may still send. */
  previous_id: text(),
  previous_until: text(),
  /** The workspace whose own domain it is limited to; null: the install's address. */
  domain_of: text(),
  /** Methods of the sign-in, such as `pwd` or `pwd otp`. */
  methods: text().notNull().default('pwd'),
  /** When the person last proved who they are: by signing in, or before a dangerous act. */
  proved_at: text().notNull().default('1970-01-01T00:00:00.000Z'),
  /** Its latest end, where a provider sets one. */
  ends_at: text(),
})

/** A platform admin's session that views a workspace as its admin would. */
export const workspaceViews = sqliteTable(
  'workspace_views',
  {
    id: text().primaryKey(),
    /** Null once the session is over: the end still has to be written to the audit trail. */
    session_id: text()
      .unique()
      .references(() => sessions.id, { onDelete: 'set null', onUpdate: 'cascade' }),
    user_id: userReference(),
    tenant_id: text().notNull(),
    /** The page to return to. */
    from_path: text().notNull(),
    started_at: text().notNull(),
    until: text().notNull(),
    reason: text().notNull().default(''),
    /** Pages opened in it. */
    pages: integer().notNull().default(0),
  },
  (table) => [
    index('workspace_views_until').on(table.until),
    index('workspace_views_user').on(table.user_id),
    index('workspace_views_tenant').on(table.tenant_id),
  ],
)

/** A one-time link: for the first run, or with a user to set their first password and accept an invitation. */
export const setupLinks = sqliteTable('setup_links', {
  token_hash: text().primaryKey(),
  user_id: text().references(() => users.id, { onDelete: 'cascade' }),
  tenant_id: text(),
  expires_at: text().notNull(),
})

/** A one-time link to verify an e-mail address. */
export const emailProofs = sqliteTable('email_proofs', {
  user_id: text()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  token_hash: text().notNull().unique(),
  email: text().notNull(),
  expires_at: text().notNull(),
})

/** A link to choose a new password, with the hash of its token. */
export const passwordResets = sqliteTable(
  'password_resets',
  {
    token_hash: text().primaryKey(),
    user_id: userReference(),
    /** The address it was sent to, which it verifies; null: it was handed over. */
    mailed_to: text(),
    expires_at: text().notNull(),
  },
  (table) => [index('password_resets_user').on(table.user_id)],
)

/** Failed sign-in tries, by account or network. */
export const signInFailures = sqliteTable('sign_in_failures', {
  who: text().primaryKey(),
  count: integer().notNull(),
  last_at: text().notNull(),
})

/** A sign-in between its first step and the second factor: no session yet. */
export const signInSteps = sqliteTable(
  'sign_in_steps',
  {
    token_hash: text().primaryKey(),
    user_id: userReference(),
    tries: integer().notNull(),
    expires_at: text().notNull(),
    first: text({ enum: ['pwd', 'sso'] })
      .notNull()
      .default('pwd'),
    /** The provider's part of the session to come. */
    handoff: text(),
    ends_at: text(),
    /** The workspace at whose own domain it began; null: the install's address. */
    domain_of: text(),
  },
  (table) => [index('sign_in_steps_user').on(table.user_id), index('sign_in_steps_end').on(table.expires_at)],
)

export type WorkspaceViewRow = typeof workspaceViews.$inferSelect
export type UserRow = typeof users.$inferSelect
