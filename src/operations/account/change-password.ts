import Type from 'typebox'
import {
  closeSessionsOf,
  faultOfNewPassword,
  forgetPendingEmail,
  hashPassword,
  LONGEST,
  provePassword,
  renewSession,
  SHORTEST,
  setPassword,
  userToSecure,
} from '../../domains/accounts/index.ts'
import { endGrantsOf } from '../../domains/oauth/index.ts'
import { invalid } from '../../kernel/operation/fault.ts'
import { outbound } from '../../kernel/operation/operation.ts'
import { Secret } from '../../kernel/operation/shape.ts'

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
