import Type from 'typebox'
import { nameOfCaller } from '../../../domains/accounts/index.ts'
import { ListOf, listInput, looseCondition, Search } from '../../../kernel/database/list.ts'
import { searchList } from '../../../kernel/database/search.ts'
import { read, write } from '../../../kernel/operation/operation.ts'
import { Defaulted } from '../../../kernel/operation/shape.ts'
import {
  approveRequest,
  DAYS,
  declineRequest,
  ExpiresDays,
  findRequestForInvite,
  Note,
  readWaitlist,
  WAITLIST_COLUMNS,
  WaitlistRequest,
  WaitlistStatus,
} from '../index.ts'

export const approveWaitlistRequest = write({
  name: 'approve_waitlist_request',
  route: 'POST /waitlist/{id}/approve',
  role: 'platform',
  summary: 'Approve a request for an invite: an invite for their address only is made, and sent at once.',
  description: 'A declined request can be approved too. It is `joined` once they have an account.',
  input: Type.Object({ id: Type.String({ title: 'Request' }), expires_days: ExpiresDays }),
  output: WaitlistRequest,
  example: { id: 'wai_quinn', expires_days: 14 },
  faults: ['conflict', 'rate_limited'],
  subject: (tx, _caller, { id }) => findRequestForInvite(tx, id!),

  handle({ tx, app, caller, subject, changed }, { id, expires_days = DAYS }) {
    approveRequest(tx, app, caller, nameOfCaller(tx, caller), subject, expires_days)
    const { status, invite_id } = readWaitlist(tx, id)
    changed({ target: id, before: { status: subject.status }, after: { status, invite_id } })
    return readWaitlist(tx, id)
  },
})

export const declineWaitlistRequest = write({
  name: 'decline_waitlist_request',
  route: 'POST /waitlist/{id}/decline',
  role: 'platform',
  summary: 'Decline a request for an invite. No e-mail is sent by default.',
  input: Type.Object({
    id: Type.String({ title: 'Request' }),
    send_email: Defaulted(Type.Boolean({ title: 'Tell them by e-mail' }), false),
    note: Type.Optional(Type.With(Note, { description: 'Kept with the request, and in the e-mail if there is one' })),
  }),
  output: WaitlistRequest,
  example: { id: 'wai_quinn', note: 'Not our field' },
  faults: ['conflict'],
  subject: (tx, _caller, { id }) => findRequestForInvite(tx, id!),

  handle({ tx, app, caller, subject, changed }, { id, send_email = false, note }) {
    declineRequest(tx, app, caller, subject, { send_email, note: note?.trim() || null })
    changed({ target: id, before: { status: subject.status }, after: { status: 'declined', send_email, note } })
    return readWaitlist(tx, id)
  },
})

export const getWaitlistRequest = read({
  name: 'get_waitlist_request',
  route: 'GET /waitlist/{id}',
  role: 'platform',
  summary: 'One request for an invite.',
  input: Type.Object({ id: Type.String({ title: 'Request' }) }),
  output: WaitlistRequest,
  example: { id: 'wai_quinn' },
  subject: (tx, _caller, { id }) => findRequestForInvite(tx, id!),

  handle: ({ tx, subject }) => readWaitlist(tx, subject.id),
})

export const listWaitlist = read({
  name: 'list_waitlist',
  route: 'GET /waitlist',
  role: 'platform',
  summary: 'Requests for an invite, newest first.',
  description: '`q` searches address and note.',
  input: Type.Object({ ...listInput('created_at', 'email'), q: Search, status: Type.Optional(WaitlistStatus) }),
  output: ListOf(WaitlistRequest),
  example: { status: 'pending' },

  handle: ({ tx }, { q, status, ...page }) =>
    searchList(
      tx,
      {
        select: WAITLIST_COLUMNS,
        from: 'waitlist',
        where: [status ? { ...looseCondition('status = ?', status), in_order: '+status = ?' } : null],
        sought: { q, columns: ['email', "coalesce(note, '')"] },
        sorts: { created_at: 'id', email: 'email' },
      },
      page,
    ),
})
