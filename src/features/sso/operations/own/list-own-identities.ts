import Type from 'typebox'
import { ownUser } from '../../../../domains/accounts/index.ts'
import { IdentityShape, identitiesOf } from '../../index.ts'
import { read } from '../../../../kernel/operation/operation.ts'

export const listOwnIdentities = read({
  name: 'list_own_identities',
  route: 'GET /profile/identities',
  role: null,
  person: true,
  summary: 'The identity providers that your account is connected to.',
  input: Type.Object({}),
  output: Type.Object({ identities: Type.Array(IdentityShape) }),
  example: {},

  handle: ({ tx, caller }) => ({ identities: identitiesOf(tx, ownUser(tx, caller).id) }),
})
