/** When an order that failed is made again. */
import { afterEach, describe, expect, test } from 'bun:test'
import { HOUR, MINUTE, SECOND } from '../../../src/kernel/time/clock.ts'
import { syncBatchesTask } from '../../../src/tasks/pushes/sync-batches.ts'
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

/** The order whose answer was lost turns up at the supplier only now. */
function turnUp({ speedy, db, now }: Awaited<ReturnType<typeof start>>): void {
  const { ref } = db.read((tx) => tx.row<{ ref: string }>('select ref from batches'))!
  const task = { id: 'late-task', kind: 'indexer', title: ref, urls: pages(3), created_at: now(), refunded: false }
  speedy.tasks.unshift(task)
}

/** From here on the wall clock and the time that passes are two things. */
function partClocks({ clock }: Awaited<ReturnType<typeof start>>) {
  let passed = 0
  Object.assign(clock, { passed: () => passed })
  return (wall: number, real = wall) => {
    clock.turn(wall)
    passed += real
  }
}

test('a clock that is set ahead ends no doubt, and an order that turns up late is made once', async () => {
  const one = await start()
  const go = partClocks(one)
  one.speedy.fail({ status: 502 }, 1, /create/)
  const { id } = await one.push(pages(3))
  await one.work(1)
  go(5 * HOUR, 5 * SECOND)
  await one.work(1)
  expect(one.calls()).toEqual(['create', 'list'])
  turnUp(one)
  go(5 * HOUR, 5 * SECOND)
  await one.work(1)
  expect(one.speedy.tasks).toHaveLength(1)
  expect((await one.job(id)).status).toBe('watching')
})

test('an order that was in doubt is looked up before each further try, not only before the second', async () => {
  const one = await start()
  one.speedy.fail({ status: 502 }, 1, /create/)
  const { id } = await one.push(pages(3))
  await one.work(1)
  one.speedy.fail({ status: 429, headers: { 'retry-after': '30' } }, 1, /create/)
  one.clock.turn(95 * SECOND)
  await one.work(1)
  expect(one.calls()).toEqual(['create', 'list', 'create'])
  turnUp(one)
  one.clock.turn(10 * MINUTE)
  await one.work(1)
  expect(one.calls().slice(3)).toEqual(['list'])
  expect(one.speedy.tasks).toHaveLength(1)
  expect((await one.job(id)).outcome.states).toMatchObject({ sent: 3 })
})

describe('some minutes after an order was made again', () => {
  async function orderedAgain() {
    const one = await start()
    one.speedy.fail({ status: 502 }, 1, /create/)
    await one.push(pages(3))
    await one.work(1)
    one.clock.turn(95 * SECOND)
    await one.work(1)
    expect(one.speedy.tasks).toHaveLength(1)
    const doubles = async () =>
      (await one.call<{ open: { kind: string }[] }>('pat', 'get_attention')).open.filter(
        ({ kind }) => kind === 'double',
      )
    const letters = () =>
      one.db.read((tx) => tx.rows<{ facts: string }>("select facts from mails where ref glob 'double *'"))
    const pass = async (minutes: number) => {
      one.clock.turn(minutes * MINUTE)
      await one.run(syncBatchesTask)
    }
    const asks = () => one.calls().filter((call) => call === 'list').length
    return { ...one, doubles, letters, pass, asks }
  }

  test('the supplier is asked once more, and a double is told to the operator', async () => {
    const one = await orderedAgain()
    await one.pass(0)
    turnUp(one)
    await one.pass(5)
    expect(await one.doubles()).toMatchObject([
      { name: 'speedyindex', count: 3, note: expect.stringContaining('late-task') },
    ])
    expect(one.letters()).toHaveLength(1)
    expect(one.letters()[0]!.facts).toContain('speedyindex has 1 order twice, with 3 links')
    const asked = one.asks()
    await one.pass(5)
    await one.pass(5)
    expect([one.asks(), one.letters().length]).toEqual([asked, 1])
    one.clock.turn(15 * 24 * HOUR)
    expect(await one.doubles()).toEqual([])
  })

  test('a supplier that has it once is asked no more, and nobody is told', async () => {
    const one = await orderedAgain()
    const asked = one.asks()
    one.speedy.fail({ status: 503 }, 1, /list/)
    await one.pass(0)
    await one.pass(5)
    await one.pass(5)
    await one.pass(5)
    expect(one.asks()).toBe(asked + 2)
    expect([await one.doubles(), one.letters()]).toEqual([[], []])
  })
})

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
