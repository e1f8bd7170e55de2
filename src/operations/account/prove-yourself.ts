import Type from 'typebox'
import { ownUser, provePassword, proveSession } from '../../domains/accounts/index.ts'
import { forbidden } from '../../kernel/operation/fault.ts'
import { outbound } from '../../kernel/operation/operation.ts'
import { proofUntil } from '../../kernel/operation/proof.ts'
import { Moment, Secret } from '../../kernel/operation/shape.ts'

export const proveYourself = outbound({
  name: 'prove_yourself',
  route: 'POST /profile/proof',
  role: null,
  person: true,
  local: true,
  summary: 'Confirm that it is you, before an act that answers 403 `proof_required`.',
  description:
    'It counts for 15 minutes, as signing in does. The session gets a new cookie. Keys and connected apps are never asked.',
  input: Type.Object({ password: Secret({ title: 'Password', maxLength: 1000 }) }),
  output: Type.Object({ until: Moment }),
  example: { password: 'northern lights over the pier' },
  faults: ['rate_limited'],

  async handle({ app, caller, read, write, changed, setCookie }, { password }) {
    const { session_id } = caller
    if (!session_id) throw forbidden('Sign in to do this.')
    const user = read((tx) => ownUser(tx, caller))
    await provePassword(app, user, password, 'password')
    return write((tx) => {
      setCookie(proveSession(tx, app, session_id).cookie)
      changed({ target: user.id, after: { by: 'password' } })
      return { until: proofUntil(tx.now) }
    })
  },
})
