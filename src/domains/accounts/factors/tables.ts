import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { FACTOR_KINDS } from '../shapes.ts'
import { userReference } from '../tables.ts'

/** A second factor: an authenticator app or a passkey. It counts once it is confirmed. */
export const factors = sqliteTable(
  'factors',
  {
    id: text().primaryKey(),
    user_id: userReference(),
    kind: text({ enum: FACTOR_KINDS }).notNull(),
    name: text().notNull(),
    secret_sealed: text(),
    /** The step of the last code that was taken: a code counts once. */
    last_step: integer().notNull().default(0),
    /** For a passkey, in base64url: its id and its COSE key. */
    credential_id: text(),
    public_key: text(),
    /** The host that it works at. */
    rp_id: text(),
    counter: integer().notNull().default(0),
    /** Words of WebAuthn, with spaces. */
    transports: text(),
    backup_eligible: integer().notNull().default(0),
    backed_up: integer().notNull().default(0),
    /** Its counter went back: there may be a copy, so it is refused. */
    suspect: integer().notNull().default(0),
    confirmed_at: text(),
    created_at: text().notNull(),
    last_used_at: text(),
    /** Model of the authenticator, as a UUID. */
    aaguid: text(),
  },
  (table) => [index('factors_user').on(table.user_id), uniqueIndex('factors_credential').on(table.credential_id)],
)

/** Codes to sign in with when the factor is lost, as hashes. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  { hash: text().primaryKey(), user_id: userReference(), made_at: text().notNull(), used_at: text() },
  (table) => [index('recovery_codes_user').on(table.user_id)],
)

/** A challenge for a passkey, until it is answered. */
export const ceremonies = sqliteTable(
  'ceremonies',
  {
    challenge_hash: text().primaryKey(),
    purpose: text({ enum: ['add', 'sign_in', 'prove'] }).notNull(),
    rp_id: text().notNull(),
    /** Hash of the person or the browser that asked for it. */
    bound_to: text().notNull(),
    expires_at: text().notNull(),
  },
  (table) => [index('ceremonies_end').on(table.expires_at)],
)

/** Rules for second factors in a workspace and those below it; without a row nobody needs one. */
export const factorRules = sqliteTable('factor_rules', {
  tenant_id: text().primaryKey(),
  second_factor: text({ enum: ['admins', 'everyone'] }).notNull(),
  grace_until: text(),
  keys_too: integer().notNull().default(0),
})

export type FactorRow = typeof factors.$inferSelect
