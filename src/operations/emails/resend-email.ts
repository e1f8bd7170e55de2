import Type from 'typebox'
import { assertWanted, followMail } from '../../domains/deliveries/index.ts'
import {
  canSend,
  findMail,
  forgetRefused,
  type LetterFacts,
  limitLetters,
  linkOf,
  Mail,
  queueMail,
  readMail,
  storedEmail,
} from '../../domains/mail/index.ts'
import { rootOf } from '../../domains/tenants/index.ts'
import { conflict } from '../../kernel/operation/fault.ts'
import { write } from '../../kernel/operation/operation.ts'
import { newId } from '../../kernel/secrets/ids.ts'

/** Letters that one address can be resent in a day. */
const A_DAY = 5

export const resendEmail = write({
  name: 'resend_email',
  route: 'POST /emails/{id}/resend',
  role: 'admin',
  summary: 'Send an e-mail of the log again, as a new one.',
  description:
    'An e-mail that waits to be sent is refused; without a mail server the new one is kept as `suppressed` too. An address that the mail server refused gets notices again.',
  input: Type.Object({ id: Type.String({ title: 'E-mail' }) }),
  output: Mail,
  example: { id: 'mai_vera' },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findMail(tx, caller, id!),

  handle({ tx, caller, app, subject, changed }) {
    if (subject.status === 'queued' && canSend(storedEmail(tx)))
      throw conflict('This e-mail is waiting to be sent already.')
    const link = linkOf(app, subject)
    if (link === null)
      throw conflict(
        'The link of this e-mail can no longer be read, so it cannot be sent again. Invite the person again, or repeat the request.',
      )
    const { tenant_id, template, to_address: to } = subject
    assertWanted(tx, subject.id)
    const message = `An e-mail can be resent to one address ${A_DAY} times a day. Try again tomorrow.`
    if (!caller.platform) limitLetters(tx, `resend:${rootOf(tx, caller.tenant_id)}:${to}`, A_DAY, message)
    forgetRefused(tx, to)
    const facts = JSON.parse(subject.facts) as LetterFacts
    const id = queueMail(tx, app, { ref: `resend ${newId()}`, tenant_id, template, to, facts, link })!
    followMail(tx, subject.id, id)
    changed({ target: subject.id, tenant_id: tenant_id ?? undefined, after: { resent_as: id } })
    return readMail(tx, id)
  },
})
