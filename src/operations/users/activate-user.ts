import Type from 'typebox'
import { activateUser as apply, findUser, readUser, UserDetail } from '../../domains/accounts/index.ts'
import { write } from '../../kernel/operation/operation.ts'

export const activateUser = write({
  name: 'activate_user',
  route: 'POST /users/{id}/activate',
  role: 'platform',
  proof: true,
  summary: 'Activate a suspended account.',
  description: 'Their password and their API keys work again; apps have to be connected again.',
  input: Type.Object({ id: Type.String({ title: 'User' }) }),
  output: UserDetail,
  example: { id: 'usr_sam' },
  faults: ['conflict'],
  subject: (tx, _caller, { id }) => findUser(tx, id!),

  handle({ tx, subject: user, changed }) {
    apply(tx, user)
    const after = readUser(tx, user.id)
    changed({ target: user.id, before: { status: user.status }, after: { status: after.status } })
    return after
  },
})
