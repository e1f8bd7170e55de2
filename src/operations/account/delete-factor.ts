import Type from 'typebox'
import { closeSessionsOf, findFactor, removeFactor, userToSecure } from '../../domains/accounts/index.ts'
import { write } from '../../kernel/operation/operation.ts'

export const deleteFactor = write({
  name: 'delete_factor',
  route: 'DELETE /profile/factors/{id}',
  role: null,
  person: true,
  proof: true,
  at_install: true,
  summary: 'Remove one of your second factors. Your other sessions are signed out.',
  description:
    'The last one stays where a rule of the install or of a workspace asks for one. The recovery codes end with it.',
  input: Type.Object({ id: Type.String({ title: 'Factor' }) }),
  output: Type.Object({ id: Type.String(), deleted: Type.Boolean() }),
  example: { id: 'fac_ada' },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findFactor(tx, caller.user_id ?? '', id!),

  handle({ tx, app, caller, subject, changed }, { id }) {
    const user = userToSecure(tx, caller)
    removeFactor(tx, app, user, subject)
    closeSessionsOf(tx, user.id, caller.session_id)
    changed({ target: id, before: { kind: subject.kind, name: subject.name } })
    return { id, deleted: true }
  },
})
