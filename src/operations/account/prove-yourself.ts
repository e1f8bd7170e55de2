import Type from 'typebox'
import {
  ownUser,
  PasskeyAnswer,
  proveByCode,
  proveByPasskey,
  provePassword,
  proveSession,
  renewSession,
  siteOfSession,
} from '../../domains/accounts/index.ts'
import { forbidden, invalid } from '../../kernel/operation/fault.ts'
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
    'By your password, or by your second factor if you have one; a recovery code is none. If you signed in through an identity provider and have no factor, confirm there on the page, then call this without input. A passkey answers the challenge of a page. It counts for 15 minutes, as signing in does. The session gets a new cookie. Keys and connected apps are never asked.',
  input: Type.Object({
    password: Type.Optional(Secret({ title: 'Password', maxLength: 1000 })),
    code: Type.Optional(Secret({ title: 'Code of your authenticator app', maxLength: 64 })),
    response: Type.Optional(PasskeyAnswer),
  }),
  output: Type.Object({ until: Moment }),
  example: { password: 'northern lights over the pier' },
  faults: ['rate_limited'],

  async handle({ app, caller, read, write, changed, setCookie }, { password = '', code = '', response }) {
    const { session_id, proof } = caller
    if (!session_id || !proof) throw forbidden('Sign in to do this.')
    const user = read((tx) => ownUser(tx, caller))
    const [only] = proof.by
    const by = only === 'password' || only === 'provider' ? only : response === undefined ? 'code' : 'passkey'
    if (by === 'provider' && proof.until <= app.clock.now()) throw invalid({ path: '', message: AT_PROVIDER })
    if (by === 'password') await provePassword(app, user, password, 'password')
    else if (by !== 'provider' && !proof.by.includes(by))
      throw invalid({ path: by === 'code' ? by : 'response', message: 'is not one of your factors' })
    else if (by === 'code') proveByCode(app, user, code)
    else if (by === 'passkey') {
      const site = read((tx) => siteOfSession(tx, app, session_id))
      proveByPasskey(app, site, user, response!)
    }
    return write((tx) => {
      // The proof was given where the provider sent the person back; this one adds nothing to it.
      const prove = by === 'provider' ? renewSession : proveSession
      setCookie(prove(tx, app, session_id).cookie)
      changed({ target: user.id, after: { by } })
      return { until: by === 'provider' ? proof.until : proofUntil(tx.now) }
    })
  },
})

const AT_PROVIDER = 'Confirm at your identity provider first, then continue here.'
