/** The suppliers' own reports of open batches: fetched when they are due, or when somebody asks. */
import { afterEach, expect, test } from 'bun:test'
import { syncBatches } from '../../../src/domains/providers/index.ts'
import { DAY, SECOND } from '../../../src/kernel/time/clock.ts'
import { speedyIndex } from '../../upstreams/speedyindex.ts'
import { pages, type Setting, setting } from './setting.ts'

const open: Setting[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.end()
})

/** So many batches were sent the day before. Each answer takes `answer_takes` by the clock, `onReport` counts the reports. */
async function start(batches: number, { answer_takes = 0, onReport = (_: number) => {} } = {}) {
  const one = await setting()
  open.push(one)
  const api_key = 'speedy-key'
  const indexed = () => {
    one.clock.turn(answer_takes)
    onReport(reports())
    return true
  }
  const speedy = one.use(speedyIndex({ now: one.now, api_key, indexed }))
  await one.call('pat', 'update_crawl_settings', {
    routes: { primary: { adapter: 'speedyindex', base_url: speedy.url, api_key } },
  })
  for (let i = 0; i < batches; i++) await one.push(pages(1, `site-${i}.example`))
  await one.work()
  one.clock.turn(DAY)
  const reports = () => speedy.received.filter(({ path }) => path.endsWith('/fullreport')).length
  const due = () => one.db.read((tx) => tx.count('select count(*) from batches where report_due_at <= ?', tx.now))
  const reported = () => one.db.read((tx) => tx.count('select count(*) from batches where report is not null'))
  return { ...one, speedy, reports, due, reported }
}

type Status = { synced: { ok: boolean; batches: number } }

test('asking for a sync fetches the report of every open batch once', async () => {
  const one = await start(45)
  expect(await one.call<Status>('pat', 'sync_supplier')).toMatchObject({ synced: { ok: true, batches: 45 } })
  expect([one.reports(), one.reported(), one.due()]).toEqual([45, 45, 0])
})

test('a sync that takes too long for whoever waits leaves the rest to the job', async () => {
  const one = await start(45, { answer_takes: 2 * SECOND })
  const { synced } = await one.call<Status>('pat', 'sync_supplier')
  expect(synced.batches).toBeLessThan(45)
  expect([one.reported(), one.due()]).toEqual([synced.batches, 45 - synced.batches])
  await syncBatches(one.app, new AbortController().signal)
  expect([one.reported(), one.due()]).toEqual([45, 0])
})

test('a report that was broken off stays due, and those before it are kept', async () => {
  const stop = new AbortController()
  const onReport = (n: number) => {
    if (n === 2) stop.abort()
  }
  const one = await start(3, { onReport })
  expect(await syncBatches(one.app, stop.signal)).toBe(1)
  expect([one.reported(), one.due()]).toEqual([1, 2])
})

test('a report with links twice, or with links that were not sent, bills no more than the batch', async () => {
  const one = await start(1)
  const [task] = one.speedy.tasks
  const sent = [...task!.urls]
  task!.urls.push(...sent, ...Array.from({ length: 5000 }, (_, i) => `https://foreign.example/${i}`))
  await syncBatches(one.app, new AbortController().signal)
  const kept = one.db.read((tx) => tx.row<{ billed: number; report: string }>('select billed, report from batches'))!
  expect([kept.billed, JSON.parse(kept.report)]).toMatchObject([1, { indexed: 1, unindexed: 0 }])
})
