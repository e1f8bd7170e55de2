import { index, integer, primaryKey, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core'
import { LINKED_BY, PROVIDER_KINDS } from './words.ts'

/** An identity provider of the install. `options` is JSON, see `ProviderOptions`. */
export const identityProviders = sqliteTable(
  'identity_providers',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    kind: text({ enum: PROVIDER_KINDS }).notNull(),
    issuer: text().notNull(),
    client_id: text().notNull(),
    secret_sealed: text().notNull().default(''),
    options: text().notNull(),
    enforce: integer().notNull().default(0),
    enabled: integer().notNull().default(1),
    metadata: text(),
    metadata_at: text(),
    keys_at: text(),
    last_ok_at: text(),
    last_error: text(),
    last_error_at: text(),
    /** After a failed connection it is left alone until then. */
    down_until: text(),
    created_at: text().notNull(),
    updated_at: text().notNull(),
  },
  (row) => [index('identity_providers_name').on(row.name, row.id)],
)

/** A person of a provider and their account. */
export const identities = sqliteTable(
  'identities',
  {
    id: text().primaryKey(),
    provider_id: text().notNull(),
    subject: text().notNull(),
    user_id: text().notNull(),
    /** As the provider last reported it; shown, and never used to find a person. */
    email: text(),
    linked_by: text({ enum: LINKED_BY }).notNull(),
    linked_at: text().notNull(),
    last_at: text(),
  },
  (row) => [
    unique().on(row.provider_id, row.subject),
    index('identities_user').on(row.user_id, row.id),
    index('identities_listed').on(row.provider_id, row.linked_at, row.id),
  ],
)

/** A sign-in on its way to the provider and back. */
export const ssoFlows = sqliteTable(
  'sso_flows',
  {
    state_hash: text().primaryKey(),
    provider_id: text().notNull(),
    browser_hash: text().notNull(),
    purpose: text({ enum: ['sign_in', 'link', 'proof', 'test'] }).notNull(),
    next: text().notNull(),
    session_id: text(),
    started_at: text().notNull(),
    expires_at: text().notNull(),
  },
  (row) => [
    index('sso_flows_session').on(row.session_id),
    index('sso_flows_provider').on(row.provider_id),
    index('sso_flows_end').on(row.expires_at),
  ],
)

/** A letter that asks the owner of an account whether to connect it. */
export const ssoOffers = sqliteTable(
  'sso_offers',
  {
    token_hash: text().primaryKey(),
    provider_id: text().notNull(),
    subject: text().notNull(),
    email: text().notNull(),
    user_id: text().notNull(),
    made_at: text().notNull(),
    expires_at: text().notNull(),
    /** The browser that signed in at the provider: the offer counts there alone. */
    browser_hash: text().notNull().default(''),
  },
  (row) => [
    index('sso_offers_user').on(row.user_id, row.made_at),
    index('sso_offers_provider').on(row.provider_id),
    index('sso_offers_end').on(row.expires_at),
  ],
)

/** A link of a letter that undoes a connection. */
export const ssoUndos = sqliteTable(
  'sso_undos',
  { token_hash: text().primaryKey(), identity_id: text().notNull(), expires_at: text().notNull() },
  (row) => [index('sso_undos_identity').on(row.identity_id), index('sso_undos_end').on(row.expires_at)],
)

/** The provider's part of a session; without a session while the second step is waited for. */
export const ssoSessions = sqliteTable(
  'sso_sessions',
  {
    id: text().primaryKey(),
    session_id: text().unique(),
    provider_id: text().notNull(),
    subject: text().notNull(),
    sid: text(),
    /** For signing out at the provider. */
    id_token_sealed: text().notNull().default(''),
    created_at: text().notNull(),
  },
  (row) => [index('sso_sessions_subject').on(row.provider_id, row.subject)],
)

/** Memberships that group rules gave. One with another role than here was changed by a person. */
export const ssoMemberships = sqliteTable(
  'sso_memberships',
  { tenant_id: text().notNull(), user_id: text().notNull(), provider_id: text().notNull(), role: text().notNull() },
  (row) => [
    primaryKey({ columns: [row.tenant_id, row.user_id] }),
    index('sso_memberships_user').on(row.user_id, row.provider_id),
    index('sso_memberships_provider').on(row.provider_id),
  ],
)

/** A provider of a workspace that the upgrade ended, or a person who signed in by it alone, until it is reported. */
export const endedSignIns = sqliteTable(
  'ended_sign_ins',
  {
    id: integer().primaryKey(),
    provider_id: text().notNull(),
    provider: text().notNull(),
    issuer: text().notNull(),
    tenant_id: text().notNull(),
    sessions: integer().notNull(),
    user_id: text(),
  },
  (row) => [index('ended_sign_ins_user').on(row.user_id)],
)

export type ProviderRow = typeof identityProviders.$inferSelect
export type IdentityRow = typeof identities.$inferSelect
