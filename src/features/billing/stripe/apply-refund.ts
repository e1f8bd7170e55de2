import { findRequest, refund as takeBack, tellRequester } from '../../../domains/credits/index.ts'
import { tellPlatform } from '../../../domains/mail/index.ts'
import type { MoneyBack } from '../../../domains/plans/index.ts'
import type { Tx } from '../../../kernel/database/database.ts'
import { recordEvent } from '../events.ts'
import { takenBackNote } from '../manual-entries.ts'
import { boughtWith, paidCents, paymentOfIntent, refundedCents } from '../payments.ts'
import type { PaymentRow } from '../tables.ts'
import {
  APPLIED,
  audit,
  type BillingApp,
  billingPage,
  type EventOutcome,
  type StripeContext,
  stripeCaller,
  waitsFor,
} from './stripe-context.ts'

/**
 * A refund by Stripe or by the operator. When the whole payment of a pack is refunded, its unspent credits are taken
 * back, and the event says which could not be. A refund that fails later is marked as failed.
 */
export function applyRefund(tx: Tx, app: BillingApp, context: StripeContext, refund: MoneyBack): EventOutcome {
  const payment = paymentOfIntent(tx, refund.payment_intent)
  const tenant_id = payment?.tenant_id ?? refund.tenant_id
  if (!tenant_id) return waitsFor(refund.payment_intent)
  noteMoneyBack(tx, app, payment, refund)
  if (refund.state === 'failed') fail(tx, context, tenant_id, refund)
  if (refund.state !== 'settled') return APPLIED
  const ref = `stripe ${refund.refund_id}`
  const before = payment ? refundedCents(tx, payment) : 0
  const isNew = recordEvent(tx, {
    ref,
    type: 'refund',
    tenant_id,
    mode: context.mode,
    ...boughtWith(payment),
    cents: refund.cents,
    reference: refund.refund_id,
    actor: 'Stripe',
    created_at: context.at,
  })
  if (!isNew) return APPLIED
  const note = noteOf(tx, app, payment, before + refund.cents)
  tx.run('update billing_events set note = ? where ref = ?', note, ref)
  audit(tx, context, tenant_id, refund.refund_id, { refund: 'settled', usd: refund.cents / 100, note })
  return APPLIED
}

/** Takes the credits back when the whole payment was refunded, and returns a sentence about them. */
function noteOf(tx: Tx, app: BillingApp, payment: PaymentRow | null, went_back: number): string {
  if (!payment?.request_id) return 'For a plan: its credits and its limits stay until the subscription ends.'
  if (went_back < paidCents(payment)) return 'Partial: no credits were taken back.'
  const caller = stripeCaller(payment.tenant_id)
  const request = findRequest(tx, caller, payment.request_id)
  if (request.status === 'approved') {
    takeBack(tx, caller, request, 'Refunded through Stripe')
    tellRequester(tx, app, caller, { ...request, status: 'refunded', answer_note: 'Refunded through Stripe' })
  }
  return takenBackNote(tx, request.id)
}

function fail(tx: Tx, context: StripeContext, tenant_id: string, { refund_id }: MoneyBack): void {
  const changed = tx.run(
    "update billing_events set state = 'failed' where ref = ? and state = 'settled'",
    `stripe ${refund_id}`,
  )
  if (changed) audit(tx, context, tenant_id, refund_id, { refund: 'failed' })
}

/** The result of a refund that was ordered here. */
function noteMoneyBack(tx: Tx, app: BillingApp, payment: PaymentRow | null, refund: MoneyBack): void {
  if (!payment || refund.ref === null || refund.ref !== payment.request_id) return
  const order = { pending: 0, settled: 1, failed: 2 }
  const row = tx.row<{ state: keyof typeof order | 'due' }>(
    'select state from money_back where request_id = ?',
    refund.ref,
  )
  if (!row || (row.state !== 'due' && order[row.state] >= order[refund.state])) return
  tx.run(
    'update money_back set state = ?, refund_id = ?, next_attempt_at = null where request_id = ?',
    refund.state,
    refund.refund_id,
    refund.ref,
  )
  if (refund.state === 'failed') tellFailedRefund(tx, app, payment, refund.cents, 'Stripe could not return the money.')
}

export function tellFailedRefund(tx: Tx, app: BillingApp, payment: PaymentRow, cents: number, why: string): void {
  const what = `The refund of $${cents / 100} for pack ${payment.pack} failed: ${why}`
  const facts = { what, advice: 'Its credits were taken back. Refund the money in Stripe, or grant the credits again.' }
  tellPlatform(tx, app, { ref: `refund failed ${payment.id}`, facts, link: billingPage(app, payment.tenant_id) })
}
