/**
 * Whatever order Stripe tells things in, and however often, what stands here at the end is what stands there. All of a run
 * happens within one second, so that the moments of the events do not help. `ORDERS_SEED` and `ORDERS_RUNS` choose others.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { SECOND } from '../../../src/kernel/time/clock.ts'
import { expectBooksToBalance } from '../../books.ts'
import { WHOLE } from '../../long/whole.ts'
import { type Shop, sessionOf, shop } from './shop.ts'

const SEED = Number(process.env.ORDERS_SEED ?? 20261102)
const RUNS = Number(process.env.ORDERS_RUNS ?? (WHOLE ? 400 : 60))

let s: Shop
beforeAll(() => {
  s = shop()
})
afterAll(() => s.close())

/** mulberry32 */
function dice(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (n: number) => Math.floor(next() * n)
  return {
    below,
    shuffled: <T>(all: readonly T[]): T[] => {
      const out = [...all]
      for (let i = out.length - 1; i > 0; i--) {
        const j = below(i + 1)
        ;[out[i], out[j]] = [out[j]!, out[i]!]
      }
      return out
    },
  }
}

type Truth = { bought: number; refunded: number; disputes: ('open' | 'won' | 'lost')[]; subscription: string | null }

/** What people do in a run; what is told of it waits. */
async function live(below: (n: number) => number): Promise<Truth> {
  const truth: Truth = { bought: 0, refunded: 0, disputes: [], subscription: null }
  for (let packs = 1 + below(2); packs > 0; packs--) {
    const session = sessionOf(await s.order({ pack: 'checks' }))
    const slow = below(3) === 0
    const { payment_intent } = s.stripe.complete(session, slow ? 'unpaid' : 'paid')
    if (slow) s.stripe.later(session, 'succeeded')
    truth.bought++
    const after = below(4)
    if (after === 0) {
      s.stripe.refund(payment_intent)
      truth.refunded++
    }
    if (after === 1) {
      const end = (['open', 'won', 'lost'] as const)[below(3)]!
      const id = s.stripe.dispute(payment_intent)
      if (end !== 'open') s.stripe.closeDispute(id, end)
      truth.disputes.push(end)
    }
  }
  if (below(2) === 0) {
    const page = await s.order({ plan: 'agency_pro' })
    const { subscription } = s.stripe.complete(sessionOf(page))
    if (below(3) === 0) s.stripe.renew(subscription, false)
    if (below(3) === 0) s.stripe.end(subscription)
    truth.subscription = subscription
  }
  return truth
}

const counted = () =>
  s.db.read((tx) => ({
    checks: tx.number(
      "select sum(iif(reason = 'pack', amount, -amount)) from ledger where reason in ('pack', 'reversal')",
    ),
    purchases: tx.number("select count(*) from billing_events where type = 'pack_purchase'"),
    refunds: tx.number("select count(*) from billing_events where type = 'refund'"),
    invoices: tx.number("select count(*) from billing_events where type = 'plan_invoice'"),
    disputes: tx
      .rows<{ state: string }>("select state from billing_events where type = 'chargeback' order by id")
      .map(({ state }) => state),
  }))

test(`${RUNS} histories in random orders end as they happened, and the books balance`, async () => {
  for (let run = 0; run < RUNS; run++) {
    const { below, shuffled } = dice(SEED + run)
    const before = counted()
    const truth = await live(below)
    const told = s.stripe.undelivered()
    for (const { body } of shuffled([...told, ...told.filter(() => below(3) === 0)])) await s.hear(body)
    await s.settle(10 * SECOND)
    const now = counted()
    const difference = {
      run,
      checks: now.checks - before.checks,
      purchases: now.purchases - before.purchases,
      refunds: now.refunds - before.refunds,
      disputes: now.disputes.slice(before.disputes.length).sort(),
      invoices: now.invoices - before.invoices,
    }
    expect(difference).toEqual({
      run,
      checks: 2000 * (truth.bought - truth.refunded),
      purchases: truth.bought,
      refunds: truth.refunded,
      disputes: truth.disputes.toSorted(),
      invoices: truth.subscription ? 1 : 0,
    })
    const there = truth.subscription && (s.stripe.things.get(truth.subscription) as { status?: string }).status
    const here = s.db.read((tx) => [
      tx.row<{ status: string }>('select status from stripe_subscriptions where id = ?', truth.subscription)?.status ??
        null,
      tx.row<{ status: string }>("select status from tenant_plans where tenant_id = 'ten_northwind'")!.status,
      tx.number("select count(*) from stripe_events where outcome = 'waiting'"),
    ])
    expect([run, ...here]).toEqual([run, there, there ?? expect.any(String), 0])
    await leaveNothing(truth)
    if (run % 20 === 0) expectBooksToBalance(s.db)
  }
  expectBooksToBalance(s.db)
}, 600_000)

/** The next history begins without a subscription, and may buy. */
async function leaveNothing({ subscription }: Truth): Promise<void> {
  if (subscription) s.stripe.end(subscription)
  await s.deliver()
  await s.call('pat', 'update_tenant_billing', { id: 'ten_northwind', buying_locked: false })
}
