/**
 * Stripe on loopback, as far as the product uses it: what it answers has the shapes of API version 2026-10-28.endive, a name
 * (Idempotency-Key) makes a call once, and what happens is told by events that Stripe's own package signs. A test delivers
 * them: in order, twice, shuffled, or late.
 */
import { Stripe } from 'stripe'
import { STRIPE_VERSION } from '../../src/domains/plans/payment-port.ts'
import { DAY, millis, SECOND, type Time } from '../../src/kernel/time/clock.ts'
import { type Received, type StandIn, standIn } from './stand-in.ts'

type Thing = Record<string, unknown> & { id: string }
type Event = { id: string; type: string; body: string }
type Form = Record<string, string>

export const STRIPE_KEY = 'sk_test_loopback'
export const STRIPE_SECRET = 'whsec_loopback_secret'

export type StripeStandIn = StandIn & ReturnType<typeof acts>

/** `now` is the clock of its signatures and of its objects. */
export function stripeStandIn(now: () => Time): StripeStandIn {
  const things = new Map<string, Thing>()
  const answers = new Map<string, { body: string; answer: unknown }>()
  const events: Event[] = []
  let last = 0
  const id = (prefix: string) => `${prefix}_${String(++last).padStart(8, '0')}`
  const seconds = () => Math.floor(millis(now()) / SECOND)
  const keep = <T extends Thing>(thing: T): T => {
    things.set(thing.id, thing)
    return thing
  }
  const tell = (type: string, object: Thing, livemode = false) => {
    const sent = { created: seconds(), livemode, api_version: STRIPE_VERSION, data: { object } }
    const event = { id: id('evt'), object: 'event', type, ...sent }
    events.push({ id: event.id, type, body: JSON.stringify(event) })
  }
  const server = standIn(now, (request) => {
    if (request.headers.authorization !== `Bearer ${STRIPE_KEY}`) return failed(401, 'Invalid API Key provided')
    const key = request.headers['idempotency-key']
    const before = key && request.method === 'POST' ? answers.get(key) : undefined
    if (before && before.body !== request.body) return failed(400, 'Keys for idempotent requests…', 'idempotency_error')
    const answer = before?.answer ?? answerTo(request, { things, keep, id, seconds, tell })
    if (answer === null) return failed(404, `No such thing: ${request.path}`)
    if (answer === DECLINED) return failed(402, 'Your card was declined.', 'card_error')
    if (key && request.method === 'POST') answers.set(key, { body: request.body, answer })
    return Response.json(answer)
  })
  return { ...server, ...acts({ things, keep, id, seconds, tell, events, now }) }
}

const failed = (status: number, message: string, type = 'invalid_request_error') =>
  Response.json({ error: { type, message } }, { status })
const DECLINED = Symbol('declined')

type Inside = {
  things: Map<string, Thing>
  keep<T extends Thing>(thing: T): T
  id(prefix: string): string
  seconds(): number
  tell(type: string, object: Thing): void
}

/** Nested names of a form, `a[b][0]`, as an object. */
function nested(form: Form): Record<string, unknown> {
  const out: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(form)) {
    const path = name.replaceAll(']', '').split('[')
    let at = out
    for (const step of path.slice(0, -1)) {
      at[step] ??= {}
      at = at[step] as Record<string, unknown>
    }
    at[path.at(-1)!] = value
  }
  return out
}

// biome-ignore lint/suspicious/noExplicitAny: forms of another's protocol
type Any = any

function answerTo({ method, path, body, query }: Received, inside: Inside): unknown {
  const { things, keep, id, seconds, tell } = inside
  const form: Any = nested(Object.fromEntries(new URLSearchParams(body)))
  const [, , noun, name] = path.split('/')
  if (method === 'GET' && noun === 'prices')
    return list([...things.values()].filter((one) => one.lookup_key === query['lookup_keys[0]']))
  if (method === 'GET' && noun === 'refunds')
    return list(
      [...things.values()].filter((one) => one.object === 'refund' && one.payment_intent === query.payment_intent),
    )
  if (method === 'GET') return things.get(path.split('/').at(-1)!) ?? null
  if (path === '/v1/checkout/sessions') {
    const item = form.line_items[0].price_data
    const session = keep({
      id: id('cs_test'),
      object: 'checkout.session',
      mode: form.mode,
      status: 'open',
      payment_status: 'unpaid',
      client_reference_id: form.client_reference_id,
      customer: form.customer ?? null,
      payment_intent: null,
      subscription: null,
      amount_total: Number(item.unit_amount),
      currency: item.currency,
      total_details: { amount_discount: 0 },
      metadata: form.metadata ?? {},
      livemode: false,
      expires_at: seconds() + DAY / SECOND,
      success_url: form.success_url,
      cancel_url: form.cancel_url,
      url: '',
      asked: form,
    })
    session.url = `https://checkout.stripe.example/c/pay/${session.id}`
    return session
  }
  if (path === '/v1/billing_portal/sessions')
    return { id: id('bps'), object: 'billing_portal.session', url: `https://billing.stripe.example/p/${form.customer}` }
  if (path === '/v1/prices')
    return keep({
      id: id('price'),
      object: 'price',
      lookup_key: form.lookup_key,
      unit_amount: Number(form.unit_amount),
      recurring: form.recurring,
      metadata: form.metadata ?? {},
    })
  if (path === '/v1/refunds') {
    const intent = things.get(form.payment_intent)
    if (!intent) return null
    const refund = keep({
      id: id('re'),
      object: 'refund',
      status: 'succeeded',
      amount: Number(form.amount ?? intent.amount),
      payment_intent: intent.id,
      metadata: form.metadata ?? {},
    })
    tell('refund.created', refund)
    return refund
  }
  if (noun === 'subscriptions') {
    const subscription = things.get(name!) as Any
    if (!subscription) return null
    if (subscription.card_refused) return DECLINED
    const item = subscription.items.data[0]
    const price = things.get(form.items[0].price) as Any
    item.price = { ...price }
    subscription.metadata = { ...subscription.metadata, ...form.metadata }
    tell('customer.subscription.updated', structuredClone(subscription))
    return subscription
  }
  return null
}

const list = (data: Thing[]) => ({ object: 'list', data, has_more: false, url: '/' })

/** What people and banks do, which the product hears of by events alone. */
function acts({ things, keep, id, seconds, tell, events, now }: Inside & { events: Event[]; now(): Time }) {
  const sessionOf = (id: string) => things.get(id) as Any
  /** A customer fills in the page: with `unpaid`, the bank takes its time. */
  const complete = (session_id: string, payment_status: 'paid' | 'unpaid' = 'paid') => {
    const session = sessionOf(session_id)
    const customer = session.customer ?? keep({ id: id('cus'), object: 'customer' }).id
    Object.assign(session, { status: 'complete', payment_status, customer })
    if (session.mode === 'payment') {
      const intent = { id: id('pi'), object: 'payment_intent', amount: session.amount_total, customer }
      session.payment_intent = keep(intent).id
    } else session.subscription = subscribe(session, customer).id
    tell('checkout.session.completed', structuredClone(session))
    return session
  }
  /** A voucher of the operator makes the page cheaper. */
  const discount = (session_id: string, amount_discount: number) => {
    const session = sessionOf(session_id)
    session.amount_total -= amount_discount
    session.total_details = { amount_discount }
  }
  /** Somebody pays at another page of the same account, with a reference of their choice in its address. */
  const payElsewhere = (client_reference_id: string, amount_total: number, currency = 'usd') => {
    const intent = keep({ id: id('pi'), object: 'payment_intent', amount: amount_total })
    const session = keep({
      id: id('cs_test'),
      object: 'checkout.session',
      mode: 'payment',
      status: 'complete',
      payment_status: 'paid',
      payment_link: 'plink_donation',
      client_reference_id,
      customer: null,
      payment_intent: intent.id,
      amount_total,
      currency,
      total_details: { amount_discount: 0 },
      metadata: {},
    })
    tell('checkout.session.completed', structuredClone(session))
    return session
  }
  const subscribe = (session: Any, customer: string) => {
    const { interval } = session.asked.line_items[0].price_data.recurring
    const metadata = session.asked.subscription_data.metadata
    const item = {
      id: id('si'),
      current_period_end: seconds(),
      price: {
        id: id('price'),
        unit_amount: session.amount_total,
        recurring: { interval },
        metadata: {},
        lookup_key: null,
      },
    }
    const made = keep({
      id: id('sub'),
      object: 'subscription',
      status: 'incomplete',
      customer,
      metadata,
      created: seconds(),
      cancel_at: null,
      cancel_at_period_end: false,
      items: { data: [item] },
    })
    tell('customer.subscription.created', structuredClone(made))
    renew(made.id)
    return made
  }
  /** A new period begins, and is paid or not. */
  const renew = (subscription_id: string, paid = true, attempt = 1) => {
    const subscription = things.get(subscription_id) as Any
    const [item] = subscription.items.data
    const start = item.current_period_end
    const months = item.price.recurring.interval === 'year' ? 12 : 1
    const date = new Date(start * SECOND)
    const end = Math.floor(date.setUTCMonth(date.getUTCMonth() + months) / SECOND)
    if (attempt === 1) item.current_period_end = end
    subscription.status = paid ? 'active' : 'past_due'
    const invoice = keep({
      id: id('in'),
      object: 'invoice',
      customer: subscription.customer,
      amount_paid: paid ? item.price.unit_amount : 0,
      amount_due: item.price.unit_amount,
      attempt_count: attempt,
      parent: { subscription_details: { subscription: subscription.id, metadata: subscription.metadata } },
      lines: { data: [{ period: { start, end } }] },
    })
    tell(paid ? 'invoice.paid' : 'invoice.payment_failed', structuredClone(invoice))
    tell('customer.subscription.updated', structuredClone(subscription))
    return invoice
  }
  const end = (subscription_id: string) => {
    const subscription = things.get(subscription_id) as Any
    subscription.status = 'canceled'
    tell('customer.subscription.deleted', structuredClone(subscription))
  }
  const later = (session_id: string, how: 'succeeded' | 'failed') => {
    const session = sessionOf(session_id)
    if (how === 'succeeded') session.payment_status = 'paid'
    tell(`checkout.session.async_payment_${how}`, structuredClone(session))
  }
  const expire = (session_id: string) => {
    const session = sessionOf(session_id)
    session.status = 'expired'
    tell('checkout.session.expired', structuredClone(session))
  }
  /** By the operator, on Stripe's own pages. */
  const refund = (payment_intent: string, amount?: number, status = 'succeeded') => {
    const whole = (things.get(payment_intent) as Any).amount
    const made = keep({ id: id('re'), object: 'refund', status, amount: amount ?? whole, payment_intent, metadata: {} })
    tell('refund.created', structuredClone(made))
    return made
  }
  const refundFails = (refund_id: string) => {
    const made = things.get(refund_id) as Any
    made.status = 'failed'
    tell('refund.failed', structuredClone(made))
  }
  const dispute = (payment_intent: string) => {
    const { amount } = things.get(payment_intent) as Any
    const made = keep({ id: id('dp'), object: 'dispute', status: 'needs_response', amount, payment_intent })
    tell('charge.dispute.created', structuredClone(made))
    return made.id
  }
  const closeDispute = (dispute_id: string, status: 'won' | 'lost') => {
    const made = things.get(dispute_id) as Any
    made.status = status
    tell('charge.dispute.closed', structuredClone(made))
  }
  const signer = new Stripe('sk_test_signer')
  /** The header of a delivery made `age` milliseconds ago. */
  const sign = (payload: string, age = 0, secret = STRIPE_SECRET): Promise<string> =>
    signer.webhooks.generateTestHeaderStringAsync({
      payload,
      secret,
      timestamp: Math.floor((millis(now()) - age) / SECOND),
    })
  return {
    complete,
    discount,
    payElsewhere,
    renew,
    end,
    later,
    expire,
    refund,
    refundFails,
    dispute,
    closeDispute,
    sign,
    things,
    /** What was not delivered yet, oldest first; taken away by asking. */
    undelivered: () => events.splice(0),
  }
}
