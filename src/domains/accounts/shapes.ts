import Type, { type Static } from 'typebox'
import { listInput } from '../../kernel/database/list.ts'
import { ROLES } from '../../kernel/operation/caller.ts'
import { LINE } from '../../kernel/operation/input/validation-errors.ts'
import { namedEnum, Shape } from '../../kernel/operation/schema-names.ts'
import { Email, Id, Moment, Nullable, Secret } from '../../kernel/operation/shape.ts'

export const USER_STATUSES = namedEnum('UserStatus', ['active', 'pending', 'suspended', 'declined'])
export const UserStatus = Type.Enum(USER_STATUSES, { title: 'Status' })

export const FACTOR_KINDS = namedEnum('FactorKind', ['totp', 'passkey'])

/** People who need a second factor. `admins`: owners and admins of a workspace, or platform admins of the install. */
export const DEMANDS = namedEnum('SecondFactorRule', ['optional', 'admins', 'everyone'])

const SecondFactor = Type.Enum(namedEnum('SecondFactor', ['none', ...FACTOR_KINDS]), {
  description: 'Sign-in of the person: by password alone, with an authenticator app after it, or by passkey',
})
/** The same in SQL, of the user with this id. */
export const secondFactorOf = (user_id: string): string =>
  `coalesce((select min(f.kind) from factors f where f.user_id = ${user_id} and f.confirmed_at is not null), 'none')`

export const Factor = Shape('Factor', {
  id: Id,
  kind: Type.Enum(FACTOR_KINDS),
  name: Type.String(),
  confirmed: Type.Boolean({ description: 'Only a confirmed factor counts' }),
  rp_id: Nullable(Type.String({ description: 'The host that a passkey works at' })),
  made_by: Nullable(Type.String({ description: 'Where a passkey lies, as it says itself, such as Windows Hello' })),
  backed_up: Nullable(Type.Boolean({ description: 'Whether a passkey is synced to other devices' })),
  suspect: Type.Boolean({ description: 'Its counter went back: there may be a copy, so this passkey is refused' }),
  created_at: Moment,
  last_used_at: Nullable(Moment),
})

export const FactorName = Type.String({ title: 'Name', minLength: 1, maxLength: 60, pattern: LINE })

/** The browser's answer to the options of a passkey. */
export const PasskeyAnswer = Secret({
  title: 'Answer of the passkey',
  maxLength: 16_000,
  description: 'PublicKeyCredential.toJSON() of the browser, as text',
})

export const FactorRuleShape = Shape('FactorRule', {
  second_factor: Type.Enum(DEMANDS, { title: 'Second factor' }),
  grace_until: Nullable(Type.String({ description: 'Until then nobody is stopped' })),
  keys_too: Type.Boolean({ description: 'Whether keys and apps of people without one are stopped too' }),
})

/** Input for a rule. */
export const factorRuleFields = {
  second_factor: Type.Enum(DEMANDS, { title: 'Second factor', description: 'People who need one' }),
  grace_days: Type.Optional(
    Type.Integer({ title: 'Days until it is required', minimum: 0, maximum: 14, description: '0: at once' }),
  ),
  keys_too: Type.Optional(
    Type.Boolean({
      title: 'Stop keys and apps too',
      description: 'Keys and apps of people who need one and have none; unchanged when left out',
    }),
  ),
}

export const Role = Type.Enum(ROLES, { title: 'Role', description: 'Lowest role first' })

export const PersonName = Type.String({ title: 'Name', minLength: 1, maxLength: 120, pattern: LINE })

export const Member = Shape('Member', {
  id: Type.String({ description: 'Same as `uid`' }),
  uid: Id,
  tenant_id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: Role,
  status: UserStatus,
  joined: Type.Boolean({ description: 'False until the person has accepted, or chosen a password by their link' }),
  second_factor: SecondFactor,
  created_at: Moment,
})

export const AddedMember = Shape('AddedMember', {
  ...Member.properties,
  invitation_url: Nullable(
    Type.String({
      description:
        'One-time link to choose a password, for 7 days; hand it to the person. Shown once, and never to apps or to keys with a limit on credits',
    }),
  ),
  invited_again: Type.Boolean({
    description: 'The person had not accepted yet: a link is new, and an older one stopped working',
  }),
})

/** Input for a new member, beside the workspace. */
export const memberFields = { email: Email(), role: Role, name: Type.Optional(PersonName) }

export const memberSorts = listInput('name', 'email', 'created_at')

const Locale = Type.String({ description: 'The language of their letters: their own, else that of their workspace' })

export const Profile = Shape('Profile', {
  id: Id,
  email: Type.String(),
  email_verified: Type.Boolean(),
  pending_email: Nullable(
    Type.String({ description: 'A new address that waits to be verified by the link that was sent there' }),
  ),
  name: Type.String(),
  locale: Locale,
  own_locale: Type.Boolean({ description: 'Whether you chose the language yourself' }),
  time_zone: Type.String(),
  status: UserStatus,
  platform_admin: Type.Boolean(),
  second_factor: SecondFactor,
  last_seen_at: Nullable(Moment),
  created_at: Moment,
})

export const SessionShape = Shape('Session', {
  id: Type.String({ description: 'Harmless: the hash of the cookie, not the cookie' }),
  current: Type.Boolean(),
  ip: Nullable(Type.String()),
  device: Type.String({ description: 'Browser and system, if known: Firefox on Windows' }),
  created_at: Moment,
  last_seen_at: Moment,
  expires_at: Moment,
})

/** Columns of `sessions` in the shape of the API. */
export const SESSION_COLUMNS = `id, ip, user_agent, created_at, last_seen_at,
  strftime('%Y-%m-%dT%H:%M:%fZ', expires_at, 'unixepoch') as expires_at`

export const User = Shape('User', {
  id: Id,
  email: Type.String(),
  email_verified: Type.Boolean({ description: 'Whether the address is verified' }),
  name: Type.String(),
  status: UserStatus,
  platform_admin: Type.Boolean(),
  second_factor: SecondFactor,
  workspaces: Type.Integer({ minimum: 0, description: 'Number of workspaces they are a member of' }),
  last_seen_at: Nullable(Moment),
  created_at: Moment,
})

export const Membership = Shape('Membership', {
  tenant_id: Type.String(),
  tenant_name: Type.String(),
  kind: Type.String(),
  role: Role,
  created_at: Moment,
})

export const UserDetail = Shape('UserDetail', {
  ...User.properties,
  pending_email: Nullable(Type.String({ description: 'A new address that waits to be verified' })),
  locale: Locale,
  time_zone: Type.String(),
  memberships: Type.Array(Membership, { description: 'Their roles hold in the workspaces below too' }),
  sessions: Type.Array(SessionShape, { description: 'Where they are signed in, the most recent first' }),
  api_keys: Type.Integer({ minimum: 0, description: 'Active keys that they made' }),
  apps: Type.Integer({ minimum: 0, description: 'Connected apps that act for them' }),
  /** After strangers' wrong passwords. Before that time they can sign in only from a browser that did before. */
  paused_until: Nullable(Moment),
})

/** The part of a person in a workspace that they can be written to about. */
export const KNOWN_AS = namedEnum('EmailRecipientKind', ['member', 'reader', 'asker'])

export const KnownPerson = Shape('EmailRecipient', {
  email: Type.String(),
  name: Type.String(),
  as: Type.Enum(KNOWN_AS, {
    description: '`reader`: gets the reports; `asker`: waits for an answer to a question about a page',
  }),
  refused: Type.Boolean({ description: 'Whether the mail server refuses the address' }),
})
export type KnownPerson = Static<typeof KnownPerson>
