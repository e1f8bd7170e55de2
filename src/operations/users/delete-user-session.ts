import Type from 'typebox'
import { findUser, removeSession, sessionOf } from '../../domains/accounts/index.ts'
import { write } from '../../kernel/operation/operation.ts'

export const deleteUserSession = write({
  name: 'delete_user_session',
  route: 'DELETE /users/{id}/sessions/{sid}',
  role: 'platform',
  proof: true,
  summary: 'Sign somebody out of one of their sessions.',
  input: Type.Object({ id: Type.String({ title: 'User' }), sid: Type.String({ title: 'Session' }) }),
  output: Type.Object({ id: Type.String(), deleted: Type.Boolean() }),
  example: { id: 'usr_ada', sid: 'ses_ada' },
  subject(tx, _caller, { id, sid }) {
    const user = findUser(tx, id!)
    return sessionOf(tx, user.id, sid!)
  },

  handle({ tx, subject, changed }, { id }) {
    removeSession(tx, subject.id)
    changed({ target: id, before: { session: subject.id } })
    return { id: subject.id, deleted: true }
  },
})
