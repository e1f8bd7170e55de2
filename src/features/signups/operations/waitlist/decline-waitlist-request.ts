import Type from 'typebox'
import {
  declineRequest,
  findRequestForInvite,
  Note,
  readWaitlist,
  WaitlistRequest,
} from '../../index.ts'
import { write } from '../../../../kernel/operation/operation.ts'
import { Defaulted } from '../../../../kernel/operation/shape.ts'

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
