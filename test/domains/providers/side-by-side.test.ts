import { afterEach, expect, test } from 'bun:test'
import { grant } from '../../../src/domains/credits/index.ts'
import type { CrawlRoute } from '../../../src/domains/providers/route.ts'
import { advancePushesTask } from '../../../src/tasks/pushes/advance-pushes.ts'
import { sendLinksTask } from '../../../src/tasks/pushes/send-links.ts'
import { crawlAdapters } from '../../../src/upstream/index.ts'
import { type World, world } from '../../world.ts'

let one: World | undefined
afterEach(() => one?.close())

test('a batch whose call hangs does not hold up the batches behind it', async () => {
  const sent: string[] = []
  let letGo = () => {}
  const hung = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const simulated = crawlAdapters.get('simulated')!
  const slow = {
    ...simulated,
    create: (...made: Parameters<typeof simulated.create>): CrawlRoute => ({
      ...simulated.create(...made),
      async send(batch) {
        if (batch.urls[0]!.includes('/hangs')) await hung
        sent.push(batch.urls[0]!)
        return { task_id: batch.ref, rejected: [] }
      },
    }),
  }
  one = world({ crawl_adapters: new Map([['simulated', slow]]) })
  one.db.write(
    (tx) =>
      void grant(tx, {
        tenant_id: 'ten_northwind',
        kind: 'index',
        amount: 10,
        reason: 'adjustment',
        actor: 'test',
      }) as never,
  )
  await one.call('pat', 'update_crawl_settings', { routes: { primary: { adapter: 'simulated' } } })
  for (const path of ['hangs', 'goes'])
    await one.call('ada', 'submit_index_job', { urls: [`https://bakery.example/${path}`], preflight: false })
  await one.run(advancePushesTask)
  const run = one.run(sendLinksTask)
  for (let turns = 0; turns < 200 && sent.length === 0; turns++) await Bun.sleep(5)
  expect(sent).toEqual(['https://bakery.example/goes'])
  letGo()
  await run
  expect(sent).toEqual(['https://bakery.example/goes', 'https://bakery.example/hangs'])
})
