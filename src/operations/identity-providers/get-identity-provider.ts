import Type from 'typebox'
import { findProvider, ProviderId, ProviderShape, providerView } from '../../domains/sso/index.ts'
import { read } from '../../kernel/operation/operation.ts'

export const getIdentityProvider = read({
  name: 'get_identity_provider',
  route: 'GET /identity-providers/{id}',
  role: 'admin',
  tool: {
    when: 'to read the settings of one identity provider, what to register there, and why its last sign-in failed',
    returns: 'the provider; of its secret only whether it is set',
    next: 'test_identity_provider checks it',
    inputs: { id: 'Id of the provider' },
    brief: ['id', 'name', 'issuer', 'redirect_uris', 'domain_proofs', 'last_error'],
  },
  summary: 'One identity provider, with the addresses to register there.',
  input: Type.Object({ id: ProviderId }),
  output: ProviderShape,
  example: { id: 'idp_bakery' },
  subject: (tx, caller, { id }) => findProvider(tx, caller, id!),

  handle: ({ tx, app, subject }) => providerView(tx, app, subject),
})
