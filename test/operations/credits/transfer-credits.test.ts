/** Credits for several clients in one transaction: all get theirs, or none. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { balances, grant } from '../../../src/domains/credits/index.ts'
import { expectBalanced } from '../../domains/credits/books.ts'
import { seedCredits } from '../../domains/credits/seed.ts'
import { refusal } from '../../refusal.ts'
import { callerOf, type World, world } from '../../world.ts'

let w: World
let ids: string[]
beforeEach(async () => {
  w = world()
  w.db.write((tx) => seedCredits(tx))
  ids = ['ten_bakery']
  for (const name of ['Flower shop', 'Market', 'Tailor', 'Vet'])
    ids.push((await w.call<{ id: string }>('ada', 'create_sub_tenant', { name })).id)
})
afterEach(() => {
  expectBalanced(w.db)
  w.close()
})

type Transfer = { tenant_id: string; amount: number }
type Answer = { amount: number; available: number; lines: { id: string; tenant_id: string; amount: number }[] }
const transfer = (transfers: Transfer[], key?: string, who: Parameters<World['call']>[0] = 'ada') =>
  w.call<Answer>(who, 'transfer_credits', { transfers }, key ? { idempotency_key: key } : {})
const available = (id: string) => w.db.read((tx) => balances(tx, id).index.available)
const all = () => Object.fromEntries(['ten_northwind', 'ten_rival', ...ids].map((id) => [id, available(id)]))
const hundred = () => ids.map((tenant_id) => ({ tenant_id, amount: 100 }))

test('each client gets its amount from the own workspace, with a line that can be reversed and an audit line', async () => {
  const before = all()
  const answer = await transfer(hundred())
  expect(answer).toMatchObject({ amount: 500, available: before.ten_northwind! - 500 })
  expect(answer.lines.map(({ tenant_id, amount }) => [tenant_id, amount])).toEqual(ids.map((id) => [id, 100]))
  for (const id of ids) expect(available(id)).toBe(before[id]! + 100)
  const trail = w.db.read((tx) =>
    tx.rows<{ tenant_id: string }>("select tenant_id from audit where action = 'transfer_credits' order by tenant_id"),
  )
  expect(trail.map(({ tenant_id }) => tenant_id)).toEqual(ids.toSorted())
  await w.call('ada', 'reverse_ledger_entry', { id: answer.lines[1]!.id })
  expect(available(ids[1]!)).toBe(before[ids[1]!]!)
})

test('a repeated call with its key transfers once', async () => {
  const before = available('ten_northwind')
  const first = await transfer(hundred(), 'monday')
  expect(await transfer(hundred(), 'monday')).toEqual(first)
  expect(available('ten_northwind')).toBe(before - 500)
  expect(await refusal(transfer(hundred().slice(1), 'monday'))).toMatchObject({
    message: expect.stringContaining('another request'),
  })
})

test('more than there is in all is refused with the sum, and nobody gets anything', async () => {
  const before = all()
  const error = await refusal(transfer(ids.map((tenant_id) => ({ tenant_id, amount: 2_000 }))))
  expect(error).toMatchObject({ code: 'insufficient_credits', details: { need: 10_000, have: before.ten_northwind } })
  expect(all()).toEqual(before)
})

test('one client that cannot get any refuses the whole call by name or place', async () => {
  await w.call('ada', 'update_tenant', { id: ids[3], archived: true })
  const before = all()
  const conflict = await refusal(transfer(hundred()))
  expect(conflict).toMatchObject({ code: 'conflict', message: expect.stringContaining('Tailor') })
  const two = [...hundred().slice(0, 2), { tenant_id: 'ten_bakery', amount: 1 }]
  expect(await refusal(transfer(two))).toMatchObject({ details: { issues: [{ path: 'transfers.2.tenant_id' }] } })
  for (const id of ['ten_rival', 'ten_nobody'])
    expect(await refusal(transfer([...hundred().slice(0, 2), { tenant_id: id, amount: 1 }]))).toMatchObject({
      code: 'not_found',
    })
  const own = [{ tenant_id: 'ten_northwind', amount: 1 }]
  expect(await refusal(transfer(own))).toMatchObject({ details: { issues: [{ path: 'transfers.0.tenant_id' }] } })
  for (const amount of [0, -5, 1.5])
    expect(await refusal(transfer([{ tenant_id: 'ten_bakery', amount }]))).toMatchObject({ code: 'validation_failed' })
  expect(all()).toEqual(before)
})

test('a platform admin moves nothing into or out of another tree', async () => {
  const credits = { tenant_id: 'ten_platform', kind: 'index', amount: 5, reason: 'adjustment', actor: 'pat' } as const
  w.db.write((tx) => grant(tx, credits))
  const before = all()
  expect(await refusal(transfer([{ tenant_id: 'ten_bakery', amount: 1 }], undefined, 'pat'))).toMatchObject({
    code: 'conflict',
  })
  expect(all()).toEqual(before)
  const member = { ...callerOf('ben') }
  expect(await refusal(transfer(hundred(), undefined, member))).toMatchObject({ code: 'forbidden' })
})

/** mulberry32: the same draws in every run. */
function draws(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

test.each([1, 2, 3, 4, 5])(
  'no credit is made or lost by any transfers, repeats and reversals (seed %i)',
  async (seed) => {
    const draw = draws(seed)
    const sum = () => Object.values(all()).reduce((total, one) => total + one, 0)
    const total = sum()
    const lines: string[] = []
    let [done, refused] = [0, 0]
    for (let step = 0; step < 40; step++) {
      const some = ids.filter(() => draw(3) > 0)
      const transfers = some.map((tenant_id) => ({ tenant_id, amount: 1 + draw(draw(4) === 0 ? 5_000 : 200) }))
      const before = all()
      const key = `step ${draw(20)} ${JSON.stringify(transfers)}`
      const answer = await transfer(transfers, key).catch(() => null)
      if (answer) {
        done++
        lines.push(...answer.lines.map(({ id }) => id))
        const after = all()
        const moved = (id: string) => transfers.find((one) => one.tenant_id === id)?.amount ?? 0
        expect(ids.map((id) => after[id]! - before[id]!)).toEqual(ids.map(moved))
        await transfer(transfers, key)
        expect(all()).toEqual(after)
      } else {
        refused++
        expect(all()).toEqual(before)
      }
      if (lines.length > 0 && draw(3) === 0)
        await w.call('ada', 'reverse_ledger_entry', { id: lines.splice(draw(lines.length), 1)[0]! }).catch(() => null)
      expect(sum()).toBe(total)
      expectBalanced(w.db)
    }
    expect(done).toBeGreaterThan(5)
    expect(refused).toBeGreaterThan(0)
  },
)
