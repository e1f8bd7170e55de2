import Type from 'typebox'
import { declineUser as apply, findUser, readUser, UserDetail } from '../../domains/accounts/index.ts'
import { write } from '../../kernel/operation/operation.ts'

export const declineUser = write({
  name: 'decline_user',
  route: 'POST /users/{id}/decline',
  role: 'platform',
  summary: 'Decline an account that waits for approval.',
  description: 'Nobody can sign in to it. No e-mail is sent; POST /users/{id}/approve changes it.',
  input: Type.Object({ id: Type.String({ title: 'User' }) }),
  output: UserDetail,
  example: { id: 'usr_pia' },
  faults: ['conflict'],
  subject: (tx, _caller, { id }) => findUser(tx, id!),

  handle({ tx, subject: user, changed }) {
    apply(tx, user)
    const after = readUser(tx, user.id)
    changed({ target: user.id, before: { status: user.status }, after: { status: after.status } })
    return after
  },
})
