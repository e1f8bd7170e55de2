import { afterEach, beforeEach, expect, test } from 'bun:test'
import { consume, reserve } from '../../../src/domains/credits/index.ts'
import { seedCredits } from '../../domains/credits/seed.ts'
import { refusal } from '../../refusal.ts'
import { callerOf, START, type World, world } from '../../world.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

type Span = { from: string; to: string }
const margin = (input: Record<string, unknown>) => w.call<Span>('pat', 'get_margin', input)

test('the margin is that of a span: days to their end, moments as they are, thirty days unless given', async () => {
  const day = { from: '2026-10-01T00:00:00.000Z', to: '2026-10-02T00:00:00.000Z' }
  expect(await margin({ from: '2026-10-01', to: '2026-10-01' })).toMatchObject(day)
  expect(await margin({ from: '2026-10-01T02:00:00+02:00', to: '2026-10-02T00:00:00Z' })).toMatchObject(day)
  const { from, to } = await margin({})
  expect(to > START && from > '2026-10-03T09:00:00.000Z' && from < '2026-10-03T09:00:01.000Z').toBe(true)
})

test('a day that no calendar has is refused by name, and so is a span without an inside', async () => {
  for (const input of [{ from: '2026-02-31' }, { from: '2026-10-01Tx' }, { from: '2026-10-02', to: '2026-10-01' }])
    expect((await refusal(margin(input))).details.issues).toMatchObject([{ path: 'from' }])
  expect((await refusal(margin({ to: '2026-13-01' }))).details.issues).toMatchObject([{ path: 'to' }])
})

test('credits used in the margin are those of the summary, also of links that no batch settles', async () => {
  w.db.write(seedCredits)
  const job = { tenant_id: 'ten_northwind', job_id: 'job_posts' }
  w.db.write((tx) => {
    for (const [kind, amount] of [
      ['index', 40],
      ['check', 8],
    ] as const) {
      reserve(tx, callerOf('ada'), { ...job, kind, amount })
      consume(tx, { ...job, kind, amount: amount / 2 })
    }
  })
  const { rows } = await w.call<{ rows: unknown[] }>('pat', 'get_margin')
  expect(rows).toMatchObject([{ tenant_name: 'Northwind', index_used: 20, checks_used: 4 }])
  expect(await w.call('ada', 'get_summary')).toMatchObject({ total: { used: 20, checks_used: 4 } })
})
