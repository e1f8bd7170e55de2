import Type from 'typebox'
import { plainEmail } from '../../domains/accounts/index.ts'
import { limitLetters, Mail, readMail } from '../../domains/mail/index.ts'
import { ownEmail, sendDigest } from '../../domains/notices/index.ts'
import { findTenant, rootOf } from '../../domains/tenants/index.ts'
import { Shape } from '../../kernel/named.ts'
import { write } from '../../kernel/operation.ts'
import { Defaulted, Email, TenantId } from '../../kernel/shape.ts'

/** Of one workspace by hand, and to an address that need not be anybody's here. */
const A_DAY = { workspace: 24, address: 5 }

export const sendDigestNow = write({
  name: 'send_digest',
  route: 'POST /tenants/{id}/digest',
  role: 'admin',
  summary: 'Send the digest now: to its recipients, or to one address.',
  description:
    'What its recipients were told is not told them again by the next one. The digest of the day goes out all the same, unless nothing changed and `skip_if_unchanged` is set.',
  input: Type.Object({
    id: TenantId,
    to: Type.Optional(Email('To')),
    skip_if_unchanged: Defaulted(
      Type.Boolean({ title: 'Only if something changed', description: 'Sends nothing when there is nothing new' }),
      false,
    ),
  }),
  output: Shape('SentDigest', {
    tenant_id: Type.String(),
    skipped: Type.Boolean({ description: 'Nothing was new, so nothing was sent' }),
    letters: Type.Array(Mail),
  }),
  example: { id: 'ten_northwind', to: 'ada@northwind.example' },
  faults: ['rate_limited', 'conflict'],
  subject: (tx, caller, { id }) => findTenant(tx, caller, id!),

  handle({ tx, app, caller, subject, changed }, { id, to: given, skip_if_unchanged: skip = false }) {
    const to = given === undefined ? undefined : plainEmail(given)
    const later = 'Try again tomorrow.'
    limitLetters(
      tx,
      `digest:${id}`,
      A_DAY.workspace,
      `At most ${A_DAY.workspace} digests a day can be sent by hand. ${later}`,
    )
    if (to)
      limitLetters(
        tx,
        `digest:${rootOf(tx, id)}:${to}`,
        A_DAY.address,
        `An address can be sent ${A_DAY.address} digests a day by hand. ${later}`,
      )
    const { skipped, mails } = sendDigest(tx, app, subject, { to, own: to === ownEmail(tx, caller), skip })
    changed({ tenant_id: id, after: { to: to ?? 'recipients', skipped, letters: mails.length } })
    return { tenant_id: id, skipped, letters: mails.map((mail) => readMail(tx, mail)) }
  },
})
