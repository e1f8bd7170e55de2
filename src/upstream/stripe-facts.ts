/** What Stripe's objects mean here. Numbers of seconds become moments, objects that may be expanded become their ids. */
import type { Stripe } from 'stripe'
import type {
  Dispute,
  Fact,
  Invoice,
  MoneyBack,
  PaidPlan,
  Session,
  StripeEvent,
  Subscribed,
} from '../domains/billing/port.ts'
import { at, SECOND, type Time } from '../kernel/clock.ts'

export function sessionOf(session: Stripe.Checkout.Session, state = stateOf(session)): Session {
  return {
    kind: 'session',
    session_id: session.id,
    ref: session.client_reference_id ?? session.metadata?.payment_id ?? null,
    url: session.url ?? null,
    state,
    cents: session.amount_total ?? 0,
    customer_id: idOf(session.customer),
    payment_intent: idOf(session.payment_intent),
  }
}

function stateOf({ status, payment_status }: Stripe.Checkout.Session): Session['state'] {
  if (status === 'expired') return 'expired'
  if (status !== 'complete') return 'open'
  return payment_status === 'unpaid' ? 'processing' : 'paid'
}

export function subscriptionOf(subscription: Stripe.Subscription): Subscribed {
  const item = subscription.items.data[0]!
  const { price } = item
  const { plan, tenant_id } = subscription.metadata ?? {}
  return {
    kind: 'subscription',
    subscription_id: subscription.id,
    customer_id: idOf(subscription.customer),
    tenant_id: tenant_id ?? null,
    status: subscription.status,
    plan: paidPlan(
      /^signalpost_(\w+)_(?:month|year)_\d+$/.exec(price.lookup_key ?? '')?.[1] ?? price.metadata?.plan ?? plan,
    ),
    interval: price.recurring?.interval === 'year' ? 'year' : 'month',
    cents: price.unit_amount ?? 0,
    item_id: item.id,
    begun_at: moment(subscription.created)!,
    period_end: moment(item.current_period_end),
    cancels_at:
      moment(subscription.cancel_at) ?? (subscription.cancel_at_period_end ? moment(item.current_period_end) : null),
  }
}

const PLANS: readonly string[] = ['agency_starter', 'agency_pro', 'agency_scale'] satisfies PaidPlan[]
const paidPlan = (name: string | undefined): PaidPlan | null => (PLANS.includes(name!) ? (name as PaidPlan) : null)

function invoiceOf(invoice: Stripe.Invoice, paid: boolean): Invoice {
  const of = invoice.parent?.subscription_details
  const periods = invoice.lines.data.map(({ period }) => period)
  const last = periods.sort((a, b) => b.end - a.end)[0]
  return {
    kind: 'invoice',
    invoice_id: invoice.id!,
    subscription_id: idOf(of?.subscription),
    customer_id: idOf(invoice.customer),
    tenant_id: of?.metadata?.tenant_id ?? null,
    paid,
    cents: paid ? invoice.amount_paid : invoice.amount_due,
    attempt: invoice.attempt_count,
    period: last && last.end > last.start ? { start: moment(last.start)!, end: moment(last.end)! } : null,
  }
}

export function refundOf(refund: Stripe.Refund): MoneyBack {
  const state =
    refund.status === 'succeeded' ? 'settled' : STILL_GOING.includes(refund.status ?? '') ? 'pending' : 'failed'
  return {
    kind: 'refund',
    refund_id: refund.id,
    payment_intent: idOf(refund.payment_intent),
    ref: refund.metadata?.request_id ?? null,
    cents: refund.amount,
    state,
  }
}

const STILL_GOING = ['pending', 'requires_action']

/** An inquiry is no chargeback yet: no money has moved. */
function disputeOf(dispute: Stripe.Dispute): Dispute | null {
  if (dispute.status.startsWith('warning_')) return null
  const state = dispute.status === 'won' ? 'won' : dispute.status === 'lost' ? 'lost' : 'open'
  return {
    kind: 'dispute',
    dispute_id: dispute.id,
    payment_intent: idOf(dispute.payment_intent),
    cents: dispute.amount,
    state,
  }
}

/** The order of what happens to one thing within a second. */
const RANKS: Record<string, number> = { 'customer.subscription.created': 0, 'customer.subscription.deleted': 2 }

export function eventOf(event: Stripe.Event): StripeEvent {
  const { id, type, created, livemode } = event
  return { id, type, at: moment(created)!, rank: RANKS[type] ?? 1, live: livemode, fact: factOf(event) }
}

function factOf(event: Stripe.Event): Fact | null {
  switch (event.type) {
    case 'checkout.session.completed':
      return sessionOf(event.data.object)
    case 'checkout.session.async_payment_succeeded':
      return sessionOf(event.data.object, 'paid')
    case 'checkout.session.async_payment_failed':
      return sessionOf(event.data.object, 'failed')
    case 'checkout.session.expired':
      return sessionOf(event.data.object, 'expired')
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
      return subscriptionOf(event.data.object)
    case 'invoice.paid':
      return invoiceOf(event.data.object, true)
    case 'invoice.payment_failed':
      return invoiceOf(event.data.object, false)
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return refundOf(event.data.object)
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return disputeOf(event.data.object)
    default:
      return null
  }
}

const moment = (seconds: number | null | undefined): Time | null =>
  seconds === null || seconds === undefined ? null : at(seconds * SECOND)

const idOf = (one: string | { id: string } | null | undefined): string | null =>
  typeof one === 'string' ? one : (one?.id ?? null)
