import Type from 'typebox'
import { findRequestForInvite, readWaitlist, WaitlistRequest } from '../../index.ts'
import { read } from '../../../../kernel/operation/operation.ts'

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
