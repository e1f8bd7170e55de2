import type { Time } from '../../kernel/clock.ts'
import type { PlanName } from '../plans/index.ts'

/** Seconds by which the clock of a signature may differ from ours. */
export const STRIPE_TOLERANCE = 300

export type PaidPlan = Exclude<PlanName, 'free'>
type Interval = 'month' | 'year'

/** What a page of Stripe asks for. `ref` is ours and travels inside: a lost answer is found by it. */
export type Order = {
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

/** A page on which an order is paid for. */
export type Session = {
  kind: 'session'
  session_id: string
  ref: string | null
  url: string | null
  state: 'open' | 'paid' | 'processing' | 'failed' | 'expired'
  cents: number
  customer_id: string | null
  payment_intent: string | null
}

/** `plan` is null for a price that is none of ours. */
export type Subscribed = {
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

/** `tenant_id` is told by whoever looked up whose payment it is. */
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

export type Fact = Session | Subscribed | Invoice | MoneyBack | Dispute

/** What Stripe told, proved by its signature. `rank` orders what happened in one second; no `fact`: nothing of ours. */
export type StripeEvent = { id: string; type: string; at: Time; rank: number; live: boolean; fact: Fact | null }

/**
 * The port to Stripe. Each call that moves money carries a name, so that made again it is made once. Throws `UpstreamError`.
 */
export type Payments = {
  openPage(order: Order, signal?: AbortSignal): Promise<Session>
  findPage(session_id: string, signal?: AbortSignal): Promise<Session>
  /** The address of the page on which a customer looks after cards, invoices and subscription. */
  openPortal(customer_id: string, return_url: string, signal?: AbortSignal): Promise<string>
  findSubscription(id: string, signal?: AbortSignal): Promise<Subscribed>
  /** Puts a subscription on another plan at once; the rest of the period is charged or credited, or nothing changes. */
  changePlan(change: PlanSwitch, signal?: AbortSignal): Promise<Subscribed>
  refund(refund: { ref: string; payment_intent: string; cents: number }, signal?: AbortSignal): Promise<MoneyBack>
  /** The refund of this name, when there is one. */
  findRefund(refund: { ref: string; payment_intent: string }, signal?: AbortSignal): Promise<MoneyBack | null>
  /** Whose payment it is. */
  customerOf(payment_intent: string, signal?: AbortSignal): Promise<string | null>
  /** The event that a signed body holds; null when the signature is none of Stripe's or too old. */
  read(body: string, signature: string, now: Time): Promise<StripeEvent | null>
}

export type PlanSwitch = {
  /** Names the change: the same one made twice is made once. */
  key: string
  subscription_id: string
  item_id: string
  tenant_id: string
  plan: PaidPlan
  interval: Interval
  cents: number
  name: string
}

declare module '../../kernel/app.ts' {
  interface App {
    payments: Payments
  }
}
