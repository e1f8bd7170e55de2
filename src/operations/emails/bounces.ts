import Type from 'typebox'
import {
  BOUNCE_KINDS,
  BounceHook,
  type BounceKind,
  bounceHooks,
  deleteBounceHook as forgetHook,
  readDeliveryReport,
  renewBounceHook,
  Service,
  SOFT,
  softBouncesOf,
  takeBounce,
} from '../../domains/mail/index.ts'
import { invalid, notFound } from '../../kernel/operation/fault.ts'
import { read, write } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Defaulted, Email, Nullable, Secret } from '../../kernel/operation/shape.ts'

export const listBounceHooks = read({
  name: 'list_bounce_hooks',
  route: 'GET /settings/email/bounce-hooks',
  role: 'platform',
  summary: 'Addresses where mail services report bounces, and what each reported last.',
  input: Type.Object({}),
  output: Shape('BounceHooks', { hooks: Type.Array(BounceHook) }),
  example: {},

  handle: ({ tx, app }) => ({ hooks: bounceHooks(tx, app) }),
})

export const putBounceHook = write({
  name: 'put_bounce_hook',
  route: 'PUT /settings/email/bounce-hooks/{service}',
  role: 'platform',
  proof: true,
  summary: 'Make an address where a mail service reports bounces and complaints. The address before it ends at once.',
  description:
    'Enter the address at the service, for bounces and complaints. It takes Amazon SES (through SNS, whose subscription and signature are verified), Postmark, Mailgun, SendGrid, Resend and Brevo as they send, and raw delivery reports (`report`). With a signing key, calls of Mailgun, SendGrid and Resend without its signature are refused. A key that is left out stays.',
  input: Type.Object({
    service: Service,
    signing_key: Type.Optional(
      Nullable(
        Secret({
          title: 'Signing key',
          description:
            'HTTP webhook signing key of Mailgun, verification key of SendGrid, signing secret of Resend. Left out: it stays; null clears it',
          minLength: 1,
          maxLength: 1000,
        }),
      ),
    ),
  }),
  output: BounceHook,
  example: { service: 'postmark' },
  faults: ['validation_failed'],

  handle({ tx, app, changed }, { service, signing_key }) {
    const hook = renewBounceHook(tx, app, service, signing_key)
    changed({ target: service, after: { renewed: ['address', ...(signing_key === undefined ? [] : ['signing_key'])] } })
    return hook
  },
})

export const deleteBounceHook = write({
  name: 'delete_bounce_hook',
  route: 'DELETE /settings/email/bounce-hooks/{service}',
  role: 'platform',
  proof: false,
  summary: 'End the address where a mail service reports bounces. Its next calls are answered 404.',
  input: Type.Object({ service: Service }),
  output: Shape('DeletedBounceHook', { service: Service }),
  example: { service: 'postmark' },
  faults: ['not_found'],

  handle({ tx, app, changed }, { service }) {
    forgetHook(tx, app.sealer, service)
    changed({ target: service })
    return { service }
  },
})

export const reportBounce = write({
  name: 'report_bounce',
  route: 'POST /emails/bounces',
  role: 'platform',
  summary: 'Report that an e-mail came back, or that its reader complained: for the webhook of a mail service.',
  description:
    'Name the e-mail by its Message-ID, its address or both, and the kind; an id that a mail service put there is none of ours, so the address finds the latest e-mail. Mail services report by themselves at the address of `PUT /settings/email/bounce-hooks/{service}`; or pass the delivery report that came back (RFC 3464), which has all of it. Vacation replies and reports about other e-mails are refused and change nothing. A hard bounce, or the third soft one in 7 days, pauses the address. A refusal by policy (5.7.x) does not: it is about the sender. The same report twice counts once.',
  input: Type.Object({
    message_id: Type.Optional(Type.String({ title: 'Message-ID', maxLength: 300 })),
    address: Type.Optional(Email('Address')),
    kind: Type.Optional(
      Type.Enum(BOUNCE_KINDS, {
        title: 'Kind',
        description: '`hard`: no such address; `soft`: not now. Left out: read from `report`',
      }),
    ),
    report: Type.Optional(
      Type.String({
        title: 'Delivery report',
        description: 'The whole e-mail as the mail server sent it back, with its headers',
        maxLength: 2_000_000,
      }),
    ),
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

  handle({ tx, app, changed }, given) {
    const reported = said(given)
    const taken = takeBounce(tx, app, reported, given.report !== undefined)
    if (!taken) throw notFound('e-mail')
    const { mail, policy, paused } = taken
    const { kind } = reported
    changed({ target: mail.id, tenant_id: mail.tenant_id ?? undefined, after: { kind, paused } })
    return {
      ...{ mail_id: mail.id, address: mail.to_address, kind, policy, paused },
      soft_bounces: softBouncesOf(tx, mail.to_address),
    }
  },
})

type BounceInput = { message_id?: string; address?: string; kind: BounceKind; answer: string }
type Reported = BounceInput & { address: string }

function said({
  report,
  message_id,
  address,
  kind,
  answer = '',
}: Partial<BounceInput> & { report?: string }): Reported {
  if (report !== undefined) {
    const read = readDeliveryReport(report)
    if (!read) throw invalid({ path: 'report', message: 'is no delivery report (RFC 3464) of an e-mail that failed' })
    return { ...read, address: read.address ?? '' }
  }
  if (message_id === undefined && address === undefined)
    throw invalid({ path: 'message_id', message: 'is required, or `address`, or `report`' })
  if (kind === undefined) throw invalid({ path: 'kind', message: 'is required, or `report`' })
  return { ...(message_id !== undefined && { message_id }), address: address ?? '', kind, answer }
}
