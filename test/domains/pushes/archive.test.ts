import { afterEach, beforeEach, expect, test } from 'bun:test'
import { balances, grant, release } from '../../../src/domains/credits/index.ts'
import { callerOfKey } from '../../../src/domains/keys/index.ts'
import { DAY, plus } from '../../../src/kernel/time/clock.ts'
import { planChecksTask } from '../../../src/tasks/checks/plan-checks.ts'
import { recheckLinksTask } from '../../../src/tasks/checks/recheck-links.ts'
import { takeLooksTask } from '../../../src/tasks/checks/take-looks.ts'
import { advancePushesTask } from '../../../src/tasks/pushes/advance-pushes.ts'
import { sendLinksTask } from '../../../src/tasks/pushes/send-links.ts'
import { expectBooksToBalance } from '../../books.ts'
import { refusal } from '../../refusal.ts'
import { START, type World, world } from '../../world.ts'

let w: World
beforeEach(async () => {
  w = world()
  w.db.write((tx) => {
    for (const kind of ['index', 'check'] as const)
      grant(tx, { tenant_id: 'ten_bakery', kind, amount: 100, reason: 'adjustment', actor: 'test' })
    return null
  })
  await w.call('pat', 'update_crawl_settings', { routes: { primary: { adapter: 'simulated' } } })
  await w.call('pat', 'update_integrations', { engines: { scan_standard: { adapter: 'simulated' } } })
})
afterEach(() => w.close())

type Job = { id: string; status: string; note: string | null; outcome: { states: Record<string, number> } }

const urls = (n: number) => Array.from({ length: n }, (_, i) => `https://bakery.example/page-${i}`)
const push = (more: Record<string, unknown> = {}) =>
  w.call<Job>('ada', 'submit_index_job', { tenant_id: 'ten_bakery', urls: urls(10), preflight: false, ...more })
const statesOf = async ({ id }: Job) => (await w.call<Job>('ada', 'get_job_status', { id })).outcome.states
const noteOf = async ({ id }: Job) => (await w.call<Job>('ada', 'get_job_status', { id })).note
const credits = () => w.db.read((tx) => balances(tx, 'ten_bakery').index)
const archive = (archived: boolean, id = 'ten_bakery') => w.call('pat', 'update_tenant', { id, archived })
async function work() {
  for (let i = 0; i < 3; i++) await w.run(advancePushesTask, sendLinksTask, recheckLinksTask, takeLooksTask)
  expectBooksToBalance(w.db)
}
async function day(n: number) {
  w.clock.set(plus(START, n * DAY))
  await work()
}

test('drip days stop while a workspace is archived, lose no credit, and go on with the same pauses when it is back', async () => {
  const job = await push({ drip_days: 5 })
  await work()
  expect(await statesOf(job)).toMatchObject({ sent: 2, scheduled: 8 })
  await archive(true)
  for (const n of [1, 2, 3]) await day(n)
  const waiting = await statesOf(job)
  expect(waiting.scheduled).toBe(8)
  expect(await noteOf(job)).toContain('archived')
  await archive(false)
  await day(3.5)
  expect([(await statesOf(job)).scheduled, await noteOf(job)]).toEqual([6, null])
  await day(4.4)
  expect((await statesOf(job)).scheduled).toBe(6)
  for (const [n, left] of [
    [4.5, 4],
    [5.5, 2],
    [6.5, 0],
  ] as const) {
    await day(n)
    expect([n, (await statesOf(job)).scheduled]).toEqual([n, left])
  }
  for (const n of [8, 10, 14]) await day(n)
  const { indexed, not_indexed } = await statesOf(job)
  expect(indexed! + not_indexed!).toBe(10)
  expect(credits()).toEqual({ available: 90 + not_indexed!, reserved: 0 })
})

test('links that were sent before are still looked at, and the credits of those not seen come back on day 7', async () => {
  const job = await push()
  await work()
  await archive(true)
  for (const n of [1, 3, 7]) await day(n)
  const { indexed, not_indexed } = await statesOf(job)
  expect(indexed! + not_indexed!).toBe(10)
  expect(credits()).toEqual({ available: 90 + not_indexed!, reserved: 0 })
})

test.each([{}, { pre_check: true }])(
  'a push that had not begun (%j) waits whole, and begins when its workspace is back',
  async (more) => {
    const job = await push(more)
    await archive(true)
    await day(1)
    expect(await statesOf(job)).toMatchObject({ queued: 10 })
    expect(w.db.read((tx) => tx.count("select count(*) from looks where state <> 'queued'"))).toBe(0)
    expect(credits()).toEqual({ available: 90, reserved: 10 })
    await archive(false)
    await work()
    expect((await statesOf(job)).sent).toBe(10)
  },
)

test('a check that was ordered waits with its credits, and is made when the workspace is back', async () => {
  const check = await w.call<Job>('ada', 'check_index', { tenant_id: 'ten_bakery', urls: urls(4) })
  await archive(true)
  await day(1)
  expect(await statesOf(check)).toMatchObject({ checked: 0 })
  expect(w.db.read((tx) => balances(tx, 'ten_bakery').check)).toEqual({ available: 96, reserved: 4 })
  await archive(false)
  await work()
  expect(await statesOf(check)).toMatchObject({ checked: 4 })
})

test('what waited is woken when the workspace comes back, and by nothing else', async () => {
  const woken: string[] = []
  w.app.wake = (name) => woken.push(name)
  await archive(true)
  await w.call('ada', 'update_tenant', { id: 'ten_bakery', name: 'Bakery & Café', archived: true })
  expect(woken).toEqual([])
  await archive(false)
  expect(woken.toSorted()).toEqual(
    [advancePushesTask, planChecksTask, sendLinksTask, takeLooksTask].map(({ name }) => name),
  )
})

test('what stands below an archived workspace stops with it: its pushes and its keys', async () => {
  const { secret } = await w.call<{ secret: string }>('ada', 'create_api_key', {
    tenant_id: 'ten_bakery',
    name: 'Desk',
  })
  const holder = () => w.db.read((tx) => callerOfKey(tx, secret)?.caller.tenant_id ?? null)
  const job = await push()
  expect(holder()).toBe('ten_bakery')
  await archive(true, 'ten_northwind')
  await work()
  expect(holder()).toBeNull()
  expect(w.db.read((tx) => tx.count("select count(*) from links where state = 'sent' and job_id = ?", job.id))).toBe(0)
  await archive(false, 'ten_northwind')
  await work()
  expect(holder()).toBe('ten_bakery')
  expect((await statesOf(job)).sent).toBe(10)
})

test('nothing new is begun in an archived workspace: no push, no check, no second look, no retry', async () => {
  const job = await push()
  await work()
  const { items } = await w.call<{ items: { uid: number }[] }>('ada', 'list_job_urls', { id: job.id, page_size: 1 })
  w.db.write((tx) => {
    tx.run("update links set state = 'failed', credit = 'released' where id = ?", items[0]!.uid)
    release(tx, { kind: 'index', amount: 1, reason: 'release', job_id: job.id })
    return null
  })
  await archive(true, 'ten_bakery')
  const orders: [string, Record<string, unknown>][] = [
    ['submit_index_job', { tenant_id: 'ten_bakery', urls: urls(1) }],
    ['check_index', { tenant_id: 'ten_bakery', urls: urls(1) }],
    ['check_index', { job_id: job.id }],
    ['recheck_job', { id: job.id }],
    ['retry_job', { id: job.id }],
    ['allocate_credits', { tenant_id: 'ten_bakery', amount: 1 }],
  ]
  const before = w.db.read((tx) => balances(tx, 'ten_bakery'))
  for (const [name, input] of orders)
    expect(await refusal(w.call('ada', name, input))).toMatchObject({
      code: 'conflict',
      message: 'The workspace "Bakery" is archived. Restore it first.',
    })
  expect(w.db.read((tx) => balances(tx, 'ten_bakery'))).toEqual(before)
})

test('failed links that are ordered again just after a restore are not held back with the drip days', async () => {
  const job = await push({ drip_days: 5 })
  await w.run(advancePushesTask, sendLinksTask)
  w.db.write((tx) => {
    const failed = tx.run(
      "update links set state = 'failed', credit = 'released', settled_at = ?, next_look_at = null where job_id = ? and state = 'sent'",
      tx.now,
      job.id,
    )
    release(tx, { kind: 'index', amount: failed, reason: 'release', job_id: job.id })
    return null
  })
  await archive(true)
  await day(1)
  w.clock.set(plus(START, 30 * DAY))
  await archive(false)
  const { retried } = await w.call<{ retried: number }>('ada', 'retry_job', { id: job.id, delay_s: 10 })
  await w.run(sendLinksTask)
  expect(await w.call<object>('ada', 'cancel_job', { id: job.id })).toMatchObject({
    status: 'sending',
    cancelled: retried,
  })
  expectBooksToBalance(w.db)
})
