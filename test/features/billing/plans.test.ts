/** Plans through Stripe: the plan follows the subscription, its credits what was paid, and a late payment has seven days. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { DAY, HOUR } from '../../../src/kernel/time/clock.ts'
import { grantPlanCreditsTask } from '../../../src/tasks/grant-plan-credits.ts'
import { expectBooksToBalance } from '../../books.ts'
import { refusal } from '../../refusal.ts'
import { type Shop, sessionOf, shop, unanswered } from './shop.ts'

let s: Shop
beforeEach(() => {
  s = shop()
  s.db.write((tx) => tx.run("delete from tenant_plans where tenant_id = 'ten_northwind'"))
})
afterEach(() => {
  expectBooksToBalance(s.db)
  s.close()
})

type Standing = {
  plan: string
  status: string
  in_force: string
  interval: string
  grace_until: string | null
  current_period_end: string
}
const subscribed = async (plan = 'agency_starter', interval = 'month'): Promise<string> => {
  const page = await s.order({ plan, interval })
  const { subscription } = s.stripe.complete(sessionOf(page))
  await s.deliver()
  await s.run(grantPlanCreditsTask)
  return subscription
}
const standing = async () =>
  (await s.call<{ plan: Standing }>('pat', 'get_tenant_billing', { id: 'ten_northwind' })).plan
const granted = () =>
  s.db.read((tx) =>
    tx.rows<{ amount: number }>("select amount from ledger where reason = 'plan_grant' and kind = 'index' order by id"),
  )
const months = () => granted().map(({ amount }) => amount)
const pass = async (ms: number) => {
  await s.settle(ms)
  await s.run(grantPlanCreditsTask)
}

test('a plan is in force once it is paid, with the credits of its first month', async () => {
  const id = await subscribed('agency_pro')
  expect(await standing()).toMatchObject({
    plan: 'agency_pro',
    status: 'active',
    in_force: 'agency_pro',
    interval: 'month',
    current_period_end: '2026-12-02T09:00:00.000Z',
  })
  expect(months()).toEqual([2000])
  expect(await s.events()).toMatchObject([{ type: 'plan_invoice', usd: 149 }])
  expect(await s.call('pat', 'get_billing')).toMatchObject({ mode: 'test' })
  expect(await s.call('pat', 'get_tenant_billing', { id: 'ten_northwind' })).toMatchObject({
    stripe: { subscription_id: id, subscription_status: 'active' },
    paid_usd: 149,
  })
  expect(await refusal(s.order({ plan: 'agency_scale' }))).toMatchObject({ code: 'conflict' })
})

describe('events of another API version', () => {
  /** As accounts from before 2025 send them: the invoice names its subscription itself, and the period is the subscription's. */
  const old = (body: string): string => {
    const event = JSON.parse(body)
    const { object } = event.data
    if (object.parent) Object.assign(object, { subscription: object.parent.subscription_details.subscription })
    delete object.parent
    for (const item of object.items?.data ?? []) delete item.current_period_end
    return JSON.stringify({ ...event, api_version: '2024-06-20' })
  }
  const letters = () => s.db.read((tx) => tx.number("select count(*) from mails where template = 'operator_alert'"))
  const hearOld = async () => {
    for (const { body } of s.stripe.undelivered()) expect(await s.hear(old(body))).toMatchObject({ outcome: 'applied' })
    await s.run(grantPlanCreditsTask)
  }

  test('bring the plan, its credits and each later month: their objects are fetched by our version', async () => {
    const page = await s.order({ plan: 'agency_pro' })
    const { subscription } = s.stripe.complete(sessionOf(page))
    await hearOld()
    expect([months(), (await standing()).current_period_end]).toEqual([[2000], '2026-12-02T09:00:00.000Z'])
    await pass(30 * DAY)
    s.stripe.renew(subscription)
    await hearOld()
    await pass(HOUR)
    expect(months()).toEqual([2000, 2000])
    s.stripe.end(subscription)
    await hearOld()
    expect((await standing()).in_force).toBe('free')
  })

  test('of our own version, of another mode, or of a kind that is not read here, cost no call', async () => {
    const calls = () => s.stripe.received.filter(({ method }) => method === 'GET').length
    await subscribed()
    const before = calls()
    const upcoming = { object: { object: 'invoice', lines: { data: [] } } }
    const event = { id: 'evt_x', object: 'event', created: 1, api_version: '2024-06-20', data: upcoming }
    await s.hear(JSON.stringify({ ...event, livemode: false, type: 'invoice.upcoming' }))
    await s.hear(JSON.stringify({ ...event, id: 'evt_y', livemode: true, type: 'invoice.paid' }))
    expect(calls()).toBe(before)
  })

  test('are left to Stripe to repeat while it is not heard, and the operator is told where repeating cannot help', async () => {
    const page = await s.order({ plan: 'agency_pro' })
    s.stripe.complete(sessionOf(page))
    const bodies = s.stripe.undelivered().map(({ body }) => old(body))
    s.stripe.fail('cut', 2)
    expect(await unanswered(s.hear(bodies[0]!))).toBe('Stripe gave no answer')
    expect(letters()).toBe(0)
    s.stripe.heal()
    s.stripe.fail({ status: 403, body: { error: { type: 'invalid_request_error', message: 'No permission' } } })
    expect(await unanswered(s.hear(bodies[0]!))).toBe('Stripe said: No permission')
    s.stripe.fail({ status: 404, body: { error: { type: 'invalid_request_error', message: 'No such thing' } } })
    expect(await unanswered(s.hear(bodies[0]!))).toBe('Stripe said: No such thing')
    expect(letters()).toBe(1)
    for (const body of bodies) expect(await s.hear(body)).toMatchObject({ repeated: false, outcome: 'applied' })
  })
})

test('a signed event that lacks what is read of it is ignored', async () => {
  const { api_version } = JSON.parse((await paidBodies())[0]!) as { api_version: string }
  const things = {
    'customer.subscription.updated': { id: 'sub_x', object: 'subscription', items: { data: [] }, metadata: {} },
    'customer.subscription.created': { id: 'sub_x', object: 'subscription' },
    'invoice.paid': { id: 'in_x', object: 'invoice' },
  }
  for (const [type, object] of Object.entries(things)) {
    const event = { id: `evt_${type}`, object: 'event', type, created: 1, livemode: false, api_version }
    expect(await s.hear(JSON.stringify({ ...event, data: { object } }))).toMatchObject({ outcome: 'ignored' })
  }
})

const paidBodies = async (): Promise<string[]> => {
  s.stripe.complete(sessionOf(await s.order({ plan: 'agency_pro' })))
  return s.stripe.undelivered().map(({ body }) => body)
}

test('a month that was not paid brings no credits, and brings them once when it is', async () => {
  const id = await subscribed()
  await pass(30 * DAY)
  expect(months()).toEqual([500])
  s.stripe.renew(id)
  await s.deliver()
  await pass(HOUR)
  await pass(HOUR)
  expect(months()).toEqual([500, 500])
})

test('a year that was paid brings twelve months, one by one', async () => {
  await subscribed('agency_starter', 'year')
  expect(months()).toEqual([500])
  for (let month = 0; month < 14; month++) await pass(30 * DAY)
  expect(months()).toHaveLength(12)
  expect((await s.events())[0]).toMatchObject({ usd: 490 })
})

describe('a late payment', () => {
  test('leaves everything for seven days, then locks what is paid for and deletes nothing', async () => {
    const id = await subscribed()
    s.db.write((tx) => tx.run("update tenants set accent = '#123456' where id = 'ten_northwind'"))
    s.wait(30 * DAY)
    s.stripe.renew(id, false)
    await s.deliver()
    expect(await standing()).toMatchObject({
      status: 'past_due',
      in_force: 'agency_starter',
      grace_until: '2026-12-09T09:00:00.000Z',
    })
    await pass(7 * DAY - HOUR)
    expect((await standing()).in_force).toBe('agency_starter')
    await pass(HOUR)
    expect((await standing()).in_force).toBe('free')
    expect(months()).toEqual([500])
    const letters = s.db.read((tx) =>
      tx.rows<{ facts: string }>("select facts from mails where template = 'operator_alert'"),
    )
    expect(letters.filter(({ facts }) => facts.includes('seven days late'))).toHaveLength(1)
    s.stripe.renew(id, true, 2)
    await s.deliver()
    await pass(HOUR)
    expect(await standing()).toMatchObject({ status: 'active', in_force: 'agency_starter', grace_until: null })
    expect(months()).toEqual([500, 500])
    expect((await s.events()).map(({ type }) => type)).toEqual(['plan_invoice', 'payment_failed', 'plan_invoice'])
  })

  test('is told again at each try, and begins no new seven days', async () => {
    const id = await subscribed()
    s.wait(30 * DAY)
    s.stripe.renew(id, false)
    await s.deliver()
    s.wait(3 * DAY)
    s.stripe.renew(id, false, 2)
    await s.deliver()
    expect((await standing()).grace_until).toBe('2026-12-09T09:00:00.000Z')
    expect(await s.events({ type: 'payment_failed' })).toHaveLength(2)
  })
})

describe('another plan', () => {
  test('is prorated by Stripe and in force at once; its credits come with the next month', async () => {
    const id = await subscribed()
    const changed = await s.call('ada', 'change_plan', { plan: 'agency_pro' })
    expect(changed).toMatchObject({ plan: 'agency_pro', status: 'active', in_force: 'agency_pro', interval: 'month' })
    const asked = s.stripe.received.find(({ path }) => path === `/v1/subscriptions/${id}`)!
    expect(Object.fromEntries(new URLSearchParams(asked.body))).toMatchObject({
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
    })
    await s.deliver()
    expect((await standing()).plan).toBe('agency_pro')
    s.wait(30 * DAY)
    s.stripe.renew(id)
    await s.deliver()
    await pass(HOUR)
    expect(months()).toEqual([500, 2000])
    expect(await refusal(s.call('ada', 'change_plan', { plan: 'agency_pro' }))).toMatchObject({ code: 'conflict' })
  })

  test('changes nothing when the card is refused, and is one change however often it is asked for', async () => {
    const id = await subscribed()
    Object.assign(s.stripe.things.get(id)!, { card_refused: true })
    expect(await refusal(s.call('ada', 'change_plan', { plan: 'agency_pro' }))).toMatchObject({
      code: 'conflict',
      message: 'Stripe said: Your card was declined. The plan has not changed.',
    })
    expect((await standing()).plan).toBe('agency_starter')
    Object.assign(s.stripe.things.get(id)!, { card_refused: false })
    s.stripe.fail('cut', 1, /subscriptions/)
    await unanswered(s.call('ada', 'change_plan', { plan: 'agency_pro' }))
    await s.call('ada', 'change_plan', { plan: 'agency_pro' })
    const told = s.stripe.undelivered().filter(({ type }) => type === 'customer.subscription.updated')
    expect(told).toHaveLength(1)
  })
})

test('the end of a subscription ends the plan and deletes nothing; one set by hand stays', async () => {
  const id = await subscribed()
  s.stripe.end(id)
  await s.deliver()
  expect(await standing()).toMatchObject({ plan: 'agency_starter', status: 'canceled', in_force: 'free' })
  const again = await subscribed('agency_pro')
  await s.call('pat', 'set_tenant_plan', { id: 'ten_northwind', plan: 'agency_scale', interval: 'year' })
  s.stripe.end(again)
  await s.deliver()
  expect(await standing()).toMatchObject({ plan: 'agency_scale', status: 'active' })
})
