import Type from 'typebox'
import {
  closeSessionsOf,
  confirmTotp as confirm,
  Factor,
  factorView,
  findFactor,
  userToSecure,
} from '../../domains/accounts/index.ts'
import { write } from '../../kernel/operation/operation.ts'
import { Nullable, Secret, SecretOnce } from '../../kernel/operation/shape.ts'

export const confirmTotp = write({
  name: 'confirm_totp',
  route: 'POST /profile/factors/totp/{id}/confirm',
  role: null,
  person: true,
  proof: true,
  at_install: true,
  summary: 'Confirm an authenticator app by its code. From then on you sign in with the password and a code.',
  description:
    'Your other sessions are signed out. With your first factor come ten recovery codes, shown once: each signs you in once when the factor is lost.',
  input: Type.Object({
    id: Type.String({ title: 'Factor' }),
    code: Secret({ title: 'Code', maxLength: 64, description: 'The 6 digits that the app shows' }),
  }),
  output: Type.Object({
    factor: Factor,
    recovery_codes: Nullable(Type.Array(SecretOnce('Recovery code'))),
    sessions_closed: Type.Integer({ minimum: 0 }),
  }),
  example: { id: 'fac_ada', code: '302660' },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findFactor(tx, caller.user_id ?? '', id!),

  handle({ tx, app, caller, subject, changed }, { id, code }) {
    const user = userToSecure(tx, caller)
    const recovery_codes = confirm(tx, app, user, subject, code)
    const sessions_closed = closeSessionsOf(tx, user.id, caller.session_id)
    changed({ target: id, after: { kind: 'totp', confirmed: true, sessions_closed } })
    return { factor: factorView(findFactor(tx, user.id, id)), recovery_codes, sessions_closed }
  },
})
