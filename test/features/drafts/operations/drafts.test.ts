/** Orders above what a key may place alone: nothing moves before a person says yes, and then exactly once. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { release } from '../../../../src/domains/credits/index.ts'
import { callerOfKey } from '../../../../src/domains/keys/index.ts'
import type { Caller } from '../../../../src/kernel/operation/caller.ts'
import { expectBooksToBalance } from '../../../books.ts'
import { inLongRun } from '../../../long/whole.ts'
import { refusal } from '../../../refusal.ts'
import { type Person, type World, world } from '../../../world.ts'

type Draft = {
  id: string
  status: string
  job_id: string | null
  credits: number
  asked_by: string
  note: string | null
}
type Job = { id: string; tenant_id: string; link_count: number; bill: { credits: number } }

let w: World
let bot: Caller
beforeEach(async () => {
  w = world()
  await w.call('pat', 'update_crawl_settings', { routes: { primary: { adapter: 'simulated' } } })
  for (const tenant_id of ['ten_northwind', 'ten_bakery'])
    await w.call('pat', 'adjust_credits', { tenant_id, amount: 50, reason: 'for tests' })
  bot = await callerWith({ name: 'Bot', tenant_id: 'ten_bakery', approval_above: 2, daily_credit_cap: 100 })
})
afterEach(() => {
  expectBooksToBalance(w.db)
  w.close()
})

async function callerWith(input: Record<string, unknown>): Promise<Caller> {
  const { secret } = await w.call<{ secret: string }>('ada', 'create_api_key', input)
  return { ...w.db.read((tx) => callerOfKey(tx, secret))!.caller, app: 'Assistant' }
}

const urls = (n: number) => Array.from({ length: n }, (_, i) => `https://bakery.example/${i}`)
const push = (who: Person | Caller, n: number, more: object = {}, given: object = {}) =>
  w.call<Job>(who, 'submit_index_job', { urls: urls(n), ...more }, given)
const waiting = async () => (await w.call<{ items: Draft[] }>('ada', 'list_drafts', { status: 'waiting' })).items
const purse = () =>
  w.db.read(
    (tx) =>
      tx.row<{ available: number }>("select available from purses where tenant_id = 'ten_bakery' and kind = 'index'")!
        .available,
  )
const audit = (action: string) =>
  w.db.read((tx) =>
    tx.rows<Record<string, unknown>>('select actor, user_id, key_id, via, app from audit where action = ?', action),
  )

describe('an order of a key', () => {
  test('up to its number goes through, above it waits, and says where and how to go on', async () => {
    expect((await push(bot, 2)).bill.credits).toBe(2)
    const fault = await refusal(push(bot, 3))
    expect(fault).toMatchObject({
      status: 403,
      code: 'approval_required',
      details: { code: 'approval_required', credits: 3, approval_above: 2 },
    })
    const { draft_id, approve_url } = fault.details
    expect(fault.message).toContain(String(approve_url))
    expect(fault.message).toContain('send exactly the same order again')
    expect(String(approve_url)).toEndWith(`/app/w/ten_bakery/drafts/${draft_id}`)
    expect([purse(), (await waiting()).map(({ id }) => id)]).toEqual([48, [String(draft_id)]])
  })

  test('waits once, however often it is asked for, and two orders wait as two', async () => {
    const [first, second] = await Promise.all([refusal(push(bot, 3)), refusal(push(bot, 3))])
    expect(second.details.draft_id).toBe(first.details.draft_id)
    const third = await refusal(push(bot, 3, {}, { idempotency_key: 'another' }))
    const fourth = await refusal(push(bot, 4))
    expect(new Set([first, third, fourth].map(({ details }) => details.draft_id)).size).toBe(3)
  })

  test('is estimated without waiting, and the estimate says that a person will be asked', async () => {
    expect(await w.call(bot, 'submit_index_job', { urls: urls(3), estimate: true })).toMatchObject({
      approval: true,
      orderable: true,
    })
    expect(await waiting()).toEqual([])
    expect(await w.call(bot, 'submit_index_job', { urls: urls(2), estimate: true })).toMatchObject({ approval: false })
  })

  test('that is refused anyway does not wait: nobody is asked about what cannot be paid, or is above the cap', async () => {
    expect(await refusal(push(bot, 60))).toMatchObject({ code: 'insufficient_credits', details: { have: 50 } })
    await w.call('ada', 'update_api_key', { id: bot.key_id, daily_credit_cap: 4 })
    expect(await refusal(push({ ...bot, daily_credit_cap: 4 }, 5))).toMatchObject({ code: 'daily_cap' })
    expect(await waiting()).toEqual([])
    expect(await refusal(push(bot, 3, { max_credits: 1 }))).toMatchObject({ code: 'over_max_credits' })
    expect(await refusal(push(bot, 3, { tenant_id: 'ten_rival' }))).toMatchObject({ code: 'not_found' })
  })
})

describe('a yes', () => {
  test('to a large order answers when all of its links are written', async () => {
    await w.call('pat', 'adjust_credits', { tenant_id: 'ten_bakery', amount: 2500, reason: 'for tests' })
    const key = await callerWith({ name: 'Large', tenant_id: 'ten_bakery', approval_above: 2 })
    const { details } = await refusal(push(key, 2500))
    const { job_id } = await w.call<Draft>('ben', 'approve_draft', { id: details.draft_id })
    expect(w.db.read((tx) => tx.number('select count(*) from links where job_id = ?', job_id))).toBe(2500)
  })

  test('places the order where it was asked for, of person and app together, and whoever asked gets its answer', async () => {
    const { details } = await refusal(push(bot, 3))
    const draft = await w.call<Draft>('ben', 'approve_draft', { id: details.draft_id })
    expect(draft).toMatchObject({
      status: 'approved',
      credits: 3,
      asked_by: 'Bot',
      decided_by: 'ben@northwind.example',
    })
    const job = await push(bot, 3)
    expect(job).toMatchObject({ id: draft.job_id, tenant_id: 'ten_bakery', link_count: 3, bill: { credits: 3 } })
    expect([purse(), w.db.read((tx) => tx.count('select count(*) as n from jobs'))]).toEqual([47, 1])
    const told = {
      actor: 'ben@northwind.example for Bot',
      user_id: 'usr_ben',
      key_id: bot.key_id,
      via: 'session',
      app: 'Assistant',
    }
    expect(audit('submit_index_job')).toEqual([told])
    expect(audit('approve_draft')).toMatchObject([{ actor: 'ben@northwind.example' }])
    const line = w.db.read((tx) => tx.row("select actor, amount from ledger where reason = 'reserve'"))
    expect(line).toEqual({ actor: 'ben@northwind.example for Bot', amount: 3 })
  })

  test('is told once: the same order after that is another one, unless a key of the caller’s says that it is a retry', async () => {
    const { details } = await refusal(push(bot, 3))
    await w.call('ben', 'approve_draft', { id: details.draft_id })
    await push(bot, 3)
    expect(await refusal(push(bot, 3))).toMatchObject({ code: 'approval_required' })
    const named = { idempotency_key: 'mine' }
    const asked = await refusal(push(bot, 4, {}, named))
    await w.call('ben', 'approve_draft', { id: asked.details.draft_id })
    expect((await push(bot, 4, {}, named)).id).toBe((await push(bot, 4, {}, named)).id)
  })

  test('counts against the cap of the key, and is refused beyond what is left of it by then', async () => {
    const [first, second] = [await refusal(push(bot, 5)), await refusal(push(bot, 6))]
    await w.call('ada', 'update_api_key', { id: bot.key_id, daily_credit_cap: 10 })
    await w.call('ada', 'approve_draft', { id: first.details.draft_id })
    const again = () => w.call('ada', 'approve_draft', { id: second.details.draft_id })
    expect(await refusal(again())).toMatchObject({ code: 'daily_cap', details: { cap: 10, used: 5, need: 6 } })
    expect([purse(), (await waiting()).length]).toEqual([45, 1])
    await w.call('ada', 'update_api_key', { id: bot.key_id, daily_credit_cap: 11 })
    await again()
    expect([purse(), (await waiting()).length]).toEqual([39, 0])
  })

  test('counts for the key that made the key that asked', async () => {
    const parent = await callerWith({ name: 'Parent', role: 'admin', daily_credit_cap: 6 })
    const { secret } = await w.call<{ secret: string }>(parent, 'create_api_key', { approval_above: 1 })
    const child = w.db.read((tx) => callerOfKey(tx, secret))!.caller
    const { details } = await refusal(push(child, 4))
    await push(parent, 3)
    expect(await refusal(w.call('ada', 'approve_draft', { id: details.draft_id }))).toMatchObject({
      code: 'daily_cap',
      details: { cap: 6, used: 3, need: 4 },
    })
  })

  test('twice, or by two people at once, places one order', async () => {
    const { details } = await refusal(push(bot, 3))
    const both = await Promise.allSettled([
      w.call('ada', 'approve_draft', { id: details.draft_id }),
      w.call('ben', 'approve_draft', { id: details.draft_id }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await refusal(w.call('ada', 'approve_draft', { id: details.draft_id }))).toMatchObject({ code: 'conflict' })
    expect(purse()).toBe(47)
  })

  test('to an order that cannot be placed is refused, and it waits on', async () => {
    const { details } = await refusal(push(bot, 40))
    await push('ada', 20, { tenant_id: 'ten_bakery' })
    expect(await refusal(w.call('ada', 'approve_draft', { id: details.draft_id }))).toMatchObject({
      code: 'insufficient_credits',
    })
    expect(await waiting()).toHaveLength(1)
    await w.call('pat', 'adjust_credits', { tenant_id: 'ten_bakery', amount: 10, reason: 'more' })
    await w.call('ada', 'approve_draft', { id: details.draft_id })
    expect(purse()).toBe(0)
  })

  /** A check of the bakery in which the engine does not find these links. */
  const checked = async (unseen: number) => {
    await w.call('pat', 'update_integrations', { engines: { scan_standard: { adapter: 'simulated' } } })
    await w.call('pat', 'adjust_credits', { tenant_id: 'ten_bakery', kind: 'check', amount: 20, reason: 'for tests' })
    const { id } = await w.call<Job>('ada', 'check_index', { urls: urls(9), tenant_id: 'ten_bakery' })
    const find = (n: number) =>
      w.db.write((tx) => {
        const first = 'id in (select id from links where job_id = ?1 order by id limit ?2)'
        tx.run(`update links set state = iif(${first}, 'not_indexed', 'indexed') where job_id = ?1`, id, n)
        return null
      })
    find(unseen)
    return { id, find }
  }

  test('binds to the credits that the person saw: an order that grew is refused with its new number, which the draft shows', async () => {
    const { id, find } = await checked(3)
    const { details } = await refusal(w.call(bot, 'send_unindexed_to_indexer', { id }))
    find(9)
    const approve = (more: object = {}) => w.call<Draft>('ben', 'approve_draft', { id: details.draft_id, ...more })
    const fault = await refusal(approve())
    expect([fault.status, fault.code, fault.details]).toEqual([409, 'conflict', { need: 9 }])
    expect(fault.message).toContain('needs 9 credits now, and the approval was for 3')
    expect([purse(), (await waiting()).map(({ credits }) => credits)]).toEqual([50, [9]])
    // A page that still shows the old number does not agree to the new one.
    expect(await refusal(approve({ credits: 3 }))).toMatchObject({ code: 'conflict', details: { need: 9 } })
    expect((await approve({ credits: 9 })).status).toBe('approved')
    expect(purse()).toBe(41)
  })

  test('places an order that became smaller, and never one above its own max_credits', async () => {
    const { id, find } = await checked(4)
    const { details } = await refusal(w.call(bot, 'send_unindexed_to_indexer', { id, max_credits: 5 }))
    const approve = () => w.call<Draft>('ben', 'approve_draft', { id: details.draft_id })
    find(9)
    expect(await refusal(approve())).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('its own limit is 5'),
    })
    find(3)
    expect((await approve()).status).toBe('approved')
    expect(purse()).toBe(47)
  })

  test('to push failed links again is for as many as had failed when it was asked for', async () => {
    const { id } = await push('ada', 9, { tenant_id: 'ten_bakery' })
    const fail = (amount: number) =>
      w.db.write((tx) => {
        const some = "id in (select id from links where job_id = ? and state <> 'failed' limit ?)"
        tx.run(`update links set state = 'failed', credit = 'released' where ${some}`, id, amount)
        release(tx, { kind: 'index', amount, reason: 'release', job_id: id })
        return null
      })
    fail(3)
    const { details } = await refusal(w.call(bot, 'retry_job', { id }))
    fail(4)
    const approve = () => w.call<Draft>('ben', 'approve_draft', { id: details.draft_id })
    expect(await refusal(approve())).toMatchObject({ code: 'conflict', details: { need: 7 } })
    expect(purse()).toBe(48)
    await approve()
    expect(purse()).toBe(41)
  })

  test('is a person’s: no key gives it, and nobody who could not push', async () => {
    const { details } = await refusal(push(bot, 3))
    const owner = await callerWith({ tenant_id: 'ten_northwind', role: 'owner' })
    for (const who of [bot, owner, 'vera', 'rita'] as const)
      expect((await refusal(w.call(who, 'approve_draft', { id: details.draft_id }))).status).toBeOneOf([403, 404])
    expect(purse()).toBe(50)
  })

  test('works for every way to spend', async () => {
    await w.call('pat', 'update_integrations', { engines: { scan_standard: { adapter: 'simulated' } } })
    await w.call('pat', 'adjust_credits', { tenant_id: 'ten_bakery', kind: 'check', amount: 20, reason: 'for tests' })
    const { details } = await refusal(w.call(bot, 'check_index', { urls: urls(3) }))
    const { job_id } = await w.call<Draft>('ben', 'approve_draft', { id: details.draft_id })
    expect(await w.call(bot, 'check_index', { urls: urls(3) })).toMatchObject({ id: job_id, type: 'check' })
    const again = await refusal(w.call(bot, 'recheck_job', { id: job_id, engine: 'scan_standard' }))
    expect(again.code).toBeOneOf(['approval_required', 'conflict'])
  })
})

test('a no is told with its note, once', async () => {
  const { details } = await refusal(push(bot, 3))
  await w.call('ben', 'decline_draft', { id: details.draft_id, note: 'Not before the relaunch' })
  expect(await refusal(push(bot, 3))).toMatchObject({
    code: 'forbidden',
    message: 'ben@northwind.example declined this order: Not before the relaunch',
  })
  expect(await refusal(push(bot, 3))).toMatchObject({ code: 'approval_required' })
  expect(purse()).toBe(50)
})

test('a key that needs approval brings in nobody who could approve its orders', async () => {
  const admin = await callerWith({ role: 'admin', approval_above: 2 })
  const add = (role: string) => w.call(admin, 'add_own_member', { email: `${role}@northwind.example`, role })
  for (const role of ['member', 'admin'])
    expect(await refusal(add(role))).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('can only give the role client_viewer'),
    })
  await add('client_viewer')
  const raised = w.call(admin, 'update_member_role', { id: 'ten_northwind', uid: 'usr_ben', role: 'admin' })
  expect(await refusal(raised)).toMatchObject({ code: 'forbidden' })
})

test('a key that needs approval frees neither itself nor another, and makes none that would not', async () => {
  const admin = await callerWith({ role: 'admin', approval_above: 2 })
  const free = await w.call<{ id: string }>('ada', 'create_api_key', { name: 'Free', approval_above: 1 })
  const refusals = [
    w.call(admin, 'create_api_key', { approval_above: null }),
    w.call(admin, 'create_api_key', { approval_above: 3 }),
    w.call(admin, 'create_api_key', { replaces: (await w.call<{ id: string }>('ada', 'create_api_key', {})).id }),
    w.call(admin, 'update_api_key', { id: admin.key_id, approval_above: null }),
    w.call(admin, 'update_api_key', { id: admin.key_id, approval_above: 3 }),
    w.call(admin, 'update_api_key', { id: free.id, approval_above: null }),
  ]
  for (const one of refusals)
    expect(await refusal(one)).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('2 credits an order without a person’s approval'),
    })
  expect(await w.call(admin, 'create_api_key', {})).toMatchObject({ approval_above: 2 })
  expect(await w.call(admin, 'create_api_key', { approval_above: 0 })).toMatchObject({ approval_above: 0 })
  expect(await w.call(admin, 'update_api_key', { id: admin.key_id, approval_above: 1 })).toMatchObject({
    approval_above: 1,
  })
})

test('drafts are seen in their tree alone, with the whole order, and forgotten after a month', async () => {
  const { details } = await refusal(push(bot, 3))
  expect(await w.call('vera', 'get_draft', { id: details.draft_id })).toMatchObject({
    operation: 'submit_index_job',
    links: 3,
    app: 'Assistant',
    order: { urls: urls(3) },
  })
  expect((await w.call<{ items: Draft[] }>('rita', 'list_drafts')).items).toEqual([])
  expect(await refusal(w.call('rita', 'get_draft', { id: details.draft_id }))).toMatchObject({ code: 'not_found' })
  await w.day(31, w.app.tasks.find(({ name }) => name === 'housekeeping')!)
  expect(await waiting()).toEqual([])
})

describe('what waits is bounded', () => {
  test('by number: a hundred orders of a key, then it is told whom to ask; what waits already is found again', async () => {
    for (let i = 0; i < 100; i++)
      expect((await refusal(push(bot, 3, { name: `n${i}` }))).code).toBe('approval_required')
    const fault = await refusal(push(bot, 3, { name: 'one more' }))
    expect([fault.status, fault.code]).toEqual([429, 'rate_limited'])
    expect(fault.message).toContain('/drafts')
    expect((await refusal(push(bot, 3, { name: 'n7' }))).code).toBe('approval_required')
    const other = await callerWith({ name: 'Other', tenant_id: 'ten_bakery', approval_above: 2 })
    expect((await refusal(push(other, 3, { name: 'other' }))).code).toBe('approval_required')
  })

  inLongRun(
    'by size: 32 MiB of orders',
    async () => {
      const long = (i: number) =>
        Array.from({ length: 6_000 }, (_, n) => `https://bakery.example/${i}/${n}/${'x'.repeat(2_000)}`)
      const scribe = await callerWith({ name: 'Scribe', tenant_id: 'ten_bakery', approval_above: 2 })
      const big = (i: number) => refusal(w.call(scribe, 'submit_index_job', { urls: long(i) }))
      await w.call('pat', 'adjust_credits', { tenant_id: 'ten_bakery', amount: 9_000, reason: 'for tests' })
      const codes = []
      for (let i = 0; i < 4; i++) codes.push((await big(i)).code)
      expect(codes).toEqual(['approval_required', 'approval_required', 'rate_limited', 'rate_limited'])
    },
    600_000,
  )
})
