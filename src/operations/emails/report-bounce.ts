import Type from 'typebox'
import { applyBounce } from '../../domains/deliveries/index.ts'
import {
  BOUNCE_KINDS,
  isPolicy,
  mailOfBounce,
  mailOfMessage,
  noteBounce,
  SOFT,
  softOf,
} from '../../domains/mail/index.ts'
import { invalid, notFound } from '../../kernel/operation/fault.ts'
import { write } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Defaulted, Email, Nullable } from '../../kernel/operation/shape.ts'

export const reportBounce = write({
  name: 'report_bounce',
  route: 'POST /emails/bounces',
  role: 'platform',
  summary: 'Report that an e-mail came back, or that its reader complained: for the webhook of a mail service.',
  description:
    'Name the e-mail by its Message-ID, or its address. A hard bounce, or the third soft one in 7 days, pauses the address. A refusal by policy (5.7.x) does not: it is about the sender. The same report twice counts once.',
  input: Type.Object({
    message_id: Type.Optional(Type.String({ title: 'Message-ID', maxLength: 300 })),
    address: Type.Optional(Email('Address')),
    kind: Type.Enum(BOUNCE_KINDS, { title: 'Kind', description: '`hard`: no such address; `soft`: not now' }),
    answer: Defaulted(Type.String({ title: 'Answer', description: 'The words of the server', maxLength: 1000 }), ''),
  }),
  output: Shape('ReportedBounce', {
    mail_id: Nullable(Type.String()),
    address: Type.String(),
    kind: Type.Enum(BOUNCE_KINDS),
    policy: Type.Boolean({ description: 'Refused by a rule about the sender' }),
    soft_bounces: Type.Integer({ minimum: 0, description: `In 7 days; ${SOFT.most} pause the address` }),
    paused: Type.Boolean({ description: 'The address gets no automatic e-mails' }),
  }),
  example: { address: 'vera@bakery.example', kind: 'hard', answer: '550 5.1.1 No such user here' },
  faults: ['not_found'],

  handle({ tx, app, changed }, { message_id, address, kind, answer = '' }) {
    if (message_id === undefined && address === undefined)
      throw invalid({ path: 'message_id', message: 'is required, or `address`' })
    const id = message_id === undefined ? undefined : mailOfMessage(message_id)
    const mail = mailOfBounce(tx, { id, address: address?.toLowerCase() })
    if (!mail) throw notFound('e-mail')
    const words = answer.replaceAll(/\s+/g, ' ').trim() || `Reported as a ${kind} bounce.`
    const bounce = { mail, address: mail.to_address, kind, answer: words }
    const paused = noteBounce(tx, bounce)
    applyBounce(tx, app, bounce, paused)
    changed({ target: mail.id, tenant_id: mail.tenant_id ?? undefined, after: { kind, paused } })
    return {
      mail_id: mail.id,
      address: mail.to_address,
      kind,
      policy: isPolicy(words),
      soft_bounces: softOf(tx, mail.to_address),
      paused,
    }
  },
})
