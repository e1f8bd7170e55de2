import Type from 'typebox'
import { nameOfCaller } from '../../../../domains/accounts/index.ts'
import {
  createInvite as addInvite,
  DAYS,
  ExpiresDays,
  findInvite,
  Invite,
  inviteOf,
  Note,
  sendInvite,
} from '../../index.ts'
import { invalid } from '../../../../kernel/operation/fault.ts'
import { write } from '../../../../kernel/operation/operation.ts'
import { Shape } from '../../../../kernel/operation/schema-names.ts'
import { Defaulted, Email } from '../../../../kernel/operation/shape.ts'

const CreatedInvite = Shape('CreatedInvite', {
  ...Invite.properties,
  invites: Type.Array(Invite, { description: 'All created invites; the first is in the fields above too' }),
})

export const createInvite = write({
  name: 'create_invite',
  route: 'POST /invites',
  role: 'platform',
  summary: 'Make an invite, or a batch of up to 200. A person who signs up with one needs no approval.',
  description:
    'With `email` it is one invite, for that address only; `send` sends it there at once. Without `email`, anybody with the code may use it, `max_uses` times.',
  input: Type.Object({
    count: Defaulted(Type.Integer({ title: 'How many', minimum: 1, maximum: 200 }), 1),
    email: Type.Optional(Email('For this address only')),
    note: Type.Optional(Note),
    max_uses: Defaulted(Type.Integer({ title: 'Uses each', minimum: 1, maximum: 1000 }), 1),
    expires_days: ExpiresDays,
    send: Defaulted(Type.Boolean({ title: 'Send it now' }), false),
  }),
  output: CreatedInvite,
  example: { email: 'newcomer@harbour.example', note: 'Met at the fair', expires_days: 14 },
  faults: ['conflict', 'rate_limited'],

  handle({ tx, app, caller, changed }, given) {
    const { count = 1, email = null, note = null, max_uses = 1, expires_days = DAYS, send = false } = given
    const issues = [
      ...(email && count > 1 ? [{ path: 'count', message: 'must be 1 when the invite is for one address' }] : []),
      ...(email && max_uses > 1 ? [{ path: 'max_uses', message: 'must be 1 when the invite is for one address' }] : []),
      ...(send && !email ? [{ path: 'email', message: 'is required to send the invite' }] : []),
    ]
    if (issues.length) throw invalid(...issues)
    const rows = Array.from({ length: count }, () =>
      addInvite(tx, app, caller.label, { email, note: note?.trim() || null, max_uses, expires_days }),
    )
    const [first] = rows
    if (send) sendInvite(tx, app, first!, nameOfCaller(tx, caller))
    const invites = rows.map(({ id }) => inviteOf(app, findInvite(tx, id), tx.now))
    changed({ target: first!.id, after: { count, email, note, max_uses, expires_days, sent: send } })
    return { ...invites[0]!, invites }
  },
})
