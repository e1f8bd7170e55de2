import Type from 'typebox'
import { isWholePerson, removeSession, sessionOf } from '../../domains/accounts/index.ts'
import { notFound } from '../../kernel/operation/fault.ts'
import { write } from '../../kernel/operation/operation.ts'

export const deleteSession = write({
  name: 'delete_session',
  route: 'DELETE /profile/sessions/{sid}',
  role: null,
  proof: true,
  summary: 'Sign out one of your sessions.',
  input: Type.Object({ sid: Type.String({ title: 'Session' }) }),
  output: Type.Object({ id: Type.String(), deleted: Type.Boolean() }),
  example: { sid: 'ses_ada' },
  subject(tx, caller, { sid }) {
    if (caller.user_id === null || !isWholePerson(tx, caller)) throw notFound('session')
    return sessionOf(tx, caller.user_id, sid!)
  },

  handle({ tx, subject, changed }) {
    removeSession(tx, subject.id)
    changed({ target: subject.id })
    return { id: subject.id, deleted: true }
  },
})
