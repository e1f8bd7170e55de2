import Type from 'typebox'
import { suspendUser as apply, findUser, readUser, UserDetail } from '../../domains/accounts/index.ts'
import { write } from '../../kernel/operation/operation.ts'

export const suspendUser = write({
  name: 'suspend_user',
  route: 'POST /users/{id}/suspend',
  role: 'platform',
  proof: true,
  summary: 'Suspend an account: nobody can sign in or act for them.',
  description:
    'Their sessions end at once, their API keys and connected apps are refused. Nothing is deleted: POST /users/{id}/activate restores it. The last platform admin cannot be suspended.',
  input: Type.Object({ id: Type.String({ title: 'User' }) }),
  output: UserDetail,
  example: { id: 'usr_ben' },
  faults: ['conflict'],
  subject: (tx, _caller, { id }) => findUser(tx, id!),

  handle({ tx, subject: user, changed }) {
    apply(tx, user)
    const after = readUser(tx, user.id)
    changed({ target: user.id, before: { status: user.status }, after: { status: after.status } })
    return after
  },
})
