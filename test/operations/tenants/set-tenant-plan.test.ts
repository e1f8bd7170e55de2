import { afterEach, beforeEach, expect, test } from 'bun:test'
import { balances, type LedgerEntry } from '../../../src/domains/credits/index.ts'
import { DAY, plus } from '../../../src/kernel/time/clock.ts'
import { expectBalanced } from '../../domains/credits/books.ts'
import { refusal } from '../../refusal.ts'
import { START, type World, world } from '../../world.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => {
  expectBalanced(w.db)
  w.close()
})

type Answer = { in_force: string; grace_until: string; granted: { repeated: boolean; lines: LedgerEntry[] } | null }
const set = (input: Record<string, unknown>, who: 'pat' | 'ada' = 'pat') =>
  w.call<Answer>(who, 'set_tenant_plan', { id: 'ten_northwind', plan: 'agency_pro', ...input })
const has = () => w.db.read((tx) => balances(tx, 'ten_northwind'))

test('sets every field, with times kept in UTC', async () => {
  expect(
    await set({
      status: 'past_due',
      interval: 'year',
      current_period_end: '2027-11-02',
      grace_until: '2026-11-20T12:00:00+02:00',
    }),
  ).toEqual({
    tenant_id: 'ten_northwind',
    plan: 'agency_pro',
    status: 'past_due',
    interval: 'year',
    current_period_end: '2027-11-02T00:00:00.000Z',
    grace_until: '2026-11-20T10:00:00.000Z',
    in_force: 'agency_pro',
    granted: null,
  } as never)
})

test('a plan past due gets seven days unless told otherwise, and null takes the grace away', async () => {
  expect(await set({ status: 'past_due' })).toMatchObject({ grace_until: plus(START, 7 * DAY), in_force: 'agency_pro' })
  expect(await set({ status: 'past_due', grace_until: null })).toMatchObject({ grace_until: null, in_force: 'free' })
  expect(await set({ status: 'canceled' })).toMatchObject({ in_force: 'free' })
})

test('grants a month of the plan when asked, once for a reference', async () => {
  const first = await set({ grant_period: true, ref: 'invoice 7' })
  expect(first.granted?.repeated).toBe(false)
  expect(first.granted?.lines[0]).toMatchObject({ note: 'Agency Pro, 2026-11-02 to 2026-12-02' })
  expect(has()).toMatchObject({ index: { available: 2000 }, check: { available: 10000 } })
  const second = await set({ grant_period: true, ref: 'invoice 7' })
  expect(second.granted).toMatchObject({ repeated: true, lines: first.granted!.lines.map(({ id }) => ({ id })) })
  expect(has()).toMatchObject({ index: { available: 2000 }, check: { available: 10000 } })
})

test('a reference that was granted on one plan grants nothing on another, of no kind of credit', async () => {
  const first = await set({ plan: 'free', grant_period: true, ref: 'invoice 7' })
  const again = await set({ plan: 'agency_pro', grant_period: true, ref: 'invoice 7' })
  expect(again.granted).toMatchObject({ repeated: true, lines: first.granted!.lines.map(({ id }) => ({ id })) })
  expect(has()).toMatchObject({ index: { available: 0 }, check: { available: 100 } })
})

test('without a reference a period is granted once by its start, and each time when none is named', async () => {
  for (let i = 0; i < 2; i++) await set({ grant_period: true, period_start: '2026-11-01', period_end: '2026-12-01' })
  expect(has().index.available).toBe(2000)
  await set({ grant_period: true, period_start: '2026-12-01' })
  expect(has().index.available).toBe(4000)
  for (let i = 0; i < 2; i++) await set({ grant_period: true })
  expect(has().index.available).toBe(8000)
})

test('grants nothing unless asked', async () => {
  expect((await set({ interval: 'month' })).granted).toBeNull()
  expect((await set({ grant_period: false })).granted).toBeNull()
  expect(has().index.available).toBe(0)
})

test('what tells of a grant is refused by name where none is asked for', async () => {
  const given = { ref: 'invoice 7', period_start: '2026-11-01', period_end: '2026-12-01' }
  for (const input of [given, { ...given, grant_period: false }])
    expect((await refusal(set(input))).details.issues).toEqual(
      ['period_start', 'period_end', 'ref'].map((path) => ({ path, message: 'requires grant_period' })),
    )
  expect(has().index.available).toBe(0)
})

test('a period that ends before it starts, and a moment that is none, are refused by name', async () => {
  const named = async (input: Record<string, unknown>) =>
    (await refusal(set(input))).details.issues as { path: string }[]
  const backwards = { grant_period: true, period_start: '2026-12-01', period_end: '2026-11-01' }
  expect(await named(backwards)).toMatchObject([{ path: 'period_end' }])
  expect(await named({ current_period_end: '2026-02-31' })).toMatchObject([{ path: 'current_period_end' }])
  expect(await named({ grace_until: '2016-12-31T23:59:60Z' })).toMatchObject([{ path: 'grace_until' }])
  expect(await named({ grace_until: 'soon' })).toMatchObject([{ path: 'grace_until' }])
  expect(await named({ plan: 'gold' })).toMatchObject([{ path: 'plan' }])
})

test('only the root of a tree carries a plan: for others 409 says where to set it', async () => {
  expect(await refusal(set({ id: 'ten_bakery' }))).toMatchObject({
    code: 'conflict',
    details: { root_id: 'ten_northwind' },
  })
  expect(await refusal(set({ id: 'ten_none' }))).toMatchObject({ code: 'not_found' })
})

test('only the platform admin sets plans, and the audit trail has before, after and the note', async () => {
  expect(await refusal(set({}, 'ada'))).toMatchObject({ code: 'forbidden' })
  await set({ plan: 'agency_starter', note: 'Agreed by phone' })
  const row = w.db.read((tx) =>
    tx.row<{ before: string; after: string }>("select * from audit where action = 'set_tenant_plan'"),
  )!
  expect(JSON.parse(row.before)).toMatchObject({ plan: 'agency_scale' })
  expect(JSON.parse(row.after)).toMatchObject({ plan: 'agency_starter', note: 'Agreed by phone' })
})
