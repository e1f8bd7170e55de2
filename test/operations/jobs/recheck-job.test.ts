import { afterEach, beforeEach, expect, test } from 'bun:test'
import { DAY, HOUR } from '../../../src/kernel/time/clock.ts'
import { recheckLinksTask } from '../../../src/tasks/checks/recheck-links.ts'
import { takeLooksTask } from '../../../src/tasks/checks/take-looks.ts'
import { pages, type Setting, setting } from '../../domains/providers/setting.ts'
import { refusal } from '../../refusal.ts'

let one: Setting
beforeEach(async () => {
  one = await setting()
  await one.call('pat', 'update_integrations', { engines: { scan_standard: { adapter: 'simulated' } } })
})
afterEach(() => one.end())

type Links = { items: { uid: number }[] }
const uids = async (id: string) =>
  (await one.call<Links>('ada', 'list_job_urls', { id })).items.map(({ uid }) => uid) as [number, number, number]
const check = async () => (await one.call<{ check: object }>('ada', 'get_credits')).check

test('only the links that are named are looked at, one named twice once, and only they are paid', async () => {
  const { id } = await one.push(pages(3))
  const [first, second] = await uids(id)
  const ordered = await one.call<object>('ada', 'recheck_job', { id, url_ids: [second, first, second] })
  expect(ordered).toMatchObject({ looks: 2 })
  expect(await check()).toMatchObject({ available: 98, reserved: 2 })
})

test('a link that is being looked at already is neither looked at nor paid a second time, until the look is over', async () => {
  const { id } = await one.push(pages(3))
  const [first, second, third] = await uids(id)
  const recheck = (order: object = {}) => one.call<{ looks: number }>('ada', 'recheck_job', { id, ...order })
  expect(await recheck({ url_ids: [first, second] })).toMatchObject({ looks: 2 })
  expect(await recheck({ url_ids: [second, third] })).toMatchObject({ looks: 1 })
  expect(await refusal(recheck())).toMatchObject({ code: 'conflict', message: expect.stringContaining('already') })
  expect(await check()).toMatchObject({ available: 97, reserved: 3 })
  await one.work()
  expect(await recheck()).toMatchObject({ looks: 3 })
})

test('another engine may be asked at the same time', async () => {
  await one.call('pat', 'update_integrations', { engines: { scan_bing: { adapter: 'simulated' } } })
  const { id } = await one.push(pages(2))
  for (const engine of ['scan_standard', 'scan_bing'])
    expect(await one.call<object>('ada', 'recheck_job', { id, engine })).toMatchObject({ looks: 2 })
  expect(await check()).toMatchObject({ available: 96, reserved: 4 })
})

test.each(['scan_bing', 'scan_live'])(
  'what %s sees is kept, and settles neither a link nor its credit',
  async (engine) => {
    await one.call('pat', 'update_integrations', {
      engines: { [engine]: { adapter: 'simulated' }, upstream: { adapter: 'simulated' } },
    })
    const { id } = await one.push(pages(12), { holdout_pct: 20 })
    await one.work()
    one.clock.turn(7 * DAY)
    const before = await one.job(id)
    const links = async () => (await one.call<Links>('ada', 'list_job_urls', { id })).items
    const were = await links()
    const credits = async () => (await one.call<{ index: object }>('ada', 'get_credits')).index
    const had = await credits()
    await one.call('ada', 'recheck_job', { id, engine })
    await one.run(takeLooksTask)
    const { items } = await one.call<{ items: { engine: string; indexed: string }[] }>('ada', 'get_check_results', {
      id,
    })
    expect(items.filter((look) => look.engine === engine && look.indexed === 'yes').length).toBeGreaterThan(3)
    expect(await links()).toEqual(were)
    expect(await one.job(id)).toMatchObject({ status: before.status, outcome: before.outcome })
    expect(await credits()).toEqual(had)
    await one.run(recheckLinksTask, takeLooksTask)
    expect((await one.job(id)).outcome.states.indexed).toBeGreaterThan(3)
  },
)

test("the operator's own guarantee look is no reason to refuse one that a customer orders", async () => {
  const { id } = await one.push(pages(2))
  await one.work()
  one.clock.turn(DAY)
  await one.run(recheckLinksTask)
  expect(await one.call<object>('ada', 'recheck_job', { id })).toMatchObject({ looks: 2 })
})

test('a second look that is cancelled leaves what the first one saw, costs nothing, and can be ordered again', async () => {
  const { id } = await one.call<{ id: string }>('ada', 'check_index', { urls: pages(3) })
  await one.work()
  const before = await one.call<Links>('ada', 'list_job_urls', { id })
  one.clock.turn(DAY)
  await one.call('ada', 'recheck_job', { id })
  expect(await one.call<object>('ada', 'cancel_job', { id })).toMatchObject({ status: 'cancelled', cancelled: 3 })
  expect(await one.call<Links>('ada', 'list_job_urls', { id })).toEqual(before)
  expect(await check()).toMatchObject({ available: 97, reserved: 0 })
  expect(await one.call<object>('ada', 'recheck_job', { id })).toMatchObject({ looks: 3, status: 'checking' })
  await one.work()
  expect(await one.job(id)).toMatchObject({ status: 'done', outcome: { states: { checked: 3, cancelled: 0 } } })
})

test('a second look that ends without a verdict leaves what the first one saw, and gives its credit back', async () => {
  const { id } = await one.call<{ id: string }>('ada', 'check_index', { urls: pages(5) })
  await one.work()
  const seen = async () =>
    (await one.call<{ items: { indexed: string }[] }>('ada', 'list_job_urls', { id })).items.map((link) => link.indexed)
  const before = await seen()
  expect(new Set(before)).toContain('yes')
  await one.call('ada', 'recheck_job', { id })
  await one.call('pat', 'update_integrations', { engines: { scan_standard: null } })
  one.clock.turn(2 * HOUR)
  await one.work()
  expect(await seen()).toEqual(before)
  expect(await one.job(id)).toMatchObject({ status: 'done' })
  expect(await check()).toMatchObject({ available: 95, reserved: 0 })
})

test('links that are not of the job, or were cancelled, are refused by name, and nothing is paid', async () => {
  const [mine, other] = [await one.push(pages(3)), await one.push(pages(1))]
  const [[first], [strange]] = [await uids(mine.id), await uids(other.id)]
  const recheck = (id: string, url_ids?: number[]) => refusal(one.call('ada', 'recheck_job', { id, url_ids }))
  expect(await recheck(mine.id, [first, strange, 9_999_999])).toMatchObject({
    code: 'validation_failed',
    details: { issues: [{ path: 'url_ids.1' }, { path: 'url_ids.2' }] },
  })
  await one.call('ada', 'cancel_job', { id: mine.id })
  expect(await recheck(mine.id, [first])).toMatchObject({ details: { issues: [{ path: 'url_ids.0' }] } })
  expect(await recheck(mine.id)).toMatchObject({ code: 'conflict' })
  expect(await check()).toMatchObject({ available: 100, reserved: 0 })
})
