import Type from 'typebox'
import { CreditRequest, findRequest, RequestId, readRequest } from '../../domains/credits/index.ts'
import { read } from '../../kernel/operation/operation.ts'

export const getCreditRequest = read({
  name: 'get_credit_request',
  route: 'GET /credits/requests/{id}',
  role: null,
  instead: 'list_credit_requests',
  summary: 'One requested credit pack: its price, its answer, and what a refund takes or took.',
  input: Type.Object({ id: RequestId }),
  output: CreditRequest,
  example: { id: 'req_approved' },
  subject: (tx, caller, { id }) => findRequest(tx, caller, id!),

  handle: ({ tx, subject }) => readRequest(tx, subject.id),
})
