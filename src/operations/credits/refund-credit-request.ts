import Type from 'typebox'
import { orderMoneyBack, recordRefund } from '../../domains/billing/index.ts'
import {
  CreditRequest,
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
  description:
    '`unspent` of the request tells before what there is, at most what the pack held. What is available is taken at once (`taken_back`); what is reserved for jobs or was handed to workspaces below is `owed`, and is taken from the next credits that come in: given back by a job, pulled back, granted or bought. Adding credits (POST /credits/adjust) pays it too. The money of a pack that was paid through Stripe goes back through it.',
  input: Type.Object({ id: RequestId, note: Note }),
  output: CreditRequest,
  example: { id: 'req_approved', note: 'Bought twice' },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findRequest(tx, caller, id!),

  handle({ tx, caller, app, subject, changed }, { note = null }) {
    refund(tx, caller, subject, note)
    // What was paid through Stripe goes back through it, and is told when it has.
    if (!orderMoneyBack(tx, app, caller, subject)) recordRefund(tx, subject, caller.label)
    const refunded = readRequest(tx, subject.id)
    const numbers = { taken_back: JSON.parse(refunded.taken_back!), owed: JSON.parse(refunded.owed!) }
    changed({
      tenant_id: subject.tenant_id,
      before: { status: subject.status },
      after: { status: 'refunded', note, ...numbers },
    })
    tellRequester(tx, app, caller, refunded)
    return refunded
  },
})
