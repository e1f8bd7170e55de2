import Type from 'typebox'
import {
  closeSessionsOf,
  faultOfNewPassword,
  forgetPendingEmail,
  hashPassword,
  LONGEST,
  ownUser,
  PasskeyAnswer,
  proveByCode,
  proveByPasskey,
  provePassword,
  proveSession,
  renewSession,
  SHORTEST,
  setPassword,
  siteOfSession,
  userToSecure,
} from '../../domains/accounts/index.ts'
import { endGrantsOf } from '../../domains/oauth/index.ts'
import { forbidden, invalid } from '../../kernel/operation/fault.ts'
import { outbound } from '../../kernel/operation/operation.ts'
import { proofUntil } from '../../kernel/operation/proof.ts'
import { Moment, Secret } from '../../kernel/operation/shape.ts'

export const changePassword = outbound({
  name: 'change_password',
  route: 'POST /profile/password',
  role: null,
  proof: true,
  at_install: true,
  local: true,
  summary: 'Change your password. Your other sessions are signed out, and this one gets a new cookie.',
  description:
    'Connected apps have to be connected again. A new e-mail address that is not verified yet is forgotten: request it again.',
  input: Type.Object({
    current_password: Secret({ title: 'Current password', maxLength: 1000 }),
    new_password: Secret({
      title: 'New password',
      maxLength: LONGEST,
      description: `At least ${SHORTEST} characters, not made of common words or your name`,
    }),
  }),
  output: Type.Object({ changed: Type.Boolean(), sessions_closed: Type.Integer() }),
  example: { current_password: 'northern lights over the pier', new_password: 'quiet harbour, seven gulls' },
  faults: ['rate_limited'],

  async handle({ app, caller, read, write, changed, setCookie }, { current_password, new_password }) {
    const user = read((tx) => userToSecure(tx, caller))
    await provePassword(app, user, current_password)
    const fault =
      new_password === current_password
        ? 'is the password you have now'
        : faultOfNewPassword(app.config, new_password, user)
    if (fault) throw invalid({ path: 'new_password', message: fault })
    const password_hash = await hashPassword(new_password)
    return write((tx) => {
      setPassword(tx, user.id, password_hash)
      // A person whom the new password locks out must not get in again through an address of theirs.
      forgetPendingEmail(tx, user.id)
      const sessions_closed = closeSessionsOf(tx, user.id, caller.session_id)
      const apps_disconnected = endGrantsOf(tx, user.id)
      if (caller.session_id) setCookie(renewSession(tx, app, caller.session_id).cookie)
      changed({ target: user.id, after: { sessions_closed, apps_disconnected } })
      return { changed: true, sessions_closed }
    })
  },
})

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
