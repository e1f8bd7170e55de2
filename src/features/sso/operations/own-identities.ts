import Type from 'typebox'
import { ownUser, userToSecure } from '../../../domains/accounts/index.ts'
import { read, write } from '../../../kernel/operation/operation.ts'
import { assertOtherWay, findOwnIdentity, IdentityId, IdentityShape, identitiesOf, unlink } from '../index.ts'

export const deleteOwnIdentity = write({
  name: 'delete_own_identity',
  route: 'DELETE /profile/identities/{id}',
  role: null,
  person: true,
  proof: true,
  at_install: true,
  summary: 'Disconnect your account from an identity provider. Your other sessions are signed out.',
  description: '409 for the last connection of an account without a password or a passkey: nobody could sign in to it.',
  input: Type.Object({ id: IdentityId }),
  output: Type.Object({ id: Type.String(), deleted: Type.Boolean() }),
  example: { id: 'idn_ada' },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findOwnIdentity(tx, caller, id!),

  handle({ tx, caller, subject, changed }, { id }) {
    assertOtherWay(tx, userToSecure(tx, caller), subject)
    unlink(tx, subject, caller.session_id)
    changed({ target: id, before: { provider: subject.provider_id, email: subject.email } })
    return { id, deleted: true }
  },
})

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
