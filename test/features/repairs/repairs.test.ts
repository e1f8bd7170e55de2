import { afterEach, beforeEach, expect, test } from 'bun:test'
import { grant } from '../../../src/domains/credits/index.ts'
import { checkRepairs } from '../../../src/features/repairs/index.ts'
import { DAY, HOUR } from '../../../src/kernel/time/clock.ts'
import { advancePushesTask } from '../../../src/tasks/pushes/advance-pushes.ts'
import { expectBooksToBalance } from '../../books.ts'
import { refusal } from '../../refusal.ts'
import { callerOf } from '../../world.ts'
import { type Watching, watching } from '../standing/watching.ts'

const GOOD = '<html lang="en"><title>Bread</title><p>Rye, wheat and spelt from our own oven, each morning.</html>'
const NOINDEX = GOOD.replace('<title>', '<meta name="robots" content="noindex"><title>')

const GRANT = { kind: 'index', amount: 10, reason: 'adjustment', actor: 'test' } as const

let w: Watching
beforeEach(async () => {
  w = await watching(10)
  w.web.put('/robots.txt', 'User-agent: *\nAllow: /')
})
afterEach(() => w.stop())

const html = (text: string) => () => new Response(text, { headers: { 'content-type': 'text/html' } })

/** Pushes pages and returns their links, flagged where the page has a fault. */
async function pushed(...paths: string[]): Promise<number[]> {
  return pushedFor('ten_northwind', ...paths)
}

async function pushedFor(tenant_id: string, ...paths: string[]): Promise<number[]> {
  const urls = paths.map((path) => w.web.at(path))
  const job = await w.call<{ id: string }>('ada', 'submit_index_job', { tenant_id, urls })
  await advancePushesTask.run(w.app, new AbortController().signal)
  return w.db
    .read((tx) => tx.rows<{ id: number }>('select id from links where job_id = ? order by id', job.id))
    .map(({ id }) => id)
}

async function check(hours: number) {
  w.clock.turn(hours * HOUR)
  await checkRepairs(w.app, new AbortController().signal)
  expectBooksToBalance(w.db)
}

type Repair = { id: string; state: string; flags: string[]; note: string | null; job_id: string | null }
const repairs = async () => (await w.call<{ items: Repair[] }>('ada', 'list_repairs', {})).items

test('a page is pushed again once its fault is gone, for one credit, and once', async () => {
  w.web.put('/bread', html(NOINDEX))
  const uids = await pushed('/bread')
  expect(await w.call<object>('ben', 'watch_repairs', { uids })).toEqual({ watched: 1 })
  expect(await w.call<object>('ben', 'watch_repairs', { uids })).toEqual({ watched: 0 })
  for (let i = 0; i < 3; i++) await check(12)
  expect(await repairs()).toMatchObject([{ state: 'watching', flags: ['noindex'], job_id: null }])
  w.web.put('/bread', html(GOOD))
  await check(12)
  const [one] = await repairs()
  expect(one).toMatchObject({ state: 'pushed', flags: [] })
  const job = await w.call<{ link_count: number }>('ada', 'get_job_status', { id: one!.job_id! })
  expect(job.link_count).toBe(1)
  await check(24)
  expect(w.db.read((tx) => tx.number("select count(*) from jobs where name like 'Fixed pages%'"))).toBe(1)
})

test('a page without a fault has nothing to wait for, and one that is never fixed ends after 60 days', async () => {
  w.web.put('/fine', html(NOINDEX))
  w.web.put('/bad', html(NOINDEX))
  const uids = await pushed('/fine', '/bad')
  // As a link that no pre-flight flagged and no engine took.
  w.db.write((tx) => tx.run("update links set flags = '[]' where id = ?", uids[0]!))
  w.web.put('/fine', html(GOOD))
  await w.call('ada', 'watch_repairs', { uids })
  await check(0)
  await check(60 * 24)
  expect((await repairs()).map(({ state, note }) => [state, note])).toEqual([
    ['expired', 'The page was not fixed in time.'],
    ['clear', 'Nothing on the page prevents indexing.'],
  ])
})

test('a page that did not answer once has no fault that was repaired; one that did not twice has', async () => {
  for (const path of ['/once', '/twice']) w.web.put(path, html(NOINDEX))
  const uids = await pushed('/once', '/twice')
  w.db.write((tx) => tx.run("update links set flags = '[]' where id in (?, ?)", uids[0]!, uids[1]!))
  await w.call('ada', 'watch_repairs', { uids })
  const down = () => new Response('down', { status: 503 })
  for (const path of ['/once', '/twice']) w.web.put(path, down)
  await check(0)
  expect(await repairs()).toMatchObject([{ note: 'The page did not answer. It is asked again.' }, {}])
  w.web.put('/once', html(GOOD))
  await check(12)
  w.web.put('/twice', html(GOOD))
  await check(12)
  expect((await repairs()).map(({ state, job_id }) => [state, job_id === null])).toEqual([
    ['pushed', false],
    ['clear', true],
  ])
})

test('links of several workspaces leave one line in the trail of each', async () => {
  for (const path of ['/bread', '/cake']) w.web.put(path, html(NOINDEX))
  w.db.write((tx) => grant(tx, { ...GRANT, tenant_id: 'ten_bakery' }))
  const [own, below] = [await pushed('/bread'), await pushedFor('ten_bakery', '/cake')]
  expect(await w.call<object>('ada', 'watch_repairs', { uids: [...own, ...below] })).toEqual({ watched: 2 })
  const lines = w.db.read((tx) =>
    tx.rows<{ tenant_id: string; after: string }>(
      "select tenant_id, after from audit where action = 'watch_repairs' order by id",
    ),
  )
  expect(lines.map(({ tenant_id, after }) => [tenant_id, JSON.parse(after)])).toEqual([
    ['ten_northwind', { uids: own, watched: 1 }],
    ['ten_bakery', { uids: below, watched: 1 }],
  ])
})

test('without credits a fixed page waits, and is pushed when there are some', async () => {
  w.web.put('/bread', html(NOINDEX))
  const uids = await pushed('/bread')
  await w.call('ada', 'watch_repairs', { uids })
  await check(0)
  w.web.put('/bread', html(GOOD))
  const spent = await w.call<{ id: string }>('ada', 'submit_index_job', {
    urls: Array.from({ length: 10 }, (_, i) => w.web.at(`/other-${i}`)),
    preflight: false,
    delay_s: 600,
  })
  await check(12)
  expect(await repairs()).toMatchObject([
    { state: 'watching', note: 'The page is fixed. There are too few index credits to push it.' },
  ])
  await w.call('ada', 'cancel_job', { id: spent.id })
  await check(12)
  expect(await repairs()).toMatchObject([{ state: 'pushed', note: null }])
})

test('a stopped page is not pushed, and a page that somebody pushed meanwhile is not pushed twice', async () => {
  w.web.put('/one', html(NOINDEX))
  w.web.put('/two', html(NOINDEX))
  const uids = await pushed('/one', '/two')
  await w.call('ada', 'watch_repairs', { uids })
  await check(0)
  const [two, one] = await repairs()
  await w.call('ada', 'stop_repair', { id: one!.id })
  expect((await refusal(w.call('ada', 'stop_repair', { id: one!.id }))).code).toBe('conflict')
  for (const path of ['/one', '/two']) w.web.put(path, html(GOOD))
  w.clock.turn(DAY)
  await w.call('ada', 'submit_index_job', { urls: [w.web.at('/two')] })
  await w.run()
  await check(1)
  expect((await repairs()).map(({ id, state }) => [id, state])).toEqual([
    [two!.id, 'stopped'],
    [one!.id, 'stopped'],
  ])
  expect(w.db.read((tx) => tx.number("select count(*) from jobs where name like 'Fixed pages%'"))).toBe(0)
})

test('links of others are unknown, indexed ones have nothing to wait for, and limited keys may not spend later', async () => {
  w.web.put('/bread', html(NOINDEX))
  const uids = await pushed('/bread')
  expect((await refusal(w.call('rita', 'watch_repairs', { uids }))).code).toBe('not_found')
  const capped = { ...callerOf('ada', 'key'), daily_credit_cap: 5 }
  expect((await refusal(w.call(capped, 'watch_repairs', { uids }))).code).toBe('forbidden')
  w.db.write((tx) => tx.run("update links set state = 'indexed' where id = ?", uids[0]!))
  expect((await refusal(w.call('ada', 'watch_repairs', { uids }))).code).toBe('conflict')
})
