import Type from 'typebox'
import { nameOfCaller } from '../../../../domains/accounts/index.ts'
import {
  approveRequest,
  DAYS,
  ExpiresDays,
  findRequestForInvite,
  readWaitlist,
  WaitlistRequest,
} from '../../index.ts'
import { write } from '../../../../kernel/operation/operation.ts'

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
