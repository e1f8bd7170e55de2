/** Refunds of packs that were paid through Stripe: the credits at once, the money as soon as Stripe takes the order. */
import type { Caller } from '../../kernel/caller.ts'
import type { ReadTx, Tx } from '../../kernel/database.ts'
import { taskName } from '../../kernel/task.ts'
import type { CreditRequestRow } from '../credits/index.ts'
import { paymentOfRequest } from './payments.ts'
import { type MoneyBackRow, moneyBack } from './tables.ts'

/** The task that does what is due with Stripe. */
export const SETTLE_PAYMENTS = taskName('settle_payments')

/**
 * Orders the money of a refunded pack back. False where it was not paid through Stripe, or was lost in a dispute: then there
 * is none to return.
 */
export function orderMoneyBack(
  tx: Tx,
  app: { wake(task: typeof SETTLE_PAYMENTS): void },
  caller: Caller,
  request: CreditRequestRow,
): boolean {
  const payment = paymentOfRequest(tx, request.tenant_id, request.id)
  if (!payment?.payment_intent) return false
  const disputed = tx.number(
    "select count(*) from billing_events where tenant_id = ? and type = 'chargeback' and state <> 'won' and request_id = ?",
    payment.tenant_id,
    request.id,
  )
  if (disputed) return true
  const back = tx.number(
    "select sum(cents) from billing_events where tenant_id = ? and type = 'refund' and state = 'settled' and request_id = ?",
    payment.tenant_id,
    request.id,
  )
  if (back >= payment.cents) return true
  tx.orm
    .insert(moneyBack)
    .values({
      request_id: request.id,
      payment_id: payment.id,
      cents: payment.cents - back,
      state: 'due',
      actor: caller.label,
      created_at: tx.now,
      next_attempt_at: tx.now,
    })
    .run()
  tx.afterCommit(() => app.wake(SETTLE_PAYMENTS))
  return true
}

export const moneyBackOf = (tx: ReadTx, request_id: string): MoneyBackRow | null =>
  tx.row<MoneyBackRow>('select * from money_back where request_id = ?', request_id)
