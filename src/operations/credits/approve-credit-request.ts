import Type from 'typebox'
import {
  approve,
  CreditRequest,
  findRequest,
  RequestId,
  readRequest,
  tellRequester,
} from '../../domains/credits/index.ts'
import { recordApproval } from '../../features/billing/index.ts'
import { write } from '../../kernel/operation/operation.ts'

export const approveCreditRequest = write({
  name: 'approve_credit_request',
  route: 'POST /credits/requests/{id}/approve',
  role: 'platform',
  summary: 'Approve a requested pack: its credits are granted.',
  input: Type.Object({ id: RequestId }),
  output: CreditRequest,
  example: { id: 'req_pending' },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findRequest(tx, caller, id!),

  handle({ tx, caller, app, subject, changed }) {
    approve(tx, caller, subject)
    recordApproval(tx, subject, caller.label)
    changed({ tenant_id: subject.tenant_id, before: { status: subject.status }, after: { status: 'approved' } })
    const decided = readRequest(tx, subject.id)
    tellRequester(tx, app, caller, decided)
    return decided
  },
})
