import { afterEach, beforeEach, expect, test } from 'bun:test'
import { grant } from '../../../src/domains/credits/index.ts'
import type { CrawlRoute } from '../../../src/domains/providers/route.ts'
import { advancePushesTask } from '../../../src/tasks/pushes/advance-pushes.ts'
import { sendLinksTask } from '../../../src/tasks/pushes/send-links.ts'
import { crawlAdapters } from '../../../src/upstream/index.ts'
import { expectBooksToBalance } from '../../books.ts'
import { type World, world } from '../../world.ts'

/** Batches that are ordered at a time: so many hang, and the next waits in the queue of the run. */
const AT_ONCE = 4

let w: World
let sent: string[]
let letGo: () => void

beforeEach(async () => {
  sent = []
  const hung = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const simulated = crawlAdapters.get('simulated')!
  const slow = {
    ...simulated,
    create: (...made: Parameters<typeof simulated.create>): CrawlRoute => ({
      ...simulated.create(...made),
      async send(batch) {
        sent.push(...batch.urls)
        if (batch.urls[0]!.includes('/hangs')) await hung
        return { task_id: batch.ref, rejected: [] }
      },
    }),
  }
  w = world({ crawl_adapters: new Map([['simulated', slow]]) })
  const purse = { tenant_id: 'ten_bakery', kind: 'index', amount: 10, reason: 'adjustment', actor: 'test' } as const
  w.db.write((tx) => void grant(tx, purse) as never)
  await w.call('pat', 'update_crawl_settings', { routes: { primary: { adapter: 'simulated' } } })
})
afterEach(() => {
  letGo()
  expectBooksToBalance(w.db)
  w.close()
})

type Job = { id: string; outcome: { states: Record<string, number> } }
const push = (name: string) =>
  w.call<Job>('ada', 'submit_index_job', {
    tenant_id: 'ten_bakery',
    urls: [`https://bakery.example/${name}`],
    preflight: false,
  })

/** Four orders hang, a fifth stands behind them in the same run; `stop` it, and let the four go. */
async function behindOthers(stop: (job: Job) => Promise<unknown>): Promise<Job> {
  for (let i = 0; i < AT_ONCE; i++) await push(`hangs-${i}`)
  const last = await push('stopped')
  await w.run(advancePushesTask)
  const run = w.run(sendLinksTask)
  for (let turns = 0; turns < 200 && sent.length < AT_ONCE; turns++) await Bun.sleep(5)
  await stop(last)
  letGo()
  await run
  expect(sent).not.toContain('https://bakery.example/stopped')
  return w.call<Job>('ada', 'get_job_status', { id: last.id })
}

test('a push that is cancelled while its batch waits behind others is never ordered, and its credit is back', async () => {
  const job = await behindOthers(({ id }) => w.call('ada', 'cancel_job', { id }))
  expect(job.outcome.states).toMatchObject({ cancelled: 1, sent: 0 })
  const batches = w.db.read((tx) => tx.rows<{ id: string }>('select id from batches order by id'))
  const found = w.db.read((tx) => tx.rows('select batch_id as id from batch_sites order by 1'))
  expect(found).toEqual(batches)
})

test('a push whose workspace is archived while its batch waits behind others waits, and goes when it is restored', async () => {
  const job = await behindOthers(() => w.call('ada', 'update_tenant', { id: 'ten_bakery', archived: true }))
  expect(job.outcome.states).toMatchObject({ scheduled: 1, sent: 0 })
  await w.call('ada', 'update_tenant', { id: 'ten_bakery', archived: false })
  await w.run(sendLinksTask)
  expect(sent).toContain('https://bakery.example/stopped')
})
