import Type from 'typebox'
import { nameOfCaller } from '../../../domains/accounts/index.ts'
import { ListOf, listInput, Search, when } from '../../../kernel/database/list.ts'
import { mapPage, searchList } from '../../../kernel/database/search.ts'
import { invalid } from '../../../kernel/operation/fault.ts'
import { read, write } from '../../../kernel/operation/operation.ts'
import { Shape } from '../../../kernel/operation/schema-names.ts'
import { Defaulted, Email } from '../../../kernel/operation/shape.ts'
import {
  createInvite as addInvite,
  DAYS,
  ExpiresDays,
  findInvite,
  hasStatus,
  Invite,
  InviteDetail,
  type InviteRow,
  InviteStatus,
  inviteOf,
  inviteOfCode,
  Note,
  sendInvite as post,
  readInvite,
  revokeInvite as revoke,
} from '../index.ts'

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
    if (send) post(tx, app, first!, nameOfCaller(tx, caller))
    const invites = rows.map(({ id }) => inviteOf(app, findInvite(tx, id), tx.now))
    changed({ target: first!.id, after: { count, email, note, max_uses, expires_days, sent: send } })
    return { ...invites[0]!, invites }
  },
})

export const getInvite = read({
  name: 'get_invite',
  route: 'GET /invites/{id}',
  role: 'platform',
  summary: 'One invite, with the people who used it.',
  input: Type.Object({ id: Type.String({ title: 'Invite' }) }),
  output: InviteDetail,
  example: { id: 'inv_open' },
  subject: (tx, _caller, { id }) => findInvite(tx, id!),

  handle: ({ tx, app, subject }) => readInvite(tx, app, subject.id),
})

export const listInvites = read({
  name: 'list_invites',
  route: 'GET /invites',
  role: 'platform',
  summary: 'Invites to this install, newest first.',
  description: '`q` searches address and note, and finds a complete code.',
  input: Type.Object({
    ...listInput('created_at', 'expires_at', 'email'),
    q: Search,
    status: Type.Optional(InviteStatus),
  }),
  output: ListOf(Invite),
  example: { status: 'active' },

  handle({ tx, app }, { q, status, ...page }) {
    const by_code = q ? inviteOfCode(tx, q.trim()) : null
    const found = searchList<InviteRow>(
      tx,
      {
        select: '*',
        from: 'invites',
        where: [status ? hasStatus(status, tx.now) : null, by_code ? when('id = ?', by_code.id) : null],
        sought: { q: by_code ? undefined : q, columns: ["coalesce(email, '')", "coalesce(note, '')"] },
        sorts: { created_at: 'id', expires_at: 'expires_at, id', email: 'email, id' },
      },
      page,
    )
    const { now } = tx
    return mapPage(found, (invite) => inviteOf(app, invite, now))
  },
})

export const revokeInvite = write({
  name: 'revoke_invite',
  route: 'POST /invites/{id}/revoke',
  role: 'platform',
  proof: false,
  summary: 'Withdraw an invite. It stops working at once.',
  description: 'Also for people who signed up with it and have not verified their address yet. Existing accounts stay.',
  input: Type.Object({ id: Type.String({ title: 'Invite' }) }),
  output: InviteDetail,
  example: { id: 'inv_open' },
  subject: (tx, _caller, { id }) => findInvite(tx, id!),

  handle({ tx, app, subject, changed }, { id }) {
    revoke(tx, id)
    const after = readInvite(tx, app, id)
    changed({ target: id, before: { revoked_at: subject.revoked_at }, after: { revoked_at: after.revoked_at } })
    return after
  },
})

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
