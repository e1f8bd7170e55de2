import Type from 'typebox'
import {
  CreditRequest,
  decline,
  findRequest,
  Note,
  RequestId,
  readRequest,
  tellRequester,
} from '../../domains/credits/index.ts'
import { write } from '../../kernel/operation/operation.ts'

export const declineCreditRequest = write({
  name: 'decline_credit_request',
  route: 'POST /credits/requests/{id}/decline',
  role: 'platform',
  summary: 'Decline a requested pack. The requester sees the note.',
  input: Type.Object({ id: RequestId, note: Note }),
  output: CreditRequest,
  example: { id: 'req_pending', note: 'Please pay the open invoice first.' },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findRequest(tx, caller, id!),

  handle({ tx, caller, app, subject, changed }, { note = null }) {
    decline(tx, caller, subject, note)
    changed({ tenant_id: subject.tenant_id, before: { status: subject.status }, after: { status: 'declined', note } })
    const decided = readRequest(tx, subject.id)
    tellRequester(tx, app, caller, decided)
    return decided
  },
})
