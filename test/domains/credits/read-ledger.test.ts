import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { consume, type LedgerEntry, type LedgerLine, release, reserve } from '../../../src/domains/credits/index.ts'
import { createJob } from '../../../src/domains/jobs/index.ts'
import { refusal } from '../../refusal.ts'
import { callerOf, type Person, type World, world } from '../../world.ts'
import { seedCredits } from './seed.ts'

let w: World
let reserved: LedgerEntry
let ids: ReturnType<typeof seedCredits>
beforeAll(() => {
  w = world()
  ids = w.db.write(seedCredits)
  const job = { tenant_id: 'ten_bakery', kind: 'index' as const, job_id: 'job_posts' }
  reserved = w.db.write((tx) => reserve(tx, callerOf('ada'), { ...job, amount: 100, note: '100% organic' })[0]!)
  w.db.write((tx) => consume(tx, { ...job, amount: 63 }))
  w.db.write((tx) => release(tx, { ...job, amount: 30, reason: 'release', note: 'not indexed after 7 days' }))
})
afterAll(() => w.close())

type Listed = { items: LedgerLine[]; total: number }
const ledger = (who: Person, input: Record<string, unknown> = {}) => w.call<Listed>(who, 'list_ledger', input)

describe('get_credits', () => {
  test('shows both purses and the newest lines of the own workspace', async () => {
    const credits = await w.call<{ recent: LedgerEntry[] }>('vera', 'get_credits')
    expect(credits).toMatchObject({
      tenant_id: 'ten_bakery',
      index: { available: 330, reserved: 7 },
      check: { available: 0, reserved: 0 },
    })
    expect(credits.recent.map((line) => line.reason)).toEqual(['release', 'reserve', 'allocation'])
  })

  test('shows a client to its agency, a workspace without purses as empty, and no stranger', async () => {
    w.db.write((tx) => tx.run("delete from purses where tenant_id = 'ten_rival'"))
    expect(await w.call('ada', 'get_credits', { tenant_id: 'ten_bakery' })).toMatchObject({ index: { available: 330 } })
    expect(await w.call('rita', 'get_credits')).toMatchObject({ index: { available: 0, reserved: 0 }, recent: [] })
    expect(await refusal(w.call('rita', 'get_credits', { tenant_id: 'ten_bakery' }))).toMatchObject({
      code: 'not_found',
    })
  })
})

describe('list_ledger', () => {
  test('lists the own workspace, newest first, or oldest first when asked', async () => {
    const { items, total } = await ledger('ada')
    expect(total).toBe(5)
    expect(items.map((line) => line.reason)).toEqual(['pack', 'pack', 'allocation', 'plan_grant', 'plan_grant'])
    expect(items.map((line) => line.partner_name)).toEqual([null, null, 'Bakery', null, null])
    expect((await ledger('vera')).items.every((line) => line.partner_name === null)).toBeTrue()
    expect((await ledger('ada', { dir: 'asc', page_size: 1 })).items[0]?.id).toBe(ids.index_grant)
  })

  test('filters by workspace, kind and direction', async () => {
    expect((await ledger('ada', { tenant_id: 'ten_bakery', direction: 'out' })).items).toMatchObject([
      { id: reserved.id, amount: 100 },
    ])
    expect((await ledger('ada', { kind: 'check' })).total).toBe(2)
    expect(await refusal(ledger('ada', { tenant_id: 'ten_rival' }))).toMatchObject({ code: 'not_found' })
  })

  test('searches note and reason, with % and _ taken literally', async () => {
    const found = async (q: string) => (await ledger('vera', { q })).items.map((line) => line.reason)
    expect(await found('organic')).toEqual(['reserve'])
    expect(await found('alloc')).toEqual(['allocation'])
    expect(await found('100%')).toEqual(['reserve'])
    expect(await found('0%o')).toEqual([])
    expect(await found('r_serve')).toEqual([])
  })

  test('never shows the reference that makes a grant unique', async () => {
    for (const line of (await ledger('ada')).items) expect(line).not.toHaveProperty('ref')
  })
})

describe('get_ledger_entry', () => {
  type Detail = LedgerEntry & { reversible: boolean; related: LedgerEntry[]; settlement: unknown }
  const entry = (who: Person, id: string) => w.call<Detail>(who, 'get_ledger_entry', { id })

  test('of a reservation says what was used, what came back and what is open', async () => {
    const detail = await entry('vera', reserved.id)
    expect(detail.settlement).toEqual({ reserved: 100, used: 63, returned: 30, pending: 7 })
    expect(detail.related).toMatchObject([{ reason: 'release', amount: 30, job_id: 'job_posts' }])
  })

  test('of an allocation shows the other side as far as the reader reaches', async () => {
    const seen = await entry('ada', ids.received)
    expect(seen.reversible).toBeTrue()
    expect(seen.related).toMatchObject([{ tenant_id: 'ten_northwind', direction: 'out' }])
    expect(seen.settlement).toBeNull()
    expect(await entry('vera', ids.received)).toMatchObject({ related: [], reversible: false })
  })

  test('of a stranger is not there', async () => {
    expect(await refusal(entry('rita', ids.received))).toMatchObject({ code: 'not_found' })
    expect(await refusal(entry('vera', ids.index_grant))).toMatchObject({ code: 'not_found' })
  })
})

describe('the lines behind a number', () => {
  type Moves = {
    items: (LedgerLine & { tenant_name: string })[]
    total: number
    sum: number
    tenant_name: string | null
  }
  const moves = (who: Person, input: Record<string, unknown>) => w.call<Moves>(who, 'list_credit_moves', input)

  test('have that number as their sum, of one workspace or of all in reach', async () => {
    const { total } = await w.call<{ total: Record<string, number> }>('ada', 'get_summary')
    for (const move of ['given', 'set_aside', 'back']) {
      const { sum, items } = await moves('ada', { move })
      expect(sum).toBe(total[move]!)
      const signed = items.map(({ direction, amount }) => (direction === 'in' ? amount : -amount))
      expect(Math.abs(signed.reduce((all, one) => all + one, 0))).toBe(sum)
    }
    const bakery = await moves('ada', { move: 'back', tenant_id: 'ten_bakery' })
    expect(bakery).toMatchObject({ sum: 30, total: 1, tenant_name: 'Bakery', items: [{ tenant_name: 'Bakery' }] })
  })

  test('of a stranger are not there, and days without lines have none', async () => {
    expect(await refusal(moves('rita', { move: 'back', tenant_id: 'ten_bakery' }))).toMatchObject({ code: 'not_found' })
    expect(await moves('ada', { move: 'given', from: '2020-01-01', to: '2020-01-31' })).toMatchObject({
      sum: 0,
      items: [],
    })
  })
})

test('reserved credits are listed by job, and their sum is the balance', async () => {
  const job = { id: 'job_posts', tenant_id: 'ten_bakery', type: 'index', name: 'Guest posts' } as const
  const links = { urls: ['https://bakery.example/a'], state: 'queued', credit: 'reserved' } as const
  w.db.write((tx) => createJob(tx, callerOf('vera'), job, { ...links, urls: [...links.urls] }))
  const { items } = await w.call<{ items: unknown[] }>('vera', 'list_reserved_credits', { kind: 'index' })
  expect(items).toMatchObject([{ job_id: 'job_posts', name: 'Guest posts', pending: 7 }])
  expect((await ledger('vera', { direction: 'out' })).items).toMatchObject([{ job_name: 'Guest posts' }])
})
