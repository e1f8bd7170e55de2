import { afterEach, expect, test } from 'bun:test'
import type { Engine } from '../../../src/domains/checks/engine.ts'
import { recheckLinksTask } from '../../../src/tasks/checks/recheck-links.ts'
import { takeLooksTask } from '../../../src/tasks/checks/take-looks.ts'
import { purgeDeletedJobsTask } from '../../../src/tasks/pushes/purge-deleted-jobs.ts'
import { engineAdapters } from '../../../src/upstream/index.ts'
import { pages, type Setting, setting } from '../../domains/providers/setting.ts'
import { refusal } from '../../refusal.ts'

let one: Setting
let letGo = () => {}
let asked = 0
afterEach(() => {
  letGo()
  one.end()
})

/** An engine that shows every page, one look at a time; those at `slow` pages it keeps until `letGo`. */
async function begin(slow: (url: string) => boolean): Promise<void> {
  const simulated = engineAdapters.get('simulated')!
  const hung = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const engine = {
    ...simulated,
    create: (...made: Parameters<typeof simulated.create>): Engine => ({
      ...simulated.create(...made),
      per_call: 1,
      concurrency: 10,
      async look(orders) {
        asked += orders.length
        if (orders.some(({ url }) => slow(url))) await hung
        const sighting = { indexed: 'yes', method: 'simulated', evidence: 'shown', raw: '{}', cost_usd: 0.002 } as const
        return orders.map(({ ref }) => ({ ref, state: 'seen', sighting }))
      },
    }),
  }
  asked = 0
  one = await setting({ engines: new Map([...engineAdapters, ['simulated', engine]]) })
  await one.call('pat', 'update_integrations', { engines: { scan_standard: { adapter: 'simulated' } } })
}

const checkCredits = async () => (await one.call<{ check: object }>('ada', 'get_credits')).check
const remove = (id: string) => one.call('ada', 'delete_job', { id })

test('a finished push whose links are being looked at, for check credits, stays until the looks are settled', async () => {
  await begin((url) => url.includes('page-0'))
  const { id } = await one.push(pages(1))
  letGo()
  await one.work()
  await one.day(1)
  expect((await one.job(id)).status).toBe('done')
  await one.call('ada', 'recheck_job', { id })
  expect(await refusal(remove(id))).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('being checked'),
  })
  const { items } = await one.call<{ items: { uid: number }[] }>('ada', 'list_job_urls', { id })
  expect(await refusal(one.call('ada', 'delete_job_url', { id, uid: items[0]!.uid }))).toMatchObject({
    code: 'conflict',
  })
  await one.work()
  expect(await remove(id)).toEqual({ id, deleted: true })
  await one.run(purgeDeletedJobsTask)
  expect(await checkCredits()).toMatchObject({ available: 99, reserved: 0 })
})

test('a push whose links are watched says until when, not that it could be cancelled', async () => {
  await begin(() => false)
  const { id } = await one.push(pages(1))
  await one.work()
  expect(await refusal(remove(id))).toMatchObject({ code: 'conflict', message: expect.stringMatching(/until day 7/) })
})

test('a check that is cancelled while looks are under way stays until they are settled', async () => {
  await begin(() => true)
  const { id } = await one.call<{ id: string }>('ada', 'check_index', { urls: pages(41) })
  const looks = one.run(takeLooksTask)
  for (let turns = 0; turns < 200 && asked === 0; turns++) await Bun.sleep(5)
  expect(await one.call<object>('ada', 'cancel_job', { id })).toMatchObject({ status: 'cancelled', cancelled: 1 })
  expect(await refusal(remove(id))).toMatchObject({ code: 'conflict', message: expect.stringContaining('40') })
  letGo()
  await looks
  expect(await remove(id)).toMatchObject({ deleted: true })
  await one.run(purgeDeletedJobsTask)
  expect(await checkCredits()).toMatchObject({ available: 60, reserved: 0 })
})

test('a look at a held-out link that comes back after its job was deleted harms nobody', async () => {
  let held = ''
  await begin((url) => url === held)
  const { id } = await one.push(pages(2), { holdout_pct: 50 })
  await one.work()
  type Links = { items: { url: string }[] }
  const links = await one.call<Links>('ada', 'list_job_urls', { id, state: 'held_out' })
  held = links.items[0]!.url
  one.clock.turn(86_400_000)
  await one.run(recheckLinksTask)
  const looks = one.run(takeLooksTask)
  for (let turns = 0; turns < 200 && (await one.job(id)).status !== 'done'; turns++) await Bun.sleep(5)
  await remove(id)
  await one.run(purgeDeletedJobsTask)
  letGo()
  await looks
  await one.run(purgeDeletedJobsTask)
  expect(one.db.read((tx) => tx.count('select (select count(*) from looks) + (select count(*) from jobs)'))).toBe(0)
})

test('what a deleted job cost stays booked: the margin of the month, and the day’s spend against its cap', async () => {
  await begin(() => false)
  const { id } = await one.push(pages(5))
  await one.work()
  await one.day(1)
  expect((await one.job(id)).status).toBe('done')
  const booked = async () => [
    await one.call('pat', 'get_margin'),
    (await one.call<{ today: object[] }>('pat', 'get_providers')).today,
    await one.call('pat', 'get_provider_scoreboard'),
    await one.call('pat', 'get_provider_usage'),
  ]
  const before = await booked()
  expect(before[0]).toMatchObject({ rows: [{ links_sent: 5, looks: 5, look_cost_usd: 0.01 }] })
  expect(before[1]).toMatchObject([{ spent_usd: 0.01 }])
  await remove(id)
  await one.run(purgeDeletedJobsTask)
  expect(one.db.read((tx) => tx.count('select (select count(*) from looks) + (select count(*) from links)'))).toBe(0)
  expect(await booked()).toEqual(before)
  expect(await one.call('pat', 'list_campaigns')).toMatchObject({
    items: [{ job_id: id, job_name: null, url_count: 5 }],
  })
})
