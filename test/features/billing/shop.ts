/** A world that takes payments through a Stripe on loopback, and the ways to hear of them. */
import { receiveEvent } from '../../../src/features/billing/index.ts'
import { settlePaymentsTask } from '../../../src/features/billing/tasks.ts'
import { UpstreamError } from '../../../src/kernel/web-fetch/upstream-error.ts'
import { STRIPE_KEY, STRIPE_SECRET, stripeStandIn } from '../../upstreams/stripe.ts'
import { handClock, type Person, world } from '../../world.ts'

export type Shop = ReturnType<typeof shop>
export type Paid = { id: string; state: string; url: string | null; request_id: string | null; usd: number }
export type Told = { type: string; state: string; usd: number; note: string | null; reference: string }

export function shop(env: Record<string, string> = {}) {
  const time = handClock()
  const stripe = stripeStandIn(() => time.now())
  const w = world({
    env: {
      SIGNALPOST_STRIPE_SECRET_KEY: STRIPE_KEY,
      SIGNALPOST_STRIPE_WEBHOOK_SECRET: STRIPE_SECRET,
      SIGNALPOST_STRIPE_API: stripe.url,
      SIGNALPOST_LISTEN: '127.0.0.1:0',
      ...env,
    },
  })
  const wait = (ms: number) => {
    time.turn(ms)
    w.clock.turn(ms)
  }
  const hear = async (body: string) =>
    receiveEvent(w.app, body, await stripe.sign(body), { ip: '203.0.113.9', request_id: 'from-stripe' })
  return {
    ...w,
    stripe,
    wait,
    hear,
    /** Delivers what happened, in its order. */
    async deliver() {
      for (const { body } of stripe.undelivered()) await hear(body)
    },
    /** Time goes by, and what is due with Stripe is done. */
    async settle(ms = 0) {
      wait(ms)
      await w.run(settlePaymentsTask)
    },
    order: (input: object, who: Person = 'ada') => w.call<Paid>(who, 'create_checkout', input as never),
    payment: (id: string) => w.call<Paid>('ada', 'get_payment', { id }),
    credits: async (tenant_id = 'ten_northwind') => {
      const { index, check } = await w.call<Record<'index' | 'check', { available: number; owed: number }>>(
        'ada',
        'get_credits',
        { tenant_id },
      )
      return [index.available, check.available, index.owed, check.owed]
    },
    events: async (filter = {}) =>
      (await w.call<{ items: Told[] }>('pat', 'list_billing_events', { dir: 'asc', ...filter })).items,
    close() {
      stripe.stop()
      w.close()
    },
  }
}

/** What a call is refused with when Stripe is not heard, or says no. */
export const unanswered = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'it answered',
    (error) => (error instanceof UpstreamError ? error.message : String(error)),
  )

/** The page of a payment, as the stand-in knows it. */
export const sessionOf = ({ url }: Pick<Paid, 'url'>): string => url!.split('/').at(-1)!
