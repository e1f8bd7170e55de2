import Type from 'typebox'
import { assertMayLeave, findUser, removeUser } from '../../domains/accounts/index.ts'
import { revokeKeysOf } from '../../domains/keys/index.ts'
import { write } from '../../kernel/operation/operation.ts'

export const deleteUser = write({
  name: 'delete_user',
  route: 'DELETE /users/{id}',
  role: 'platform',
  proof: true,
  summary: 'Delete a person’s account.',
  description:
    'They are signed out everywhere and leave every workspace; their keys are revoked, their connected apps stop, and their invitations end. Jobs, ledger and audit trail stay. 409 for the last platform admin, and for the last owner of a workspace with credits or running jobs.',
  input: Type.Object({ id: Type.String({ title: 'User' }) }),
  output: Type.Object({ id: Type.String(), deleted: Type.Boolean() }),
  example: { id: 'usr_ben' },
  faults: ['conflict'],
  subject: (tx, _caller, { id }) => findUser(tx, id!),

  handle({ tx, subject: user, changed }) {
    assertMayLeave(tx, user)
    const keys_revoked = revokeKeysOf(tx, user.id)
    removeUser(tx, user.id)
    changed({ target: user.id, before: { email: user.email, name: user.name }, after: { deleted: true, keys_revoked } })
    return { id: user.id, deleted: true }
  },
})
