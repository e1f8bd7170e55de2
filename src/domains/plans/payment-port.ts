import type { Time } from '../../kernel/time/clock.ts'
import type { PlanName } from './shapes.ts'

/** Maximum difference in seconds between the time of a signature and our clock. */
export const STRIPE_TOLERANCE = 300

/** The API version that this code reads: another version may use other fields. */
export const STRIPE_VERSION = '2026-10-28.endive'

export type PaidPlan = Exclude<PlanName, 'free'>
type Interval = 'month' | 'year'

/** An order for a page of Stripe. `ref` is our own and travels with it: after a lost answer the page is found by it. */
export type CheckoutOrder = {
  ref: string
  tenant_id: string
  cents: number
  name: string
  what: { kind: 'pack'; pack: string } | { kind: 'plan'; plan: PaidPlan; interval: Interval }
  customer_id: string | null
  email: string | null
  success_url: string
  cancel_url: string
}

/**
 * A page on which an order is paid. `ref` may come from an address that a visitor opened; only our own call sets
 * `payment_id`. `cents` are of the currency, after the discount.
 */
export type CheckoutSession = {
  kind: 'session'
  session_id: string
  ref: string | null
  payment_id: string | null
  url: string | null
  state: 'open' | 'paid' | 'processing' | 'failed' | 'expired'
  cents: number
  discount_cents: number
  currency: string
  customer_id: string | null
  payment_intent: string | null
}

/** `plan` is null for a price that is not in our catalog. */
export type SubscriptionFact = {
  kind: 'subscription'
  subscription_id: string
  customer_id: string | null
  tenant_id: string | null
  status: string
  plan: PaidPlan | null
  interval: Interval
  cents: number
  item_id: string
  begun_at: Time
  period_end: Time | null
  cancels_at: Time | null
}

export type Invoice = {
  kind: 'invoice'
  invoice_id: string
  subscription_id: string | null
  customer_id: string | null
  tenant_id: string | null
  paid: boolean
  cents: number
  attempt: number
  period: { start: Time; end: Time } | null
}

/** `tenant_id` is set once the owner of the payment was looked up. */
export type MoneyBack = {
  kind: 'refund'
  refund_id: string
  payment_intent: string | null
  ref: string | null
  cents: number
  state: 'pending' | 'settled' | 'failed'
  tenant_id?: string
}

export type Dispute = {
  kind: 'dispute'
  dispute_id: string
  payment_intent: string | null
  cents: number
  state: 'open' | 'won' | 'lost'
  tenant_id?: string
}

export type StripeFact = CheckoutSession | SubscriptionFact | Invoice | MoneyBack | Dispute

/** An event with a valid signature. `rank` orders events of one second; without `fact` it does not concern us. */
export type StripeEvent = { id: string; type: string; at: Time; rank: number; live: boolean; fact: StripeFact | null }

/**
 * The port to Stripe. Each call that moves money carries an idempotency key, so that a repeated call has one effect.
 * Throws `UpstreamError`.
 */
export type Payments = {
  openPage(order: CheckoutOrder): Promise<CheckoutSession>
  findPage(session_id: string): Promise<CheckoutSession>
  /** The address of the page where a customer manages cards, invoices and subscription. */
  openPortal(customer_id: string, return_url: string): Promise<string>
  findSubscription(id: string): Promise<SubscriptionFact>
  /** Changes the plan at once and charges or credits the rest of the period; on failure nothing changes. */
  changePlan(change: PlanSwitch): Promise<SubscriptionFact>
  refund(refund: { ref: string; payment_intent: string; cents: number }): Promise<MoneyBack>
  /** The refund with this name, or null. */
  findRefund(refund: { ref: string; payment_intent: string }): Promise<MoneyBack | null>
  customerOf(payment_intent: string): Promise<string | null>
  /** The event in a signed body; null when the signature is not Stripe's or is too old. */
  read(body: string, signature: string, now: Time): Promise<StripeEvent | null>
}

export type PlanSwitch = {
  /** Idempotency key: a repeated change is made once. */
  key: string
  subscription_id: string
  item_id: string
  tenant_id: string
  plan: PaidPlan
  interval: Interval
  cents: number
  name: string
}

declare module '../../kernel/operation/app.ts' {
  interface App {
    payments: Payments
  }
}
