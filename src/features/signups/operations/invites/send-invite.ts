import Type from 'typebox'
import { nameOfCaller } from '../../../../domains/accounts/index.ts'
import { findInvite, InviteDetail, sendInvite as post, readInvite } from '../../index.ts'
import { write } from '../../../../kernel/operation/operation.ts'
import { Email } from '../../../../kernel/operation/shape.ts'

export const sendInvite = write({
  name: 'send_invite',
  route: 'POST /invites/{id}/send',
  role: 'platform',
  summary: 'Send an invite by e-mail, or send it again.',
  description:
    'An invite for an address goes there, and `email` can be left out. An open invite with one use is limited to the given address from then on; one with more uses stays open.',
  input: Type.Object({ id: Type.String({ title: 'Invite' }), email: Type.Optional(Email('To')) }),
  output: InviteDetail,
  example: { id: 'inv_open', email: 'newcomer@harbour.example' },
  faults: ['conflict', 'rate_limited'],
  subject: (tx, _caller, { id }) => findInvite(tx, id!),

  handle({ tx, app, caller, subject, changed }, { id, email }) {
    post(tx, app, subject, nameOfCaller(tx, caller), email)
    const after = readInvite(tx, app, id)
    changed({
      target: id,
      before: { email: subject.email, sent_at: subject.sent_at },
      after: { email: after.email, sent_at: after.sent_at, ...(after.email ? {} : { sent_to: email }) },
    })
    return after
  },
})
