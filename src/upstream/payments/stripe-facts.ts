/** Converts Stripe's objects to ours. Seconds become times, expandable objects become their ids. */
import type { Stripe } from 'stripe'
import type {
  CheckoutSession,
  Dispute,
  Invoice,
  MoneyBack,
  PaidPlan,
  StripeEvent,
  StripeFact,
  SubscriptionFact,
} from '../../domains/plans/payment-port.ts'
import { at, SECOND, type Time } from '../../kernel/time/clock.ts'
import { UpstreamError } from '../../kernel/web-fetch/upstream-error.ts'

export function sessionOf(session: Stripe.Checkout.Session, state = stateOf(session)): CheckoutSession {
  return {
    kind: 'session',
    session_id: session.id,
    ref: session.client_reference_id ?? session.metadata?.payment_id ?? null,
    payment_id: session.metadata?.payment_id ?? null,
    url: session.url ?? null,
    state,
    cents: session.amount_total ?? 0,
    discount_cents: session.total_details?.amount_discount ?? 0,
    currency: session.currency ?? '',
    customer_id: idOf(session.customer),
    payment_intent: idOf(session.payment_intent),
  }
}

function stateOf({ status, payment_status }: Stripe.Checkout.Session): CheckoutSession['state'] {
  if (status === 'expired') return 'expired'
  if (status !== 'complete') return 'open'
  return payment_status === 'unpaid' ? 'processing' : 'paid'
}

export function subscriptionOf(subscription: Stripe.Subscription): SubscriptionFact {
  const item = subscription.items.data[0]
  if (!item) throw new UpstreamError('invalid', `Stripe said: the subscription ${subscription.id} has no items`)
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
  const periods = (invoice.lines?.data ?? []).map(({ period }) => period)
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

/** An inquiry is not a chargeback yet: no money has moved. */
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

/** Order of events of one object within a second. */
const RANKS: Record<string, number> = { 'customer.subscription.created': 0, 'customer.subscription.deleted': 2 }

export function eventOf(event: Stripe.Event): StripeEvent {
  const { id, type, created, livemode } = event
  const fact = isRead(event) ? factOf(event) : null
  return { id, type, at: moment(created)!, rank: RANKS[type] ?? 1, live: livemode, fact }
}

const subscribedOf = (subscription: Stripe.Subscription) =>
  subscription.items?.data.length ? subscriptionOf(subscription) : null

/** Events that are read here, with their conversion. The manual lists them. */
const FACTS: Record<string, (object: never) => StripeFact | null> = {
  'checkout.session.completed': (session: Stripe.Checkout.Session) => sessionOf(session),
  'checkout.session.async_payment_succeeded': (session: Stripe.Checkout.Session) => sessionOf(session, 'paid'),
  'checkout.session.async_payment_failed': (session: Stripe.Checkout.Session) => sessionOf(session, 'failed'),
  'checkout.session.expired': (session: Stripe.Checkout.Session) => sessionOf(session, 'expired'),
  'customer.subscription.created': subscribedOf,
  'customer.subscription.updated': subscribedOf,
  'customer.subscription.deleted': subscribedOf,
  'customer.subscription.paused': subscribedOf,
  'customer.subscription.resumed': subscribedOf,
  'invoice.paid': (invoice: Stripe.Invoice) => invoiceOf(invoice, true),
  'invoice.payment_failed': (invoice: Stripe.Invoice) => invoiceOf(invoice, false),
  'refund.created': refundOf,
  'refund.updated': refundOf,
  'refund.failed': refundOf,
  'charge.dispute.created': disputeOf,
  'charge.dispute.updated': disputeOf,
  'charge.dispute.closed': disputeOf,
  'charge.dispute.funds_withdrawn': disputeOf,
  'charge.dispute.funds_reinstated': disputeOf,
}
export const READ_EVENTS: readonly string[] = Object.keys(FACTS)

/** An event with an `account` is not ours: its account can name any workspace and keeps the money. */
export const isRead = ({ type, account }: Stripe.Event): boolean => READ_EVENTS.includes(type) && !account

const factOf = ({ type, data }: Stripe.Event): StripeFact | null => FACTS[type]?.(data.object as never) ?? null

const moment = (seconds: number | null | undefined): Time | null =>
  seconds === null || seconds === undefined ? null : at(seconds * SECOND)

const idOf = (one: string | { id: string } | null | undefined): string | null =>
  typeof one === 'string' ? one : (one?.id ?? null)
