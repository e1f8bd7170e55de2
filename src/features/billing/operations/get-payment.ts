import Type from 'typebox'
import { findPayment, Payment, PaymentId, shownPayment } from '../index.ts'
import { read } from '../../../kernel/operation/operation.ts'

export const getPayment = read({
  name: 'get_payment',
  route: 'GET /billing/payments/{id}',
  role: 'admin',
  summary: 'The state of a payment.',
  input: Type.Object({ id: PaymentId }),
  output: Payment,
  example: { id: 'pay_boost' },
  subject: (tx, caller, { id }) => findPayment(tx, caller, id!),

  handle: ({ subject }) => shownPayment(subject),
})
