import Type from 'typebox'
import {
  CreditRequest,
  type CreditRequestRow,
  findRequest,
  Note,
  RequestId,
  readRequest,
  refund,
  tellRequester,
} from '../../domains/credits/index.ts'
import { write } from '../../kernel/operation.ts'

export const refundCreditRequest = write({
  name: 'refund_credit_request',
  route: 'POST /credits/requests/{id}/refund',
  role: 'platform',
  summary: 'Refund an approved pack: its unspent credits are taken back.',
  description: 'At most what the pack held and what is available now; `taken_back` says how many that were.',
  input: Type.Object({ id: RequestId, note: Note }),
  output: CreditRequest,
  example: { id: 'req_approved', note: 'Bought twice' },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findRequest(tx, caller, id!),

  handle({ tx, caller, app, subject, changed }, { note = null }) {
    refund(tx, caller, subject, note)
    const refunded = readRequest<CreditRequestRow & { taken_back: string }>(tx, subject.id)
    changed({
      tenant_id: subject.tenant_id,
      before: { status: subject.status },
      after: { status: 'refunded', note, taken_back: JSON.parse(refunded.taken_back) },
    })
    tellRequester(tx, app, caller, refunded)
    return refunded
  },
})
