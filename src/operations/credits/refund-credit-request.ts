import Type from 'typebox'
import {
  CreditRequest,
  findRequest,
  Note,
  RequestId,
  readRequest,
  refund,
  tellRequester,
} from '../../domains/credits/index.ts'
import { orderMoneyBack, recordRefund } from '../../features/billing/index.ts'
import { write } from '../../kernel/operation/operation.ts'

export const refundCreditRequest = write({
  name: 'refund_credit_request',
  route: 'POST /credits/requests/{id}/refund',
  role: 'platform',
  proof: true,
  summary: 'Refund an approved pack: its unspent credits are taken back.',
  description:
    '`unspent` of the request shows in advance what a refund takes, at most the content of the pack. Available credits are taken at once (`taken_back`); credits that are reserved for jobs or were transferred to workspaces below are `owed`, and are taken from the next credits that come in: refunded by a job, taken back, granted or bought. Adding credits (POST /credits/adjust) pays it too. The money of a pack that was paid through Stripe is refunded through Stripe.',
  input: Type.Object({ id: RequestId, note: Note }),
  output: CreditRequest,
  example: { id: 'req_approved', note: 'Bought twice' },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findRequest(tx, caller, id!),

  handle({ tx, caller, app, subject, changed }, { note = null }) {
    refund(tx, caller, subject, note)
    // A Stripe payment is refunded through Stripe, which reports it later.
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
