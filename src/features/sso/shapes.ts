import Type from 'typebox'
import { ROLES } from '../../kernel/operation/caller.ts'
import { LINE } from '../../kernel/operation/input/validation-errors.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Defaulted, Id, Moment, Nullable, Secret } from '../../kernel/operation/shape.ts'
import { HintedSecret } from '../../kernel/web-fetch/adapter.ts'
import { DEFAULTS } from './options.ts'
import { LINKED_BY, NO_MATCH, PROVIDER_KINDS } from './words.ts'

export const ProviderId = Type.String({ title: 'Identity provider', maxLength: 64 })
export const IdentityId = Type.String({ title: 'Connection', maxLength: 64 })

const Kind = Type.Enum(PROVIDER_KINDS, { title: 'Kind' })
const Name = Type.String({ title: 'Name', minLength: 1, maxLength: 60, pattern: LINE, description: 'On its button' })
const ClientId = Type.String({ title: 'Client ID', minLength: 1, maxLength: 255, pattern: LINE })
const Domain = Type.String({
  maxLength: 253,
  pattern: '^[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+$',
  description: 'A domain such as acme.example',
})
const Word = Type.String({ minLength: 1, maxLength: 255, pattern: LINE })

const RuleShape = Shape('GroupRule', {
  value: Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: LINE,
    description: 'Value of the claim, such as a group',
  }),
  tenant_id: Type.String({ maxLength: 64, description: 'Id of the workspace' }),
  role: Type.Enum(ROLES, { title: 'Role', description: 'In that workspace' }),
})

/** Options that are read and written alike. */
const fields = {
  domains: Type.Array(Domain, { title: 'Mail domains', maxItems: 50, description: 'For its people; empty for any' }),
  creates: Type.Boolean({
    title: 'Create accounts',
    description: 'For people of these domains whose address the provider verified',
  }),
  default_role: Type.Enum(ROLES, { title: 'Role of new people' }),
  groups_claim: Type.String({
    title: 'Groups claim',
    minLength: 1,
    maxLength: 120,
    pattern: LINE,
    description: 'A dot leads into an object: realm_access.roles',
  }),
  rules: Type.Array(RuleShape, { title: 'Group rules', maxItems: 200, description: 'Applied at each sign-in' }),
  no_match: Type.Enum(NO_MATCH, { title: 'If no rule matches' }),
  manage_all: Type.Boolean({ title: 'Rules also change memberships that people gave' }),
  trust_mfa: Type.Boolean({ title: 'Accept its second factor', description: 'Instead of asking for ours' }),
  mfa_values: Type.Array(Word, { title: 'Values of acr or amr that mean a second factor', maxItems: 20 }),
  max_session_hours: Type.Integer({ title: 'Longest session in hours', minimum: 1, maximum: 720 }),
  end_session: Type.Boolean({ title: 'Sign out at the provider too' }),
  scopes: Type.Array(Word, { title: 'Scopes', minItems: 1, maxItems: 20, description: 'openid is always among them' }),
}

const optional = {
  domains: Defaulted(fields.domains, DEFAULTS.domains),
  creates: Defaulted(fields.creates, DEFAULTS.creates),
  default_role: Defaulted(fields.default_role, DEFAULTS.default_role),
  groups_claim: Defaulted(fields.groups_claim, DEFAULTS.groups_claim),
  rules: Defaulted(fields.rules, DEFAULTS.rules),
  no_match: Defaulted(fields.no_match, DEFAULTS.no_match),
  manage_all: Defaulted(fields.manage_all, DEFAULTS.manage_all),
  trust_mfa: Defaulted(fields.trust_mfa, DEFAULTS.trust_mfa),
  mfa_values: Defaulted(fields.mfa_values, DEFAULTS.mfa_values),
  max_session_hours: Defaulted(fields.max_session_hours, DEFAULTS.max_session_hours),
  end_session: Defaulted(fields.end_session, DEFAULTS.end_session),
  scopes: Defaulted(fields.scopes, DEFAULTS.scopes),
}

const Home = Type.Optional(
  Type.String({ title: 'Workspace of new people', maxLength: 64, description: 'Its id; none if left out or empty' }),
)

/** Input for a new provider. */
export const newProviderFields = {
  name: Name,
  kind: Kind,
  issuer: Type.Optional(
    Type.String({ title: 'Issuer', maxLength: 500, description: 'Its address; of kind generic alone' }),
  ),
  organisation: Type.Optional(
    Type.String({
      title: 'Organisation',
      maxLength: 253,
      pattern: '^[A-Za-z0-9.-]+$',
      description: 'Google: your domain. Entra: your tenant id. Not for generic',
    }),
  ),
  client_id: ClientId,
  client_secret: Type.Optional(Secret({ title: 'Client secret', maxLength: 500 })),
  home: Home,
  ...optional,
}

/** Input for a change. */
export const providerChanges = {
  name: Type.Optional(Name),
  client_id: Type.Optional(ClientId),
  client_secret: Type.Optional(
    Secret({ title: 'Client secret', maxLength: 500, description: 'Left out: it stays. Empty: none' }),
  ),
  home: Home,
  enabled: Type.Optional(Type.Boolean({ title: 'On' })),
  enforce: Type.Optional(
    Type.Boolean({
      title: 'Required',
      description:
        'Its people can sign in only through it. Needs a sign-in of a platform admin through it within 24 hours, and one with a password, a second factor and no connection',
    }),
  ),
  ...(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, Type.Optional(field)])) as {
    [K in keyof typeof fields]: ReturnType<typeof Type.Optional<(typeof fields)[K]>>
  }),
}

export const ProviderShape = Shape('IdentityProvider', {
  id: Id,
  name: Name,
  kind: Kind,
  issuer: Type.String(),
  organisation: Nullable(Type.String()),
  client_id: Type.String(),
  client_secret: HintedSecret,
  enabled: Type.Boolean(),
  enforce: Type.Boolean(),
  home: Nullable(Type.String()),
  ...fields,
  redirect_uri: Type.String({ description: 'To register at the provider' }),
  sign_in_url: Type.String({ description: 'Leads to the provider, for a tile or a bookmark' }),
  people: Type.Integer({ minimum: 0, description: 'Connected people' }),
  last_ok_at: Nullable(Moment),
  last_error: Nullable(Type.String()),
  last_error_at: Nullable(Moment),
  created_at: Moment,
  updated_at: Moment,
})

const SessionsEnded = Type.Integer({ minimum: 0, description: 'Sessions of the provider that this ended' })

export const ChangedProviderShape = Shape('ChangedIdentityProvider', {
  ...ProviderShape.properties,
  sessions_ended: SessionsEnded,
})
export const DeletedProviderShape = Type.Object({
  id: Type.String(),
  deleted: Type.Boolean(),
  sessions_ended: SessionsEnded,
})

export const IdentityShape = Shape('Identity', {
  id: Id,
  provider_id: Type.String(),
  provider: Type.String({ description: 'Name of the provider' }),
  user_id: Type.String(),
  account: Type.String({ description: 'E-mail address of the account' }),
  email: Nullable(Type.String({ description: 'As the provider last reported it' })),
  linked_by: Type.Enum(LINKED_BY, { description: 'jit: the account was made at the first sign-in' }),
  linked_at: Moment,
  last_at: Nullable(Moment),
})

export const FindingShape = Shape('ProviderFinding', { what: Type.String(), ok: Type.Boolean(), found: Type.String() })
