import { afterEach, beforeEach, expect, test } from 'bun:test'
import { balances, type LedgerEntry, reserve, transfer } from '../../../src/domains/credits/index.ts'
import { expectBalanced } from '../../domains/credits/books.ts'
import { seedCredits } from '../../domains/credits/seed.ts'
import { refusal } from '../../refusal.ts'
import { callerOf, type World, world } from '../../world.ts'

let w: World
let ids: ReturnType<typeof seedCredits>
beforeEach(() => {
  w = world()
  ids = w.db.write(seedCredits)
})
afterEach(() => {
  expectBalanced(w.db)
  w.close()
})

type Detail = LedgerEntry & { related: LedgerEntry[] }
const reverse = (who: Parameters<World['call']>[0], id: string, note?: string) =>
  w.call<Detail>(who, 'reverse_ledger_entry', { id, note })
const available = (tenant_id: string) => w.db.read((tx) => balances(tx, tenant_id).index.available)

test('an allocation is undone by the mirror of both its lines, in the same group', async () => {
  const before = available('ten_northwind')
  const mirror = await reverse('ada', ids.received, 'Wrong client')
  expect(mirror).toMatchObject({
    tenant_id: 'ten_bakery',
    direction: 'out',
    amount: 400,
    reason: 'reversal',
    balance_after: 0,
    note: 'Wrong client',
    actor: 'ada@northwind.example',
  })
  expect(mirror.related.map((line) => [line.tenant_id, line.direction, line.reason])).toEqual([
    ['ten_northwind', 'out', 'allocation'],
    ['ten_bakery', 'in', 'allocation'],
    ['ten_northwind', 'in', 'reversal'],
  ])
  expect(available('ten_northwind')).toBe(before + 400)
})

test('only once, whichever of the two lines is named', async () => {
  w.db.write((tx) =>
    transfer(tx, 'ten_northwind', 'ten_bakery', { kind: 'index', amount: 900, actor: 'ada@northwind.example' }),
  )
  await reverse('ada', ids.given)
  for (const id of [ids.received, ids.given])
    expect(await refusal(reverse('ada', id))).toMatchObject({ code: 'conflict' })
  expect(available('ten_bakery')).toBe(900)
})

test('only while the receiver still has all of it: nothing moves otherwise', async () => {
  w.db.write((tx) => reserve(tx, callerOf('ada'), { tenant_id: 'ten_bakery', kind: 'index', amount: 1, job_id: 'job' }))
  expect(await refusal(reverse('ada', ids.received))).toMatchObject({
    code: 'conflict',
    details: { kind: 'index', need: 400, have: 399 },
  })
  expect(available('ten_bakery')).toBe(399)
})

test('a pull-back is undone in the same way', async () => {
  const pulled = w.db.write((tx) =>
    transfer(tx, 'ten_bakery', 'ten_northwind', { kind: 'index', amount: 30, actor: 'ada@northwind.example' }),
  )
  expect(await reverse('ada', pulled.out.id)).toMatchObject({ tenant_id: 'ten_bakery', direction: 'in', amount: 30 })
  expect(available('ten_bakery')).toBe(400)
})

test('whoever received an allocation may not reverse it: only the workspace that made it, or one above', async () => {
  const owner = { ...callerOf('vera'), role: 'owner' as const }
  expect(await refusal(reverse(owner, ids.received))).toMatchObject({ code: 'forbidden' })
  expect(await reverse('pat', ids.received)).toMatchObject({ reason: 'reversal' })
})

test('a grant is undone by the platform admin alone, kind by kind', async () => {
  expect(await refusal(reverse('ada', ids.check_grant))).toMatchObject({ code: 'forbidden' })
  expect(await reverse('pat', ids.check_grant)).toMatchObject({ direction: 'out', amount: 6_000, kind: 'check' })
  expect(await refusal(reverse('pat', ids.index_grant))).toMatchObject({ code: 'conflict' })
})

test('nothing but allocations and grants can be reversed, a reversal included', async () => {
  const [line] = w.db.write((tx) =>
    reserve(tx, callerOf('ada'), { tenant_id: 'ten_northwind', kind: 'index', amount: 1, job_id: 'job' }),
  )
  const pack = w.db.read((tx) => tx.row<{ id: string }>("select id from ledger where reason = 'pack'")!.id)
  const mirror = await reverse('ada', ids.received)
  for (const id of [line!.id, pack, mirror.id])
    expect(await refusal(reverse('pat', id))).toMatchObject({ code: 'conflict' })
})

test('members may not reverse, and a line out of reach is not there', async () => {
  expect(await refusal(reverse('ben', ids.received))).toMatchObject({ code: 'forbidden' })
  expect(await refusal(reverse('rita', ids.received))).toMatchObject({ code: 'not_found' })
  expect(await refusal(reverse('ada', 'led_none'))).toMatchObject({ code: 'not_found' })
})
