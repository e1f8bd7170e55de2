import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { balances, type CreditKind, consume, release, reserve } from '../../../src/domains/credits/index.ts'
import { refusal } from '../../refusal.ts'
import { callerOf, type Person, type World, world } from '../../world.ts'
import { expectBalanced } from './books.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => {
  expectBalanced(w.db)
  w.close()
})

type Request = { id: string; status: string; taken_back: unknown; owed: unknown; unspent: unknown }
const ask = (input: Record<string, unknown>, who: Person = 'ada') =>
  w.call<Request>(who, 'create_credit_request', { pack: 'try', ...input })
const decide = (verb: 'approve' | 'decline' | 'refund', id: string, input = {}, who: Person = 'pat') =>
  w.call<Request>(who, `${verb}_credit_request`, { id, ...input })
/** Work of a job that ends: its credits are used up, or come back. */
const settle = (job_id: string, kind: CreditKind, amount: number, how: 'used' | 'back', tenant_id = 'ten_northwind') =>
  w.db.write((tx) => {
    const credits = { tenant_id, kind, amount, job_id }
    if (how === 'used') consume(tx, credits)
    else release(tx, { ...credits, reason: 'refund' })
  })
const setAside = (amount: number, tenant_id = 'ten_northwind', job_id = 'job') =>
  w.db.write((tx) => reserve(tx, callerOf('ada'), { tenant_id, kind: 'index', amount, job_id }))
const requestNow = async (id: string) =>
  (await w.call<{ items: Request[] }>('pat', 'list_credit_requests')).items.find((one) => one.id === id)!
const bought = async (tenant_id = 'ten_northwind') => {
  const { id } = await ask({ tenant_id })
  await decide('approve', id)
  return id
}
const NONE = { available: 0, reserved: 0, handed_on: 0 }
const has = (tenant_id = 'ten_northwind') => w.db.read((tx) => balances(tx, tenant_id))

describe('a request', () => {
  test('keeps what the pack holds and costs on that day', async () => {
    const request = await ask({ pack: 'pro', note: 'For spring' })
    expect(request).toMatchObject({
      id: expect.any(String),
      tenant_id: 'ten_northwind',
      pack: 'pro',
      status: 'pending',
      note: 'For spring',
      usd: 119,
      index_credits: 1000,
      check_credits: 2000,
      requested_by: 'ada@northwind.example',
      taken_back: null,
      decided_at: null,
    })
    expect(has().index.available).toBe(0)
  })

  test('may be made for a client, by admins, within reach', async () => {
    expect(await ask({ tenant_id: 'ten_bakery' })).toMatchObject({ tenant_id: 'ten_bakery' })
    expect(await refusal(ask({}, 'ben'))).toMatchObject({ code: 'forbidden' })
    expect(await refusal(ask({ tenant_id: 'ten_rival' }))).toMatchObject({ code: 'not_found' })
    expect(await refusal(ask({ pack: 'huge' }))).toMatchObject({ code: 'validation_failed' })
  })

  test('is seen by its own tree and by the platform admin, newest first, by status', async () => {
    const first = await ask({})
    const second = await ask({ tenant_id: 'ten_bakery' })
    await decide('approve', first.id)
    const ids = async (who: Person, input = {}) =>
      (await w.call<{ items: Request[] }>(who, 'list_credit_requests', input)).items.map((one) => one.id)
    expect(await ids('ada')).toEqual([second.id, first.id])
    expect(await ids('pat')).toEqual([second.id, first.id])
    expect(await ids('vera')).toEqual([second.id])
    expect(await ids('rita')).toEqual([])
    expect(await ids('ada', { status: 'pending' })).toEqual([second.id])
    expect(await ids('ada', { dir: 'asc', page_size: 1 })).toEqual([first.id])
  })
})

describe('approval', () => {
  test('grants both kinds as one act', async () => {
    const { id } = await ask({ tenant_id: 'ten_bakery' })
    expect(await decide('approve', id)).toMatchObject({
      id,
      status: 'approved',
      decided_by: 'pat@platform.example',
      decided_at: w.clock.now(),
    })
    expect(has('ten_bakery')).toMatchObject({ index: { available: 50 }, check: { available: 100 } })
    const groups = w.db.read((tx) => tx.count("select count(distinct group_id) from ledger where reason = 'pack'"))
    expect(groups).toBe(1)
  })

  test('of a pack of one kind grants that kind alone', async () => {
    const { id } = await ask({ pack: 'checks' })
    await decide('approve', id)
    expect(has()).toMatchObject({ index: { available: 0 }, check: { available: 2000 } })
  })

  test('happens once', async () => {
    const { id } = await ask({})
    await decide('approve', id)
    expect(await refusal(decide('approve', id))).toMatchObject({ code: 'conflict' })
    expect(await refusal(decide('decline', id))).toMatchObject({ code: 'conflict' })
    expect(has().index.available).toBe(50)
  })

  test('is for the platform admin', async () => {
    const { id } = await ask({})
    for (const verb of ['approve', 'decline', 'refund'] as const)
      expect(await refusal(decide(verb, id, {}, 'ada'))).toMatchObject({ code: 'forbidden' })
    expect(await refusal(decide('approve', 'req_none'))).toMatchObject({ code: 'not_found' })
  })
})

test('a declined request grants nothing and carries the note', async () => {
  const { id } = await ask({})
  expect(await decide('decline', id, { note: 'Not this month' })).toMatchObject({
    status: 'declined',
    answer_note: 'Not this month',
  })
  expect(await refusal(decide('approve', id))).toMatchObject({ code: 'conflict' })
  expect(has().index.available).toBe(0)
})

describe('a refund', () => {
  test('takes back what is unspent, says how many, and leaves what was spent', async () => {
    const { id } = await ask({})
    await decide('approve', id)
    w.db.write((tx) =>
      reserve(tx, callerOf('ada'), { tenant_id: 'ten_northwind', kind: 'index', amount: 20, job_id: 'job' }),
    )
    expect(await decide('refund', id, { note: 'Bought twice' })).toMatchObject({
      status: 'refunded',
      answer_note: 'Bought twice',
      taken_back: { index: 30, check: 100 },
      owed: { index: 20, check: 0 },
      unspent: null,
    })
    expect(has()).toEqual({ index: { available: 0, reserved: 20 }, check: { available: 0, reserved: 0 } })
    const notes = w.db.read((tx) => tx.rows<{ note: string }>("select note from ledger where reason = 'reversal'"))
    expect(notes.map((line) => line.note)).toContain('Refund of pack try: 30 of 50 taken back')
  })

  test('takes back no more than the pack held, whatever else is there', async () => {
    const other = await ask({ pack: 'boost' })
    await decide('approve', other.id)
    const { id } = await ask({})
    await decide('approve', id)
    await decide('refund', id)
    expect(has()).toMatchObject({ index: { available: 300 }, check: { available: 500 } })
  })

  test('of a pack that is all spent takes back nothing, and still happens once', async () => {
    const { id } = await ask({})
    await decide('approve', id)
    for (const kind of ['index', 'check'] as const)
      w.db.write((tx) => {
        const amount = balances(tx, 'ten_northwind')[kind].available
        return reserve(tx, callerOf('ada'), { tenant_id: 'ten_northwind', kind, amount, job_id: 'job' })
      })
    for (const kind of ['index', 'check'] as const) settle('job', kind, kind === 'index' ? 50 : 100, 'used')
    expect(await decide('refund', id)).toMatchObject({
      status: 'refunded',
      taken_back: { index: 0, check: 0 },
      owed: { index: 0, check: 0 },
    })
    expect(await refusal(decide('refund', id))).toMatchObject({ code: 'conflict' })
  })

  test('is refused for a pack that was not approved', async () => {
    const { id } = await ask({})
    expect(await refusal(decide('refund', id))).toMatchObject({ code: 'conflict' })
  })
})

describe('what a refund cannot take at once', () => {
  test('is owed, and taken as it comes back, in the same act; whoever decides sees it before', async () => {
    const id = await bought()
    setAside(50)
    expect((await requestNow(id)).unspent).toEqual({
      index: { available: 0, reserved: 50, handed_on: 0 },
      check: { ...NONE, available: 100 },
    })
    expect(await decide('refund', id)).toMatchObject({
      taken_back: { index: 0, check: 100 },
      owed: { index: 50, check: 0 },
    })
    settle('job', 'index', 48, 'back')
    expect(has().index).toEqual({ available: 0, reserved: 2 })
    expect(await requestNow(id)).toMatchObject({ taken_back: { index: 48 }, owed: { index: 2 } })
    expect(await w.call('ada', 'get_credits')).toMatchObject({ index: { available: 0, reserved: 2, owed: 2 } })
    const last = w.db.read((tx) => tx.row('select * from ledger order by id desc limit 1'))
    expect(last).toMatchObject({
      direction: 'out',
      amount: 48,
      reason: 'reversal',
      actor: 'system',
      note: 'Refund of pack try: 48 of 50 owed taken back',
    })
  })

  test('stays owed when the work uses it up: the next credits pay it, whatever brings them', async () => {
    const id = await bought()
    setAside(50)
    await decide('refund', id)
    settle('job', 'index', 50, 'used')
    await w.call('pat', 'adjust_credits', { tenant_id: 'ten_northwind', amount: 20, reason: 'goodwill' })
    expect(has().index.available).toBe(0)
    await bought()
    expect(has().index.available).toBe(20)
    expect(await requestNow(id)).toMatchObject({ taken_back: { index: 50 }, owed: { index: 0 } })
  })

  test('was handed to a client, and is taken when it is pulled back', async () => {
    const id = await bought()
    await w.call('ada', 'allocate_credits', { tenant_id: 'ten_bakery', amount: 50 })
    setAside(30, 'ten_bakery')
    settle('job', 'index', 10, 'used', 'ten_bakery')
    expect((await requestNow(id)).unspent).toMatchObject({ index: { available: 0, reserved: 0, handed_on: 40 } })
    expect(await decide('refund', id)).toMatchObject({ taken_back: { index: 0 }, owed: { index: 40 } })
    await w.call('ada', 'allocate_credits', { tenant_id: 'ten_bakery', amount: -20 })
    expect([has().index, has('ten_bakery').index]).toEqual([
      { available: 0, reserved: 0 },
      { available: 0, reserved: 20 },
    ])
    settle('job', 'index', 20, 'back', 'ten_bakery')
    await w.call('ada', 'allocate_credits', { tenant_id: 'ten_bakery', amount: -20 })
    expect(has().index.available).toBe(0)
    expect(await requestNow(id)).toMatchObject({ taken_back: { index: 40 }, owed: { index: 0 } })
  })

  test('is never counted twice: what the client bought, another refund, credits that went on', async () => {
    const first = await bought()
    const second = await bought()
    await bought('ten_bakery')
    await w.call('ada', 'allocate_credits', { tenant_id: 'ten_bakery', amount: 40 })
    setAside(60)
    expect((await requestNow(first)).unspent).toMatchObject({ index: { available: 0, reserved: 50, handed_on: 0 } })
    expect(await decide('refund', first)).toMatchObject({ owed: { index: 50 } })
    expect((await requestNow(second)).unspent).toMatchObject({ index: { available: 0, reserved: 10, handed_on: 40 } })
    expect(await decide('refund', second)).toMatchObject({ owed: { index: 50 } })
    settle('job', 'index', 60, 'back')
    expect(await requestNow(first)).toMatchObject({ taken_back: { index: 50 }, owed: { index: 0 } })
    expect(await requestNow(second)).toMatchObject({ taken_back: { index: 10 }, owed: { index: 40 } })
  })

  test('goes back with a reversed allocation as well', async () => {
    const id = await bought()
    const line = await w.call<{ id: string }>('ada', 'allocate_credits', { tenant_id: 'ten_bakery', amount: 50 })
    await decide('refund', id)
    await w.call('ada', 'reverse_ledger_entry', { id: line.id })
    expect(has().index.available).toBe(0)
    expect(await requestNow(id)).toMatchObject({ taken_back: { index: 50 }, owed: { index: 0 } })
  })
})
