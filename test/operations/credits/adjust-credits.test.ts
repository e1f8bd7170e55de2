import { afterEach, beforeEach, expect, test } from 'bun:test'
import { expectBalanced } from '../../domains/credits/books.ts'
import { refusal } from '../../refusal.ts'
import { type World, world } from '../../world.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => {
  expectBalanced(w.db)
  w.close()
})

const adjust = (amount: number, who: 'pat' | 'ada' = 'pat') =>
  w.call(who, 'adjust_credits', { tenant_id: 'ten_bakery', amount, reason: 'Goodwill', kind: 'check' })

test('the platform admin adds and takes credits, and the reason is the note of the line', async () => {
  expect(await adjust(30)).toMatchObject({
    tenant_id: 'ten_bakery',
    kind: 'check',
    direction: 'in',
    amount: 30,
    reason: 'adjustment',
    note: 'Goodwill',
    balance_after: 30,
    actor: 'pat@platform.example',
  })
  expect(await adjust(-30)).toMatchObject({ direction: 'out', amount: 30, reason: 'adjustment', balance_after: 0 })
})

test('never below what is available: 402 with what there is', async () => {
  await adjust(30)
  expect(await refusal(adjust(-31))).toMatchObject({
    code: 'insufficient_credits',
    details: { code: 'insufficient_credits', kind: 'check', need: 31, have: 30 },
  })
})

test('the largest amount twice is a conflict, not a rounded balance', async () => {
  expect(await adjust(Number.MAX_SAFE_INTEGER)).toMatchObject({ balance_after: Number.MAX_SAFE_INTEGER })
  expect(await refusal(adjust(Number.MAX_SAFE_INTEGER))).toMatchObject({ code: 'conflict' })
  expect(await adjust(Number.MIN_SAFE_INTEGER)).toMatchObject({ balance_after: 0 })
})

test('nothing is no adjustment, and a reason is required', async () => {
  expect(await refusal(adjust(0))).toMatchObject({ code: 'validation_failed' })
  expect(await refusal(w.call('pat', 'adjust_credits', { tenant_id: 'ten_bakery', amount: 1 }))).toMatchObject({
    details: { issues: [{ path: 'reason', message: 'is required' }] },
  })
})

test('nobody but the platform admin adjusts credits', async () => {
  expect(await refusal(adjust(1, 'ada'))).toMatchObject({ code: 'forbidden' })
})

test('an adjustment is on the audit trail with the workspace that it was made for', async () => {
  await adjust(5)
  const row = w.db.read((tx) =>
    tx.row<{ after: string }>("select * from audit where action = 'adjust_credits' and tenant_id = 'ten_bakery'"),
  )
  expect(row).toMatchObject({ actor: 'pat@platform.example', as_platform: 1 })
  expect(JSON.parse(row!.after)).toMatchObject({ amount: 5, reason: 'Goodwill' })
})
