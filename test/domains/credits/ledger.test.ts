import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import {
  balances,
  consume,
  grant,
  grantPlanPeriod,
  release,
  reserve,
  transfer,
} from '../../../src/domains/credits/index.ts'
import { planNamed, subscribe } from '../../../src/domains/plans/index.ts'
import type { Tx } from '../../../src/kernel/database/database.ts'
import type { Caller } from '../../../src/kernel/operation/caller.ts'
import type { Fault } from '../../../src/kernel/operation/fault.ts'
import { callerOf, type World, world } from '../../world.ts'
import { expectBalanced } from './books.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => {
  expectBalanced(w.db)
  w.close()
})

const ada = callerOf('ada')
const bakery = (amount: number, job_id = 'job_one') => ({
  tenant_id: 'ten_bakery',
  kind: 'index' as const,
  amount,
  job_id,
})
const give = (amount: number) => w.db.write((tx) => grant(tx, { ...bakery(amount), reason: 'trial', actor: 'system' }))
const has = () => w.db.read((tx) => balances(tx, 'ten_bakery').index)
const lines = () => w.db.read((tx) => tx.count("select count(*) from ledger where tenant_id = 'ten_bakery'"))

/** What a transaction throws; everything in it is undone. */
function thrown(work: (tx: Tx) => unknown): unknown {
  try {
    w.db.write((tx) => void work(tx))
    return null
  } catch (error) {
    return error
  }
}

describe('reserve', () => {
  test('sets credits aside with one line that says who, what and what is left', () => {
    give(10)
    const [line] = w.db.write((tx) => reserve(tx, ada, { ...bakery(4), note: 'Guest posts' }))
    expect(line).toMatchObject({
      direction: 'out',
      reason: 'reserve',
      amount: 4,
      balance_after: 6,
      job_id: 'job_one',
      actor: 'ada@northwind.example',
      note: 'Guest posts',
    })
    expect(has()).toEqual({ available: 6, reserved: 4 })
  })

  test('calls the line `check` for check credits', () => {
    w.db.write((tx) => grant(tx, { ...bakery(5), kind: 'check', reason: 'pack', actor: 'system' }))
    expect(w.db.write((tx) => reserve(tx, ada, { ...bakery(5), kind: 'check' }))[0]!.reason).toBe('check')
  })

  test('of two that ask for the last credit, one gets it and the other 402 with what there is', () => {
    give(1)
    expect(thrown((tx) => reserve(tx, ada, bakery(1, 'job_one')))).toBeNull()
    const late = thrown((tx) => reserve(tx, ada, bakery(1, 'job_two'))) as Fault
    expect(late).toMatchObject({ code: 'insufficient_credits', status: 402 })
    expect(late.details).toEqual({ code: 'insufficient_credits', kind: 'index', need: 1, have: 0 })
    expect(has()).toEqual({ available: 0, reserved: 1 })
    expect(lines()).toBe(2)
  })

  test('a workspace that never had credits is told that it has none', () => {
    const fault = thrown((tx) => reserve(tx, ada, { ...bakery(1), tenant_id: 'ten_rival', kind: 'check' })) as Fault
    expect(fault.details).toEqual({ code: 'insufficient_credits', kind: 'check', need: 1, have: 0 })
  })

  test('the database itself refuses a purse below zero, whatever statement asks for it', () => {
    give(1)
    const overdraft = "update purses set available = available - 2 where tenant_id = 'ten_bakery' and kind = 'index'"
    expect(String(thrown((tx) => tx.run(overdraft)))).toContain('CHECK constraint failed')
  })

  test("counts against the key's ceiling for the UTC day, index and check together, and what is refused counts not", () => {
    give(100)
    w.db.write((tx) => grant(tx, { ...bakery(100), kind: 'check', reason: 'pack', actor: 'system' }))
    const key: Caller = { ...ada, via: 'key', key_id: 'key_one', daily_credit_cap: 10 }
    expect(thrown((tx) => reserve(tx, key, bakery(6)))).toBeNull()
    const refused = thrown((tx) => reserve(tx, key, { ...bakery(5), kind: 'check' })) as Fault
    expect(refused).toMatchObject({ code: 'daily_cap', status: 429, retry_after: 15 * 3600 })
    expect(has()).toEqual({ available: 94, reserved: 6 })
    expect(thrown((tx) => reserve(tx, key, { ...bakery(4), kind: 'check' }))).toBeNull()
    expect(thrown((tx) => reserve(tx, key, bakery(1)))).toMatchObject({ code: 'daily_cap' })
    w.clock.set('2026-11-03T00:00:00.000Z')
    expect(thrown((tx) => reserve(tx, key, bakery(10)))).toBeNull()
  })

  test('an order that needs credits of both kinds is held against the ceiling once, with their sum', () => {
    give(100)
    w.db.write((tx) => grant(tx, { ...bakery(100), kind: 'check', reason: 'pack', actor: 'system' }))
    const key: Caller = { ...ada, via: 'key', key_id: 'key_two', daily_credit_cap: 7 }
    const order = (n: number) => thrown((tx) => reserve(tx, key, { ...bakery(n), kind: 'check' }, bakery(n)))
    expect(order(4)).toMatchObject({ code: 'daily_cap', details: { cap: 7, used: 0, need: 8 } })
    expect(has()).toEqual({ available: 100, reserved: 0 })
    expect(order(3)).toBeNull()
  })

  test('a refusal speaks of one credit as of one, and says where more come from', () => {
    expect((thrown((tx) => reserve(tx, ada, bakery(1))) as Fault).message).toBe(
      'This needs 1 index credit; 0 are available. To get more, ask an admin to request a pack (POST /credits/requests), or from the workspace above.',
    )
    const root = thrown((tx) => reserve(tx, ada, { ...bakery(2), tenant_id: 'ten_northwind' })) as Fault
    expect(root.message).toEndWith(
      '0 are available. To get more, ask an admin to request a pack (POST /credits/requests).',
    )
  })

  test('a refusal speaks of the credits of the free plan where they wait for an owner to confirm an address', () => {
    const said = () => (thrown((tx) => reserve(tx, ada, { ...bakery(2), tenant_id: 'ten_northwind' })) as Fault).message
    const waits = 'The credits of the free plan are granted once an owner has verified their e-mail address.'
    const on = (plan: 'free' | 'agency_pro') => w.db.write((tx) => subscribe(tx, 'ten_northwind', { plan }))
    on('free')
    expect(said()).not.toContain(waits)
    w.db.write((tx) => tx.run("update users set email_verified_at = null where id <> 'usr_ben'"))
    expect(said()).toContain(waits)
    on('agency_pro')
    expect(said()).not.toContain(waits)
  })
})

describe('settling', () => {
  beforeEach(() => {
    give(10)
    w.db.write((tx) => reserve(tx, ada, bakery(5)))
  })

  test('using credits moves nothing that is available and writes no line', () => {
    w.db.write((tx) => consume(tx, bakery(5)))
    expect(has()).toEqual({ available: 5, reserved: 0 })
    expect(lines()).toBe(2)
  })

  test('giving them back writes an `in` line with the reason', () => {
    const line = w.db.write((tx) => release(tx, { ...bakery(2), reason: 'refund', note: 'cancelled' }))
    expect(line).toMatchObject({ direction: 'in', reason: 'refund', amount: 2, balance_after: 7, actor: 'system' })
    expect(has()).toEqual({ available: 7, reserved: 3 })
  })

  test('a job never settles more than it has reserved, even while others hold credits aside', () => {
    w.db.write((tx) => reserve(tx, ada, bakery(5, 'job_two')))
    w.db.write((tx) => grant(tx, { ...bakery(9), tenant_id: 'ten_northwind', reason: 'trial', actor: 'system' }))
    w.db.write((tx) => reserve(tx, ada, { ...bakery(9, 'job_three'), tenant_id: 'ten_northwind' }))
    w.db.write((tx) => consume(tx, bakery(4)))
    expect(String(thrown((tx) => consume(tx, bakery(2))))).toContain('job_one has not 2 index credits left')
    expect(thrown((tx) => release(tx, { ...bakery(2), reason: 'release' }))).toBeInstanceOf(Error)
    expect(thrown((tx) => consume(tx, bakery(1, 'job_none')))).toBeInstanceOf(Error)
    expect(thrown((tx) => consume(tx, { ...bakery(1), kind: 'check' }))).toBeInstanceOf(Error)
    expect(has()).toEqual({ available: 0, reserved: 6 })
  })

  test('a job may reserve again, and settles the sum', () => {
    w.db.write((tx) => reserve(tx, ada, bakery(5)))
    w.db.write((tx) => consume(tx, bakery(10)))
    expect(has()).toEqual({ available: 0, reserved: 0 })
  })

  test.each([0, -1, 1.5, Number.NaN, 2 ** 53])('%p is no amount', (amount) => {
    expect(thrown((tx) => consume(tx, bakery(amount)))).toBeInstanceOf(RangeError)
    expect(thrown((tx) => release(tx, { ...bakery(amount), reason: 'release' }))).toBeInstanceOf(RangeError)
    expect(thrown((tx) => reserve(tx, ada, bakery(amount)))).toBeInstanceOf(RangeError)
    expect(thrown((tx) => grant(tx, { ...bakery(amount), reason: 'trial', actor: 'x' }))).toBeInstanceOf(RangeError)
  })
})

describe('grant', () => {
  test('with a ref gives once: the second says so and shows the line of the first', () => {
    const once = () =>
      w.db.write((tx) => grant(tx, { ...bakery(10), reason: 'trial', ref: 'usr_vera', actor: 'system' }))
    const first = once()
    const second = once()
    expect([first.repeated, second.repeated]).toEqual([false, true])
    expect(second.line.id).toBe(first.line.id)
    expect(has().available).toBe(10)
  })

  test('the same ref is another grant for another workspace, kind or reason', () => {
    const refs = [
      { tenant_id: 'ten_bakery', kind: 'index', reason: 'trial' },
      { tenant_id: 'ten_rival', kind: 'index', reason: 'trial' },
      { tenant_id: 'ten_bakery', kind: 'check', reason: 'trial' },
      { tenant_id: 'ten_bakery', kind: 'index', reason: 'plan_grant' },
    ] as const
    for (const one of refs) {
      const given = w.db.write((tx) => grant(tx, { ...one, amount: 1, ref: 'x', actor: 'system' }))
      expect(given.repeated).toBe(false)
    }
  })

  test('the database itself refuses a second line with the same ref', () => {
    w.db.write((tx) => grant(tx, { ...bakery(1), reason: 'trial', ref: 'once', actor: 'system' }))
    const copy = `insert into ledger select 'another', tenant_id, kind, direction, amount, reason, balance_after, job_id, group_id, actor, note, ref, created_at
      from ledger where ref is not null`
    expect(String(thrown((tx) => tx.run(copy)))).toContain('UNIQUE constraint failed: ledger.ref')
  })

  test('up to what JSON can hold is exact, one more is 409, and what is held aside can always come back', () => {
    give(Number.MAX_SAFE_INTEGER)
    expect(thrown((tx) => grant(tx, { ...bakery(1), reason: 'pack', actor: 'x' }))).toMatchObject({ code: 'conflict' })
    w.db.write((tx) => reserve(tx, ada, bakery(3)))
    expect(has()).toEqual({ available: Number.MAX_SAFE_INTEGER - 3, reserved: 3 })
    expect(thrown((tx) => grant(tx, { ...bakery(1), reason: 'pack', actor: 'x' }))).toMatchObject({ code: 'conflict' })
    w.db.write((tx) => release(tx, { ...bakery(3), reason: 'release' }))
    expect(has()).toEqual({ available: Number.MAX_SAFE_INTEGER, reserved: 0 })
  })

  test('a period of a plan grants both kinds as one act, once for a ref', () => {
    const plan = planNamed(w.app, 'agency_starter')
    const period = { start: '2026-11-01T00:00:00.000Z', end: '2026-12-01T00:00:00.000Z' }
    const once = () => w.db.write((tx) => grantPlanPeriod(tx, 'ten_bakery', plan, period, '2026-11', 'system'))
    const { lines: granted, repeated } = once()
    expect(repeated).toBe(false)
    expect(granted.map((line) => [line.kind, line.amount, line.reason])).toEqual([
      ['index', 500, 'plan_grant'],
      ['check', 2500, 'plan_grant'],
    ])
    expect(granted[0]!.group_id).toBe(granted[1]!.group_id)
    expect(granted[0]!.note).toBe('Agency Starter, 2026-11-01 to 2026-12-01')
    expect(once()).toMatchObject({ repeated: true, lines: [{ id: granted[0]!.id }, { id: granted[1]!.id }] })
    expect(w.db.read((tx) => balances(tx, 'ten_bakery'))).toMatchObject({
      index: { available: 500 },
      check: { available: 2500 },
    })
  })
})

test('a transfer is two lines of one group, or nothing at all', () => {
  give(5)
  const move = { kind: 'index', actor: 'ada@northwind.example' } as const
  const moved = w.db.write((tx) => transfer(tx, 'ten_bakery', 'ten_northwind', { ...move, amount: 5 }))
  expect(moved.out).toMatchObject({ tenant_id: 'ten_bakery', direction: 'out', balance_after: 0 })
  expect(moved.in).toMatchObject({ tenant_id: 'ten_northwind', direction: 'in', balance_after: 5 })
  expect(moved.in.group_id).toBe(moved.out.group_id)
  const more = thrown((tx) => transfer(tx, 'ten_bakery', 'ten_northwind', { ...move, amount: 1 })) as Fault
  expect(more.details).toMatchObject({ need: 1, have: 0 })
})

test('a transaction that fails later leaves no trace of what was reserved before', () => {
  give(5)
  thrown((tx) => {
    reserve(tx, ada, bakery(5))
    throw new Error('the job could not be written')
  })
  expect(has()).toEqual({ available: 5, reserved: 0 })
  expect(lines()).toBe(1)
})
