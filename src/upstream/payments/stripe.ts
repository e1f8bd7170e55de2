/** Stripe through its own package, which is loaded at first use. Answers are converted to our facts. */
import type { Stripe } from 'stripe'
import {
  type CheckoutOrder,
  type Payments,
  type PlanSwitch,
  STRIPE_TOLERANCE,
  STRIPE_VERSION,
} from '../../domains/plans/payment-port.ts'
import type { Config } from '../../kernel/environment/config.ts'
import { maskText } from '../../kernel/environment/log.ts'
import { millis, SECOND } from '../../kernel/time/clock.ts'
import { type FailureClass, UpstreamError } from '../../kernel/web-fetch/upstream-error.ts'
import { eventOf, isRead, refundOf, sessionOf, subscriptionOf } from './stripe-facts.ts'

type Keys = Pick<Config, 'stripe_secret_key' | 'stripe_webhook_secret' | 'stripe_api'>

const TIMEOUT = 20 * SECOND

export function createStripe(keys: Keys): Payments {
  let client: Promise<Stripe> | null = null
  const stripe = () => (client ??= open(keys))
  /** Converts the failure of a call to our error. */
  const ask = async <T>(call: (stripe: Stripe) => Promise<T>): Promise<T> => {
    try {
      return await call(await stripe())
    } catch (error) {
      throw failureOf(error, keys.stripe_secret_key)
    }
  }
  return {
    openPage: (order) =>
      ask(async ({ checkout }) =>
        sessionOf(await checkout.sessions.create(pageFor(order), named(`page ${order.ref}`))),
      ),
    findPage: (id) => ask(async ({ checkout }) => sessionOf(await checkout.sessions.retrieve(id))),
    openPortal: (customer, return_url) =>
      ask(async ({ billingPortal }) => (await billingPortal.sessions.create({ customer, return_url })).url),
    findSubscription: (id) => ask(async ({ subscriptions }) => subscriptionOf(await subscriptions.retrieve(id))),
    changePlan: (change) => ask(async (all) => subscriptionOf(await changePlan(all, change))),
    refund: ({ ref, payment_intent, cents }) =>
      ask(async ({ refunds }) => {
        const wanted = { payment_intent, amount: cents, metadata: { request_id: ref } }
        return refundOf(await refunds.create(wanted, named(`refund ${ref}`)))
      }),
    findRefund: ({ ref, payment_intent }) =>
      ask(async ({ refunds }) => {
        const { data } = await refunds.list({ payment_intent, limit: 100 })
        const found = data.find(({ metadata }) => metadata?.request_id === ref)
        return found ? refundOf(found) : null
      }),
    customerOf: (payment_intent) =>
      ask(async ({ paymentIntents }) => {
        const { customer } = await paymentIntents.retrieve(payment_intent)
        return typeof customer === 'string' ? customer : (customer?.id ?? null)
      }),
    async read(body, signature, now) {
      if (keys.stripe_webhook_secret === '') return null
      const { webhooks, errors } = await stripe()
      const secret = keys.stripe_webhook_secret
      try {
        const event = await webhooks.constructEventAsync(
          body,
          signature,
          secret,
          STRIPE_TOLERANCE,
          undefined,
          millis(now),
        )
        return eventOf(await ask((all) => inOurVersion(all, event, keys)))
      } catch (error) {
        if (error instanceof errors.StripeSignatureVerificationError || error instanceof SyntaxError) return null
        throw error
      }
    },
  }
}

async function open({ stripe_secret_key, stripe_api }: Keys): Promise<Stripe> {
  const { Stripe } = await import('stripe')
  const { hostname, port, protocol } = new URL(stripe_api)
  return new Stripe(stripe_secret_key, {
    apiVersion: STRIPE_VERSION,
    timeout: TIMEOUT,
    maxNetworkRetries: 1,
    telemetry: false,
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
    protocol: protocol === 'http:' ? 'http' : 'https',
  })
}

/**
 * The event with its object in our API version. An event has the version of its endpoint or account. Another version
 * has other fields, so the object is then fetched.
 */
async function inOurVersion(stripe: Stripe, event: Stripe.Event, keys: Keys): Promise<Stripe.Event> {
  const { id = '', object: kind = '' } = event.data.object as { id?: string; object?: string }
  const isOfMode = event.livemode === /^.._live_/.test(keys.stripe_secret_key)
  if (event.api_version === STRIPE_VERSION || !isOfMode || !isRead(event)) return event
  const object = await FETCHES[kind]?.(stripe, id)
  return object ? ({ ...event, data: { object } } as Stripe.Event) : event
}

const FETCHES: Record<string, (stripe: Stripe, id: string) => Promise<object>> = {
  'checkout.session': ({ checkout }, id) => checkout.sessions.retrieve(id),
  subscription: ({ subscriptions }, id) => subscriptions.retrieve(id),
  invoice: ({ invoices }, id) => invoices.retrieve(id),
  refund: ({ refunds }, id) => refunds.retrieve(id),
  dispute: ({ disputes }, id) => disputes.retrieve(id),
}

const named = (idempotencyKey: string) => ({ idempotencyKey })

function pageFor(order: CheckoutOrder): Stripe.Checkout.SessionCreateParams {
  const { ref, tenant_id, cents, name, what, customer_id, email, success_url, cancel_url } = order
  const price = { currency: 'usd', unit_amount: cents, product_data: { name } }
  const who = customer_id ? { customer: customer_id } : email ? { customer_email: email } : {}
  const whole = { client_reference_id: ref, success_url, cancel_url, ...who }
  if (what.kind === 'pack') {
    const metadata = { payment_id: ref, tenant_id, pack: what.pack }
    return {
      ...whole,
      mode: 'payment',
      ...(customer_id ? {} : { customer_creation: 'always' as const }),
      line_items: [{ price_data: price, quantity: 1 }],
      metadata,
      payment_intent_data: { metadata },
    }
  }
  const metadata = { payment_id: ref, tenant_id, plan: what.plan, interval: what.interval }
  return {
    ...whole,
    mode: 'subscription',
    line_items: [{ price_data: { ...price, recurring: { interval: what.interval } }, quantity: 1 }],
    metadata,
    subscription_data: { metadata },
  }
}

/** The rest of the period is charged or credited at once; a refused card changes nothing. */
async function changePlan({ prices, subscriptions }: Stripe, change: PlanSwitch) {
  const { key, subscription_id, item_id, tenant_id, plan, interval, cents, name } = change
  const lookup_key = `signalpost_${plan}_${interval}_${cents}`
  const { data } = await prices.list({ lookup_keys: [lookup_key], active: true, limit: 1 })
  const wanted = {
    lookup_key,
    currency: 'usd',
    unit_amount: cents,
    recurring: { interval },
    product_data: { name },
    metadata: { plan, interval },
  }
  const price = data[0] ?? (await prices.create(wanted, named(`price ${lookup_key}`)))
  return subscriptions.update(
    subscription_id,
    {
      items: [{ id: item_id, price: price.id }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
      metadata: { tenant_id, plan, interval },
    },
    named(key),
  )
}

const CLASSES: Record<string, FailureClass> = {
  StripeAuthenticationError: 'auth',
  StripePermissionError: 'auth',
  StripeRateLimitError: 'rate',
  StripeCardError: 'invalid',
  StripeInvalidRequestError: 'invalid',
  StripeIdempotencyError: 'invalid',
}

/** Any other failure may have taken effect: the next call with the same key tells. */
function failureOf(error: unknown, secret: string): unknown {
  const { type, message } = error as { type?: string; message?: string }
  if (!type?.startsWith('Stripe')) return error
  const said = type === 'StripeConnectionError' ? 'gave no answer' : `said: ${message}`
  return new UpstreamError(
    CLASSES[type] ?? 'transient',
    maskText(`Stripe ${said}`.replaceAll(secret, '…')).slice(0, 300),
  )
}
