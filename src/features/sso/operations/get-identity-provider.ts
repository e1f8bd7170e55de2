import Type from 'typebox'
import { findProvider, ProviderId, ProviderShape, providerView } from '../index.ts'
import { read } from '../../../kernel/operation/operation.ts'

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
