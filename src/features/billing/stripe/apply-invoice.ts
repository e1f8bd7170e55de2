import type { Invoice } from '../../../domains/plans/index.ts'
import type { Tx } from '../../../kernel/database/database.ts'
import { subscriptionRow, tenantOfCustomer } from '../accounts.ts'
import { recordEvent } from '../events.ts'
import { followPlan } from '../follow-plan.ts'
import { APPLIED, audit, type BillingApp, type EventOutcome, type StripeContext, waitsFor } from './stripe-context.ts'

/**
 * An invoice of a plan: paid, or a failed try. The paid period is stored with the subscription, or waits until the
 * subscription is known; monthly credits are granted up to its end.
 */
export function applyInvoice(tx: Tx, app: BillingApp, context: StripeContext, invoice: Invoice): EventOutcome {
  const subscription = subscriptionRow(tx, invoice.subscription_id)
  const tenant_id = subscription?.tenant_id ?? invoice.tenant_id ?? tenantOfCustomer(tx, invoice.customer_id)
  if (tenant_id === null) return waitsFor(invoice.subscription_id)
  const { invoice_id, paid, cents, attempt, period } = invoice
  const event = {
    tenant_id,
    mode: context.mode,
    cents,
    plan: subscription?.plan ?? null,
    interval: subscription?.interval ?? null,
    reference: invoice_id,
    actor: 'Stripe',
    created_at: context.at,
  }
  const isNew = paid
    ? cents > 0 && recordEvent(tx, { ...event, ref: `stripe ${invoice_id}`, type: 'plan_invoice' })
    : recordEvent(tx, { ...event, ref: `stripe ${invoice_id} ${attempt}`, type: 'payment_failed', state: 'failed' })
  if (isNew) audit(tx, context, tenant_id, invoice_id, { invoice: paid ? 'paid' : 'failed', usd: cents / 100 })
  if (!paid || !period) return APPLIED
  if (!subscription) return waitsFor(invoice.subscription_id)
  tx.run(
    `update stripe_subscriptions set paid_from = min(coalesce(paid_from, ?1), ?1), paid_until = max(coalesce(paid_until, ?2), ?2) where id = ?3`,
    period.start,
    period.end,
    subscription.id,
  )
  followPlan(tx, app, subscription.tenant_id)
  return APPLIED
}
