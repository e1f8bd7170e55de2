import Type from 'typebox'
import {
  assertMayResetFactors,
  closeSessionsOf,
  findUserInReach,
  removeFactors,
  writeFactorLetter,
} from '../../domains/accounts/index.ts'
import { write } from '../../kernel/operation/operation.ts'

export const resetFactors = write({
  name: 'reset_factors',
  route: 'DELETE /users/{id}/factors',
  role: 'owner',
  person: true,
  proof: true,
  at_install: true,
  summary: 'Remove every second factor of a person who lost theirs.',
  description:
    'They are signed out everywhere and get an e-mail. Where a rule asks for a second factor they add one at the next sign-in, before anything else. For platform admins, and for owners about people whose only workspaces are theirs.',
  input: Type.Object({ id: Type.String({ title: 'User' }) }),
  output: Type.Object({
    id: Type.String(),
    factors_removed: Type.Integer({ minimum: 0 }),
    sessions_closed: Type.Integer({ minimum: 0 }),
  }),
  example: { id: 'usr_vera' },
  subject: (tx, caller, { id }) => findUserInReach(tx, caller, id!),

  handle({ tx, app, caller, subject: user, changed }, { id }) {
    assertMayResetFactors(tx, caller, user)
    const factors_removed = removeFactors(tx, id)
    const sessions_closed = closeSessionsOf(tx, id)
    if (factors_removed > 0)
      writeFactorLetter(tx, app, user, 'An administrator removed your second factors. You are signed out everywhere.')
    changed({ target: id, after: { factors_removed, sessions_closed } })
    return { id, factors_removed, sessions_closed }
  },
})
