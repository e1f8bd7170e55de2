import Type from 'typebox'
import {
  brandOfPerson,
  closeSessionsOf,
  createReset,
  dropReset,
  findUser,
  mayEnter,
  nameInGreeting,
} from '../../domains/accounts/index.ts'
import { queueMail } from '../../domains/mail/index.ts'
import { endGrantsOf } from '../../domains/oauth/index.ts'
import { conflict } from '../../kernel/operation/fault.ts'
import { write } from '../../kernel/operation/operation.ts'
import { Defaulted, Moment, Nullable, SecretOnce } from '../../kernel/operation/shape.ts'
import { hashSecret } from '../../kernel/secrets/ids.ts'

export const resetUserPassword = write({
  name: 'reset_user_password',
  route: 'POST /users/{id}/reset-password',
  role: 'platform',
  proof: true,
  summary: 'Let a person choose a new password, by e-mail or by a link that you hand over.',
  description:
    'They are signed out everywhere and their connected apps stop. The link works once, for an hour; an older one stops. Their old password works until they choose a new one: suspend the account if somebody else knows it.',
  input: Type.Object({
    id: Type.String({ title: 'User' }),
    send_email: Defaulted(
      Type.Boolean({ title: 'Send by e-mail', description: 'false: the link is in the answer instead' }),
      true,
    ),
  }),
  output: Type.Object({
    id: Type.String(),
    sent: Type.Boolean({ description: 'Whether an e-mail was written; GET /emails shows its state' }),
    reset_url: Nullable(SecretOnce('Link to choose a password')),
    expires_at: Moment,
    sessions_closed: Type.Integer({ minimum: 0 }),
  }),
  example: { id: 'usr_ben', send_email: false },
  faults: ['conflict'],
  subject: (tx, _caller, { id }) => findUser(tx, id!),

  handle({ tx, app, subject: user, changed }, { id, send_email = true }) {
    if (!mayEnter(user.status))
      throw conflict(`This account is ${user.status}: nobody can sign in to it. Activate or approve it first.`)
    const sessions_closed = closeSessionsOf(tx, id)
    const apps_disconnected = endGrantsOf(tx, id)
    // An older link may be in a mailbox that somebody else reads.
    dropReset(tx, id)
    const { link, expires_at } = createReset(tx, app.config, user, { mailed: send_email })
    const ref = `reset ${hashSecret(link)}`
    const facts = { name: nameInGreeting(user), by: 'admin' }
    const brand_of = brandOfPerson(tx, user)
    if (send_email)
      queueMail(tx, app, { ref, tenant_id: null, brand_of, template: 'password_reset', to: user.email, facts, link })
    changed({ target: id, after: { by: send_email ? 'e-mail' : 'link', sessions_closed, apps_disconnected } })
    return { id, sent: send_email, reset_url: send_email ? null : link, expires_at, sessions_closed }
  },
})
