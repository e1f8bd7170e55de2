import { afterAll, beforeAll, expect, test } from 'bun:test'
import { grant } from '../../../src/domains/credits/index.ts'
import { advancePushesTask } from '../../../src/tasks/pushes/advance-pushes.ts'
import { sendLinksTask } from '../../../src/tasks/pushes/send-links.ts'
import { type World, world } from '../../world.ts'

let w: World
beforeAll(async () => {
  w = world()
  w.db.write((tx) => {
    grant(tx, { tenant_id: 'ten_bakery', kind: 'index', amount: 100, reason: 'adjustment', actor: 'test' })
    return null
  })
  await w.call('pat', 'update_crawl_settings', { routes: { primary: { adapter: 'simulated' } } })
  await w.call('pat', 'update_integrations', { engines: { scan_standard: { adapter: 'simulated' } } })
})
afterAll(() => w.close())

const push = async (page: string, drip_days: number) => {
  const urls = ['a', 'b', 'c', 'd'].map((one) => `https://bakery.example/${page}/${one}`)
  const order = { tenant_id: 'ten_bakery', urls, drip_days, preflight: false }
  const { id } = await w.call<{ id: string }>('ada', 'submit_index_job', order)
  await w.run(advancePushesTask, sendLinksTask)
  return id
}

test('says how much is open: sent links are watched also where the rest of their push was cancelled', async () => {
  await push('now', 0)
  const dripped = await push('later', 2)
  const open = () => w.call<Record<string, number>>('pat', 'run_billing_tick', {})
  expect(await open()).toEqual({ jobs_open: 2, links_watched: 6, batches_waiting: 0, looks_open: 0 })
  await w.call('ada', 'cancel_job', { id: dripped })
  expect(await open()).toEqual({ jobs_open: 1, links_watched: 6, batches_waiting: 0, looks_open: 0 })
  expect(w.db.read((tx) => tx.count("select count(*) from links where state = 'sent'"))).toBe(6)
})
