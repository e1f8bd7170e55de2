import Type from 'typebox'
import { assertMayLeave, assertWholePerson, ownUser, plainEmail, removeUser } from '../../domains/accounts/index.ts'
import { revokeKeysOf } from '../../domains/keys/index.ts'
import { invalid } from '../../kernel/operation/fault.ts'
import { write } from '../../kernel/operation/operation.ts'

export const deleteProfile = write({
  name: 'delete_profile',
  route: 'DELETE /profile',
  role: null,
  proof: true,
  body: true,
  summary: 'Delete your own account.',
  description:
    'You are signed out everywhere, leave every workspace, and the API keys you made are revoked. The last owner of a workspace with credits or running jobs has to make another owner first. Refused for an API key with fewer rights than the person who made it.',
  input: Type.Object({ confirm: Type.String({ title: 'Your e-mail address, to confirm', maxLength: 254 }) }),
  output: Type.Object({ id: Type.String(), deleted: Type.Boolean() }),
  example: { confirm: 'ben@northwind.example' },
  faults: ['conflict'],

  handle({ tx, caller, changed }, { confirm }) {
    const user = ownUser(tx, caller)
    assertWholePerson(tx, caller)
    if (plainEmail(confirm) !== user.email)
      throw invalid({ path: 'confirm', message: 'must be your own e-mail address' })
    assertMayLeave(tx, user)
    revokeKeysOf(tx, user.id)
    removeUser(tx, user.id)
    changed({ target: user.id, before: { email: user.email } })
    return { id: user.id, deleted: true }
  },
})
