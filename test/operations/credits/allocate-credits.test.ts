import { afterEach, beforeEach, expect, test } from 'bun:test'
import { balances, type LedgerEntry, reserve } from '../../../src/domains/credits/index.ts'
import { expectBalanced } from '../../domains/credits/books.ts'
import { seedCredits } from '../../domains/credits/seed.ts'
import { refusal } from '../../refusal.ts'
import { callerOf, type World, world } from '../../world.ts'

let w: World
beforeEach(() => {
  w = world()
  w.db.write((tx) => seedCredits(tx))
})
afterEach(() => {
  expectBalanced(w.db)
  w.close()
})

const BAKERY = { tenant_id: 'ten_bakery', kind: 'index' } as const
const allocate = (who: Parameters<World['call']>[0], input: Record<string, unknown>) =>
  w.call<LedgerEntry & { related: LedgerEntry[] }>(who, 'allocate_credits', { tenant_id: 'ten_bakery', ...input })
const available = (tenant_id: string) => w.db.read((tx) => balances(tx, tenant_id).index.available)

test('credits move from the own workspace to a client: its line is the answer, the own one is related', async () => {
  const before = available('ten_northwind')
  const line = await allocate('ada', { amount: 100, note: 'For spring' })
  expect(line).toMatchObject({
    id: expect.any(String),
    tenant_id: 'ten_bakery',
    kind: 'index',
    direction: 'in',
    amount: 100,
    balance_after: 500,
    reason: 'allocation',
    note: 'For spring',
  })
  expect(line.related).toMatchObject([{ tenant_id: 'ten_northwind', direction: 'out', balance_after: before - 100 }])
})

test('a negative amount pulls credits back', async () => {
  const line = await allocate('ada', { amount: -150 })
  expect(line).toMatchObject({ tenant_id: 'ten_bakery', direction: 'out', amount: 150, balance_after: 250 })
})

test('pulling back more than there is takes what there is, and the line says how much that was', async () => {
  const before = available('ten_northwind')
  const line = await allocate('ada', { amount: -401 })
  expect(line).toMatchObject({ direction: 'out', amount: 400, balance_after: 0 })
  expect(line.related).toMatchObject([{ tenant_id: 'ten_northwind', direction: 'in', amount: 400 }])
  expect([available('ten_bakery'), available('ten_northwind')]).toEqual([0, before + 400])
})

test('what is set aside for pushes is not pulled back', async () => {
  w.db.write((tx) => reserve(tx, callerOf('vera'), { ...BAKERY, amount: 390, job_id: 'job_of_bakery' }))
  expect(await allocate('ada', { amount: Number.MIN_SAFE_INTEGER })).toMatchObject({ amount: 10, balance_after: 0 })
})

test('pulling back from an empty purse is refused, and says that nothing is there', async () => {
  await allocate('ada', { amount: -400 })
  expect(await refusal(allocate('ada', { amount: -1 }))).toMatchObject({
    code: 'insufficient_credits',
    details: { code: 'insufficient_credits', kind: 'index', need: 1, have: 0 },
  })
})

test('giving more than one has is 402, up to the largest amount a call can carry', async () => {
  expect(await refusal(allocate('ada', { amount: 5_651 }))).toMatchObject({ code: 'insufficient_credits' })
  expect(await refusal(allocate('ada', { amount: Number.MAX_SAFE_INTEGER }))).toMatchObject({
    code: 'insufficient_credits',
  })
})

test('amounts of nothing, of a fraction, or beyond what a number can hold are refused by name', async () => {
  for (const amount of [0, -0, 1.5, 2 ** 53, '5'])
    expect(await refusal(allocate('ada', { amount }))).toMatchObject({
      code: 'validation_failed',
      details: { issues: [{ path: 'amount' }] },
    })
})

test('never to the own workspace, and never upward or aside: those are not there', async () => {
  expect(await refusal(allocate('ada', { tenant_id: 'ten_northwind', amount: 1 }))).toMatchObject({
    code: 'validation_failed',
    details: { issues: [{ path: 'tenant_id' }] },
  })
  const owner = { ...callerOf('vera'), role: 'owner' as const }
  expect(await refusal(allocate(owner, { tenant_id: 'ten_northwind', amount: 1 }))).toMatchObject({ code: 'not_found' })
  expect(await refusal(allocate('ada', { tenant_id: 'ten_rival', amount: 1 }))).toMatchObject({ code: 'not_found' })
})

test('the platform admin adjusts other trees, and does not allocate into them', async () => {
  expect(await refusal(allocate('pat', { amount: 1 }))).toMatchObject({ code: 'conflict' })
})

test('an archived client gets nothing, and what it has can be pulled back', async () => {
  w.db.write((tx) => tx.run("update tenants set archived_at = ? where id = 'ten_bakery'", tx.now))
  expect(await refusal(allocate('ada', { amount: 1 }))).toMatchObject({ code: 'conflict' })
  expect(await allocate('ada', { amount: -400 })).toMatchObject({ balance_after: 0 })
})

test('a workspace reaches over those between', async () => {
  w.db.write((tx) =>
    tx.run(
      `insert into tenants (id, parent_id, path, kind, name, created_at, updated_at)
       values ('ten_oven', 'ten_bakery', '/ten_northwind/ten_bakery/ten_oven/', 'client', 'Oven', ?1, ?1)`,
      tx.now,
    ),
  )
  expect(await allocate('ada', { tenant_id: 'ten_oven', amount: 7 })).toMatchObject({ balance_after: 7 })
  expect(available('ten_bakery')).toBe(400)
})

test('members may not move credits', async () => {
  expect(await refusal(allocate('ben', { amount: 1 }))).toMatchObject({ code: 'forbidden' })
  expect(await refusal(allocate('vera', { amount: 1 }))).toMatchObject({ code: 'forbidden' })
})

test('a repeated Idempotency-Key allocates once', async () => {
  const once = () =>
    w.call('ada', 'allocate_credits', { tenant_id: 'ten_bakery', amount: 10 }, { idempotency_key: 'order 7' })
  expect(await once()).toEqual(await once())
  expect(available('ten_bakery')).toBe(410)
})
