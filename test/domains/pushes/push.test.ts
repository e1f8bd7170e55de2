import { afterEach, expect, test } from 'bun:test'
import { expectBooksToBalance } from '../../books.ts'
import { pushing, urls } from '../../pushing.ts'
import type { World } from '../../world.ts'

const worlds: World[] = []
afterEach(() => {
  for (const one of worlds.splice(0)) one.close()
})

async function ready(index?: number, check?: number) {
  const one = await pushing(index, check)
  worlds.push(one)
  return one
}

type JobAnswer = {
  id: string
  status: string
  outcome: { states: Record<string, number>; credits: Record<string, number> }
  accepted: number
}

test('every credit of a push is used or returned by day 7, and the books balance at every step', async () => {
  const { call, work, day, credits } = await ready()
  const job = await call<JobAnswer>('ada', 'submit_index_job', { urls: urls(40), preflight: false })
  expect(job).toMatchObject({ status: 'queued', accepted: 40 })
  expect(credits().index).toEqual({ available: 60, reserved: 40 })
  await work()
  expect((await call<JobAnswer>('ada', 'get_job_status', { id: job.id })).status).toBe('watching')
  for (const n of [1, 3, 7]) await day(n)
  const after = await call<JobAnswer>('ada', 'get_job_status', { id: job.id })
  expect(after.status).toBe('done')
  const { indexed, not_indexed } = after.outcome.states as { indexed: number; not_indexed: number }
  expect(indexed + not_indexed).toBe(40)
  expect(indexed).toBeGreaterThan(0)
  expect(not_indexed).toBeGreaterThan(0)
  expect(credits().index).toEqual({ available: 60 + not_indexed, reserved: 0 })
})

test('without enough credits nothing is stored and the answer says what is needed', async () => {
  const { call, credits, db } = await ready(5)
  const refused = call('ada', 'submit_index_job', { urls: urls(6), preflight: false })
  expect(refused).rejects.toMatchObject({ code: 'insufficient_credits', details: { kind: 'index', need: 6, have: 5 } })
  await refused.catch(() => {})
  expect(credits().index).toEqual({ available: 5, reserved: 0 })
  expect(db.read((tx) => tx.count('select count(*) from jobs'))).toBe(0)
})

test('a drip push sends equal parts a day, and a cancel gives the unsent links their credits back', async () => {
  const { call, work, day, credits } = await ready()
  const job = await call<JobAnswer>('ada', 'submit_index_job', { urls: urls(10), preflight: false, drip_days: 5 })
  await work()
  const states = async () => (await call<JobAnswer>('ada', 'get_job_status', { id: job.id })).outcome.states
  expect(await states()).toMatchObject({ sent: 2, scheduled: 8 })
  await day(1)
  expect((await states()).scheduled).toBe(6)
  expect(await call('ben', 'cancel_job', { id: job.id })).toMatchObject({ cancelled: 6, status: 'cancelled' })
  expectBooksToBalance((await ready()).db)
  for (const n of [2, 4, 8, 9]) await day(n)
  const { not_indexed, indexed } = (await states()) as { not_indexed: number; indexed: number }
  expect(not_indexed + indexed).toBe(4)
  expect(credits().index).toEqual({ available: 100 - indexed, reserved: 0 })
})

test('a drip push that missed days, as while the install was off, goes on with one part a day', async () => {
  const { call, work, day } = await ready()
  const job = await call<JobAnswer>('ada', 'submit_index_job', { urls: urls(10), preflight: false, drip_days: 5 })
  await work()
  const waiting = async () => (await call<JobAnswer>('ada', 'get_job_status', { id: job.id })).outcome.states.scheduled
  const left: unknown[] = []
  for (const n of [10.25, 10.9, 11.1, 11.9, 12.1, 13.1]) {
    await day(n)
    left.push(await waiting())
  }
  expect(left).toEqual([6, 6, 4, 4, 2, 0])
})

test('parts of a drip push that no supplier took do not go all at once when one takes links again', async () => {
  const { call, work, day } = await ready()
  const job = await call<JobAnswer>('ada', 'submit_index_job', { urls: urls(6), preflight: false, drip_days: 3 })
  await call('pat', 'update_crawl_settings', { routes: { primary: { adapter: 'simulated', enabled: false } } })
  await work()
  for (const n of [1, 2, 3]) await day(n)
  const sent = async () => (await call<JobAnswer>('ada', 'get_job_status', { id: job.id })).outcome.states.sent
  expect(await sent()).toBe(0)
  await call('pat', 'update_crawl_settings', { routes: { primary: { adapter: 'simulated', enabled: true } } })
  await day(3.5)
  expect(await sent()).toBe(4)
  await day(3.9)
  expect(await sent()).toBe(4)
  await day(4.1)
  expect(await sent()).toBe(6)
})

test('a drip push of fewer links than days sends the first today, and each later one on a day of its own', async () => {
  const { call, work, db, clock } = await ready()
  await call('ada', 'submit_index_job', { urls: urls(3), preflight: false, drip_days: 10 })
  const today = clock.now().slice(0, 10)
  await work()
  const days = db.read((tx) =>
    tx.rows<{ day: string }>('select distinct substr(coalesce(sent_at, due_at), 1, 10) as day from links order by day'),
  )
  expect(days).toHaveLength(3)
  expect(days[0]!.day).toBe(today)
})

test('smart pushes only what is not visible: the others cost a check credit and no index credit', async () => {
  const { call, work, credits } = await ready()
  const job = await call<JobAnswer>('ada', 'submit_index_job', {
    urls: urls(50, 'smart'),
    preflight: false,
    smart: true,
  })
  expect(credits().check).toEqual({ available: 50, reserved: 50 })
  await work()
  const { outcome } = await call<JobAnswer>('ada', 'get_job_status', { id: job.id })
  const { visible, sent } = outcome.states as { visible: number; sent: number }
  expect(visible).toBeGreaterThan(0)
  expect(visible + sent).toBe(50)
  expect(outcome.credits.excluded).toBe(visible)
  expect(credits()).toEqual({
    index: { available: 50 + visible, reserved: sent },
    check: { available: 50, reserved: 0 },
  })
})

test('force_refresh sends visible links too, uses their credit at once and gives none of them back', async () => {
  const { call, work, day, credits } = await ready()
  await expect(call('ada', 'submit_index_job', { urls: urls(2), force_refresh: true })).rejects.toMatchObject({
    code: 'validation_failed',
  })
  await call<JobAnswer>('ada', 'submit_index_job', {
    urls: urls(50, 'smart'),
    preflight: false,
    smart: true,
    force_refresh: true,
  })
  await work()
  const used = 100 - credits().index.available - credits().index.reserved
  expect(used).toBeGreaterThan(0)
  for (const n of [1, 3, 7]) await day(n)
  expect(credits().index.reserved).toBe(0)
})

test('a late look is made once, and a no after day 7 releases although no earlier look was taken', async () => {
  const { call, work, day, credits } = await ready()
  const job = await call<JobAnswer>('ada', 'submit_index_job', { urls: urls(20), preflight: false })
  await work()
  await day(9)
  const after = await call<JobAnswer>('ada', 'get_job_status', { id: job.id })
  expect(after.status).toBe('done')
  expect(credits().index.reserved).toBe(0)
  const results = await call<{ total: number }>('ada', 'get_check_results', { id: job.id })
  expect(results.total).toBe(20)
})

test('a check spends one credit a URL, and a check of a stranger agency is not there', async () => {
  const { call, work, credits } = await ready()
  const job = await call<JobAnswer>('ada', 'check_index', { urls: urls(10, 'check') })
  expect(credits().check).toEqual({ available: 90, reserved: 10 })
  await work()
  expect(credits().check).toEqual({ available: 90, reserved: 0 })
  expect((await call<JobAnswer>('ada', 'get_job_status', { id: job.id })).status).toBe('done')
  await expect(call('rita', 'get_job_status', { id: job.id })).rejects.toMatchObject({ code: 'not_found' })
})
