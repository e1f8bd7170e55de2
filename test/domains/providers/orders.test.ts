/** When an order that failed is made again. */
import { afterEach, expect, test } from 'bun:test'
import { SECOND } from '../../../src/kernel/time/clock.ts'
import { speedyIndex } from '../../upstreams/speedyindex.ts'
import { pages, type Setting, setting } from './setting.ts'

const open: Setting[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.end()
})

async function start() {
  const one = await setting()
  open.push(one)
  const speedy = one.use(speedyIndex({ now: one.now, api_key: 'speedy-key' }))
  await one.call('pat', 'update_crawl_settings', {
    routes: { primary: { adapter: 'speedyindex', base_url: speedy.url, api_key: 'speedy-key' } },
  })
  const calls = () => speedy.received.map(({ path }) => path.split('/')[5]).filter((action) => action !== undefined)
  return { ...one, speedy, calls }
}

test.each([
  ['500', { status: 500 }],
  ['503', { status: 503, body: { error: 'try again' } }],
  ['its word for overload', { status: 200, body: { code: -2 } }],
])('an order answered with %s is looked up and made again within seconds', async (_, fault) => {
  const one = await start()
  one.speedy.fail(fault, 1, /create/)
  const { id } = await one.push(pages(3))
  await one.work(1)
  expect(one.speedy.tasks).toHaveLength(0)
  one.clock.turn(5 * SECOND)
  await one.work(1)
  expect(one.calls()).toEqual(['create', 'list', 'create'])
  expect(one.speedy.tasks).toHaveLength(1)
  expect((await one.job(id)).status).toBe('watching')
})

test.each(['cut', { status: 502 }, { status: 503, body: '<html>busy</html>' }] as const)(
  'an order that may be under way behind %p is not made again before it can no longer turn up',
  async (fault) => {
    const one = await start()
    // With `cut` the order was taken: it is found, and never made twice.
    const taken = fault === 'cut' ? 1 : 0
    one.speedy.fail(fault, 1, /create/)
    await one.push(pages(3))
    await one.work(1)
    one.clock.turn(5 * SECOND)
    await one.work(1)
    expect(one.speedy.tasks).toHaveLength(taken)
    one.clock.turn(90 * SECOND)
    await one.work(2)
    expect(one.speedy.tasks).toHaveLength(1)
  },
)

test('a batch in doubt whose supplier is gone for good gives its credits back after ten days, and is never sent again', async () => {
  const one = await start()
  one.speedy.fail('cut', 1, /create/)
  const { id } = await one.push(pages(3))
  await one.work(1)
  await one.call('pat', 'update_crawl_settings', { routes: { primary: { adapter: 'simulated' } } })
  await one.day(9)
  expect((await one.job(id)).outcome.credits).toMatchObject({ reserved: 3 })
  await one.day(10.1)
  const job = await one.job(id)
  expect(job).toMatchObject({ status: 'done', outcome: { states: { failed: 3 }, credits: { released: 3 } } })
  const [batch] = (await one.call<{ items: object[] }>('pat', 'list_campaigns')).items
  expect(batch).toMatchObject({ state: 'refused', last_error: expect.stringContaining('may have it and bill it') })
  expect(one.calls().filter((call) => call === 'create')).toHaveLength(1)
})
