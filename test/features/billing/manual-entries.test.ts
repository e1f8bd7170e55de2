/** Without Stripe: what the operator decides by hand is money that moved, told once each. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { consume, reserve } from '../../../src/domains/credits/index.ts'
import type { CsvAnswer } from '../../../src/kernel/operation/operation.ts'
import { expectBooksToBalance } from '../../books.ts'
import { refusal } from '../../refusal.ts'
import { callerOf, type World, world } from '../../world.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => {
  expectBooksToBalance(w.db)
  w.close()
})

type Event = { type: string; usd: number; state: string; note: string | null; plan: string | null; created_at: string }
const events = async (filter = {}) =>
  (await w.call<{ items: Event[]; total: number }>('pat', 'list_billing_events', filter)) ?? []
const overview = () => w.call<Record<string, never> & { this_month: object }>('pat', 'get_billing')
const bought = async (pack = 'try', tenant_id = 'ten_northwind') => {
  const { id } = await w.call<{ id: string }>('ada', 'create_credit_request', { pack, tenant_id })
  await w.call('pat', 'approve_credit_request', { id })
  return id
}

describe('a pack', () => {
  test('that was approved is a purchase at the price of the day it was asked for', async () => {
    const id = await bought('boost')
    const { items, total } = await events()
    expect(total).toBe(1)
    expect(items[0]).toMatchObject({
      type: 'pack_purchase',
      state: 'settled',
      usd: 39,
      mode: 'manual',
      pack: 'boost',
      request_id: id,
      tenant_id: 'ten_northwind',
      tenant_name: 'Northwind',
      actor: 'pat@platform.example',
    } as object)
  })

  test('that was refunded is told with what was taken back, what is owed and what was used', async () => {
    const id = await bought()
    const job = { tenant_id: 'ten_northwind', kind: 'index', job_id: 'job' } as const
    w.db.write((tx) => reserve(tx, callerOf('ada'), { ...job, amount: 12 }))
    w.db.write((tx) => consume(tx, { ...job, amount: 10 }) as undefined)
    await w.call('pat', 'refund_credit_request', { id })
    const { items } = await events({ type: 'refund' })
    expect(items).toMatchObject([
      {
        usd: 9,
        note: 'Taken back: 38 index, 100 check; owed: 2 index, 0 check; used, not taken back: 10 index, 0 check.',
      },
    ])
    w.db.write((tx) => consume(tx, { ...job, amount: 2 }) as undefined)
  })

  test('that was declined moved no money', async () => {
    const { id } = await w.call<{ id: string }>('ada', 'create_credit_request', { pack: 'try' })
    await w.call('pat', 'decline_credit_request', { id })
    expect((await events()).total).toBe(0)
  })
})

describe('a plan', () => {
  const set = (input: object) => w.call('pat', 'set_tenant_plan', { id: 'ten_rival', plan: 'agency_pro', ...input })

  test('that is new, or granted, is an invoice of its interval; the same grant again is none', async () => {
    await set({ interval: 'year' })
    await set({ interval: 'year' })
    await set({ interval: 'month', grant_period: true, ref: 'invoice 2026-11' })
    await set({ interval: 'month', grant_period: true, ref: 'invoice 2026-11' })
    const { items } = await events({ type: 'plan_invoice', dir: 'asc' })
    expect(items.map(({ usd }) => usd)).toEqual([1490, 149])
  })

  test('without an interval is not billed, and the event says so', async () => {
    await set({})
    const { items } = await events()
    expect(items).toMatchObject([{ type: 'plan_invoice', usd: 0, plan: 'agency_pro' }])
    expect(items[0]!.note).toContain('not billed')
  })

  test('whose payment is late is told once; the free one is no invoice', async () => {
    await set({ interval: 'month', status: 'past_due' })
    await set({ interval: 'month', status: 'past_due' })
    await set({ plan: 'free' })
    expect((await events()).items).toMatchObject([{ type: 'payment_failed', state: 'failed', usd: 149 }])
  })
})

describe('the overview', () => {
  test('tells revenue, refunds and net of this month and the last, and what comes in each month', async () => {
    const id = await bought('boost')
    w.clock.set('2026-12-05T09:00:00.000Z')
    await bought('try')
    await w.call('pat', 'refund_credit_request', { id })
    await w.call('pat', 'set_tenant_plan', { id: 'ten_rival', plan: 'agency_pro', interval: 'year' })
    expect(await overview()).toMatchObject({
      mode: 'manual',
      currency: 'USD',
      this_month: {
        month: '2026-12',
        revenue_usd: 1499,
        packs_usd: 9,
        plans_usd: 1490,
        refunds_usd: 39,
        net_usd: 1460,
      },
      last_month: { month: '2026-11', revenue_usd: 39, packs: 1, refunds: 0, net_usd: 39 },
      mrr_usd: 922.17,
      subscriptions: [
        { plan: 'free', active: 0 },
        { plan: 'agency_starter' },
        { plan: 'agency_pro', active: 1, mrr_usd: 124.17 },
        { plan: 'agency_scale', active: 2, mrr_usd: 798 },
      ],
    } as object)
  })

  test('is for the platform admin alone', async () => {
    for (const name of ['get_billing', 'list_billing_events', 'export_billing_csv'])
      expect(await refusal(w.call('ada', name))).toMatchObject({ code: 'forbidden' })
    expect(await refusal(w.call('ada', 'get_tenant_billing', { id: 'ten_northwind' }))).toMatchObject({
      code: 'forbidden',
    })
  })
})

test('events are found by workspace, type and days, both included; the file has the same ones', async () => {
  await bought('try')
  await bought('boost', 'ten_bakery')
  w.clock.set('2026-11-04T23:59:59.999Z')
  await bought('checks')
  w.clock.set('2026-11-05T00:00:00.000Z')
  await bought('pro')
  const usd = async (filter: object) => (await events({ dir: 'asc', ...filter })).items.map((one) => one.usd)
  expect(await usd({ tenant_id: 'ten_bakery' })).toEqual([39])
  expect(await usd({ from: '2026-11-03', to: '2026-11-04' })).toEqual([15])
  expect(await usd({ from: '2026-11-05' })).toEqual([119])
  expect(await usd({ tenant_id: 'ten_northwind', type: 'pack_purchase', to: '2026-11-04' })).toEqual([9, 15])
  expect((await events({ to: '2026-11-04' })).total).toBe(3)
  const { filename, lines } = await w.call<CsvAnswer>('pat', 'export_billing_csv', { from: '2026-11-04' })
  expect(filename).toBe('billing-2026-11-05.csv')
  const rows = (await Array.fromAsync(lines)).join('').trim().split('\r\n')
  expect(rows).toHaveLength(3)
  expect(rows[0]).toStartWith('id,type,state,tenant_id,tenant_name,usd,mode,pack')
  expect(rows[1]).toContain('Northwind,119,manual,pro')
})

test('events are searched by workspace, reference, note and actor, in whichever case; the file has the same ones', async () => {
  await bought('try')
  await bought('boost', 'ten_bakery')
  w.db.write((tx) => tx.run("update billing_events set reference = 'pi_42', note = 'Über Ostern' where pack = 'try'"))
  const packs = async (filter: Record<string, unknown>) => {
    type Found = { items: { id: string; pack: string }[]; total: number }
    const { items, total } = await w.call<Found>('pat', 'list_billing_events', filter)
    expect(total).toBe(items.length)
    const { lines } = await w.call<CsvAnswer>('pat', 'export_billing_csv', filter)
    const rows = (await Array.fromAsync(lines)).join('').trim().split('\r\n').slice(1)
    expect(rows.map((row) => row.split(',')[0])).toEqual(items.map(({ id }) => id))
    return items.map(({ pack }) => pack)
  }
  expect(await packs({ q: 'bakery' })).toEqual(['boost'])
  expect(await packs({ q: 'PI_42' })).toEqual(['try'])
  expect(await packs({ q: 'über' })).toEqual(['try'])
  expect(await packs({ q: 'pat@' })).toEqual(['boost', 'try'])
  expect(await packs({ q: 'bakery', type: 'refund' })).toEqual([])
  expect(await packs({ q: '%' })).toEqual([])
})

test('a workspace has its plan, what it paid ever, and its newest events', async () => {
  const id = await bought('boost')
  await bought('try')
  await w.call('pat', 'refund_credit_request', { id })
  expect(await w.call('pat', 'get_tenant_billing', { id: 'ten_northwind' })).toMatchObject({
    tenant_name: 'Northwind',
    plan: { plan: 'agency_scale', in_force: 'agency_scale' },
    paid_usd: 48,
    refunds_usd: 39,
    packs_waiting: 0,
    recent: [{ type: 'refund' }, { type: 'pack_purchase' }, { type: 'pack_purchase' }],
  })
})
