/** Refunds of packs paid through Stripe: the credits at once, the money as soon as Stripe accepts the order. */

import type { CreditRequestRow } from '../../domains/credits/index.ts'
import type { Tx } from '../../kernel/database/database.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { taskName } from '../../kernel/scheduling/task.ts'
import { paidCents, paymentOfRequest, refundedCents } from './payments.ts'
import { moneyBack } from './tables.ts'

/** The task that makes all due calls to Stripe. */
export const SETTLE_PAYMENTS = taskName('settle_payments')

/**
 * Orders the refund of a pack's payment. Returns false when it was not paid through Stripe, or was lost in a dispute:
 * then there is no money to return.
 */
export function orderMoneyBack(
  tx: Tx,
  app: { wake(task: typeof SETTLE_PAYMENTS): void },
  caller: Caller,
  request: CreditRequestRow,
): boolean {
  const payment = paymentOfRequest(tx, request.tenant_id, request.id)
  if (!payment) return false
  const disputed = tx.number(
    "select count(*) from billing_events where tenant_id = ? and type = 'chargeback' and state <> 'won' and request_id = ?",
    payment.tenant_id,
    request.id,
  )
  if (disputed) return true
  const due = paidCents(payment) - refundedCents(tx, payment)
  if (due <= 0) return true
  if (!payment.payment_intent) return false
  tx.orm
    .insert(moneyBack)
    .values({
      request_id: request.id,
      payment_id: payment.id,
      cents: due,
      state: 'due',
      actor: caller.label,
      created_at: tx.now,
      next_attempt_at: tx.now,
    })
    .run()
  tx.afterCommit(() => app.wake(SETTLE_PAYMENTS))
  return true
}
