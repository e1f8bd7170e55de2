import Type from 'typebox'
import { ListOf, list, listInput } from '../../../kernel/database/list.ts'
import { outbound, read, write } from '../../../kernel/operation/operation.ts'
import {
  assertMayEnforce,
  ChangedProviderShape,
  changeProvider,
  createProvider,
  DeletedProviderShape,
  deleteProvider,
  diagnose,
  endLocalSessions,
  FindingShape,
  findIdentity,
  findProvider,
  IdentityId,
  IdentityShape,
  newProviderFields,
  ProviderId,
  type ProviderRow,
  ProviderShape,
  peopleOf,
  providerChanges,
  providerView,
  unlink,
} from '../index.ts'

export const createIdentityProvider = write({
  name: 'create_identity_provider',
  route: 'POST /identity-providers',
  role: 'platform',
  person: true,
  proof: true,
  summary: 'Add an identity provider (OpenID Connect): Google Workspace, Microsoft Entra, or any other by its issuer.',
  description:
    'Code flow with PKCE, state and nonce; the signature of each ID token is verified. A person is found by the provider and its subject, never by an address: somebody who has an account connects it, signed in or by e-mail. Register the `redirect_uri` of the answer at the provider.',
  input: Type.Object(newProviderFields),
  output: ProviderShape,
  example: {
    name: 'Northwind login',
    kind: 'generic',
    issuer: 'https://accounts.northwind.example',
    client_id: 'signalpost',
  },
  faults: ['conflict', 'validation_failed'],

  handle({ tx, app, changed }, given) {
    const made = providerView(tx, app, createProvider(tx, app, given))
    const { id, name, issuer, client_id, rules } = made
    changed({ target: id, after: { name, issuer, client_id, rules } })
    return made
  },
})

export const getIdentityProvider = read({
  name: 'get_identity_provider',
  route: 'GET /identity-providers/{id}',
  role: 'platform',
  instead: 'a person: how people sign in is set up on the pages',
  summary: 'One identity provider, with the addresses to register there.',
  input: Type.Object({ id: ProviderId }),
  output: ProviderShape,
  example: { id: 'idp_bakery' },
  subject: (tx, _, { id }) => findProvider(tx, id!),

  handle: ({ tx, app, subject }) => providerView(tx, app, subject),
})

export const listIdentityProviders = read({
  name: 'list_identity_providers',
  route: 'GET /identity-providers',
  role: 'platform',
  instead: 'a person: how people sign in is set up on the pages',
  summary: 'Identity providers of the install.',
  input: Type.Object({ ...listInput('created_at', 'name') }),
  output: ListOf(ProviderShape),
  example: {},

  handle({ tx, app }, page) {
    const sorts = { created_at: 'id', name: 'name' }
    const source = { select: '*', from: 'identity_providers', where: [], sorts, tie: 'id' }
    const found = list<ProviderRow>(tx, source, page)
    return { ...found, items: found.items.map((row) => providerView(tx, app, row)) }
  },
})

export const updateIdentityProvider = write({
  name: 'update_identity_provider',
  route: 'PATCH /identity-providers/{id}',
  role: 'platform',
  person: true,
  proof: true,
  summary: 'Change an identity provider, turn it on or off, or require it. What is left out stays.',
  description:
    'Turned off, its sessions end; trusted less with a second factor, those that it opened with one. Required, its people can no longer use a password or a passkey, and their sessions by one end; keys and apps go on. If nobody gets in any more: `signalpost sso off` on the stopped install.',
  input: Type.Object({ id: ProviderId, ...providerChanges }),
  output: ChangedProviderShape,
  example: { id: 'idp_bakery', max_session_hours: 12 },
  faults: ['conflict', 'validation_failed'],
  subject: (tx, _, { id }) => findProvider(tx, id!),

  handle({ tx, app, subject, changed }, { id: _, ...given }) {
    const shown = (row: typeof subject) => {
      const {
        people: __,
        last_ok_at,
        last_error,
        last_error_at,
        client_secret,
        ...settings
      } = providerView(tx, app, row)
      return { ...settings, secret_set: client_secret !== null }
    }
    const before = shown(subject)
    const { row, ...change } = changeProvider(tx, app, subject, given)
    if (row.enforce === 1 && subject.enforce === 0) assertMayEnforce(tx, row)
    const sessions_ended = change.sessions_ended + endLocalSessions(tx, row)
    changed({ before, after: { ...shown(row), ...(sessions_ended > 0 && { sessions_ended }) } })
    return { ...providerView(tx, app, row), sessions_ended }
  },
})

export const deleteIdentityProvider = write({
  name: 'delete_identity_provider',
  route: 'DELETE /identity-providers/{id}',
  role: 'platform',
  person: true,
  proof: true,
  summary:
    'Delete an identity provider and end its sessions. Accounts stay; people without a password choose one by e-mail.',
  description: 'Memberships that its group rules gave stay too, as if people had given them.',
  input: Type.Object({ id: ProviderId }),
  output: DeletedProviderShape,
  example: { id: 'idp_bakery' },
  subject: (tx, _, { id }) => findProvider(tx, id!),

  handle({ tx, subject, changed }) {
    const { id, name, issuer } = subject
    const sessions_ended = deleteProvider(tx, id)
    changed({ before: { name, issuer }, after: { sessions_ended } })
    return { id, deleted: true, sessions_ended }
  },
})

export const testIdentityProvider = outbound({
  name: 'test_identity_provider',
  route: 'POST /identity-providers/{id}/test',
  role: 'platform',
  harmless: true,
  instead: 'a person, on the page of the provider',
  summary: 'Check the configuration, keys, clock and mail domains of an identity provider. Signs nobody in.',
  input: Type.Object({ id: ProviderId }),
  output: Type.Object({ ok: Type.Boolean(), findings: Type.Array(FindingShape) }),
  example: { id: 'idp_bakery' },
  subject: (tx, _, { id }) => findProvider(tx, id!),

  async handle({ app, subject, signal }) {
    const findings = await diagnose(app, subject, signal)
    return { ok: findings.every(({ ok }) => ok), findings }
  },
})

export const listIdentities = read({
  name: 'list_identities',
  route: 'GET /identity-providers/{id}/identities',
  role: 'platform',
  summary: 'People who are connected to an identity provider.',
  input: Type.Object({ id: ProviderId, ...listInput('linked_at') }),
  output: ListOf(IdentityShape),
  example: { id: 'idp_bakery' },
  subject: (tx, _, { id }) => findProvider(tx, id!),

  handle: ({ tx, subject }, { id: _, ...page }) => list(tx, peopleOf(subject.id), page),
})

export const deleteIdentity = write({
  name: 'delete_identity',
  route: 'DELETE /identity-providers/{id}/identities/{identity_id}',
  role: 'platform',
  person: true,
  proof: true,
  summary: 'Disconnect a person from an identity provider. Their account stays; they are signed out everywhere.',
  input: Type.Object({ id: ProviderId, identity_id: IdentityId }),
  output: Type.Object({ id: Type.String(), deleted: Type.Boolean() }),
  example: { id: 'idp_bakery', identity_id: 'idn_ben' },
  subject: (tx, _, { id, identity_id }) => findIdentity(tx, id!, identity_id!),

  handle({ tx, subject, changed }) {
    const { id, user_id, provider_id, email } = subject
    unlink(tx, subject)
    changed({ target: user_id, before: { provider: provider_id, email } })
    return { id, deleted: true }
  },
})
