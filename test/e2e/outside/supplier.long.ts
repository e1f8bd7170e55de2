import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { DAY, HOUR, MINUTE, SECOND } from '../../../src/kernel/time/clock.ts'
import { type RapidUrlIndexerStandIn, rapidUrlIndexer } from '../../upstreams/rapidurlindexer.ts'
import { type Agency, agency, expectBooksToBalance } from '../agency.ts'
import { CAN_TURN, until } from '../appliance.ts'

setDefaultTimeout(600_000)

const turning = test.skipIf(!CAN_TURN)

const FALLBACK_KEY = 'the key of the other supplier'

let one: Agency
let fallback: RapidUrlIndexerStandIn
beforeEach(async () => {
  one = await agency()
  fallback = rapidUrlIndexer({ now: () => one.clock.now(), api_key: FALLBACK_KEY, credits: 1000 })
})
afterEach(async () => {
  await one.close()
  fallback.stop()
})

const urls = (name: string, n = 5) => Array.from({ length: n }, (_, i) => `https://bakery.example/${name}-${i}`)
const push = (name: string) => one.push(urls(name), { name, preflight: false })
const connectFallback = () =>
  one.put('/settings/crawl', {
    routes: { fallback: { adapter: 'rapidurlindexer', base_url: fallback.url, api_key: FALLBACK_KEY } },
  })
const calls = (path: RegExp) => one.crawler.received.filter((request) => path.test(request.path)).length
const noteOf = async (id: string) => (await one.job(id)).note
const primary = async () =>
  (await one.get<{ routes: { primary: { status: string } } }>('/settings/crawl')).routes.primary

/** Calls fail, one a tick, until the breaker of the primary route opens. */
async function openBreaker(): Promise<void> {
  one.crawler.fail({ status: 503, body: 'down for maintenance' }, 1000)
  await until('the breaker to open', async () => {
    await one.tick()
    return (await primary()).status === 'open'
  })
}

test('an order whose answer got lost is found at the supplier by our reference, and not made again', async () => {
  one.crawler.fail('cut', 1, /create/)
  const { id } = await push('lost')
  await until('the order', async () => calls(/create/) > 0)
  await one.tick()
  await one.reaches(id, 'watching')
  expect(calls(/list/)).toBe(1)
  expect(calls(/create/)).toBe(1)
  expect(one.ordered()).toEqual(urls('lost'))
  expect(one.crawler.tasks[0]!.title).toMatch(/^sp-/)
  expect((await expectBooksToBalance(one)).index.reserved).toBe(5)
})

turning('an order that shows up at the supplier long after the call was cut off is not made again', async () => {
  one.crawler.fail('late', 1, /create/)
  const { id } = await push('late')
  await until('the order', async () => calls(/create/) > 0)
  await one.kill()
  await one.start()
  await one.tick()
  // The supplier is at work for another second.
  await until('the order at the supplier', async () => one.ordered().length > 0)
  expect(one.ordered()).toEqual(urls('late'))
  one.clock.turn(HOUR)
  await one.tick()
  await one.reaches(id, 'watching')
  expect(one.ordered()).toEqual(urls('late'))
})

turning('a job whose supplier fails says why it waits, and goes on once the supplier works again', async () => {
  one.crawler.fail({ status: 503, body: 'down for maintenance' }, 1000)
  const { id } = await push('waiting')
  expect(await until('a note', () => noteOf(id))).toStartWith('The crawl supplier did not confirm the links.')
  expect(await one.job(id)).toMatchObject({ status: 'sending', outcome: { states: { scheduled: 5 } } })

  one.crawler.heal()
  one.clock.turn(HOUR)
  await one.tick()
  expect(await one.reaches(id, 'watching')).toMatchObject({ note: null })
  expect(one.ordered()).toEqual(urls('waiting'))
})

turning('a burst of errors opens the breaker, and the fallback takes over as soon as it is connected', async () => {
  const stuck = await push('stuck')
  await openBreaker()
  const made = calls(/create/)
  const held = await push('held')
  expect(await until('a note', () => noteOf(held.id))).toContain(
    'The crawl supplier accepts no links now. Signalpost tries again at ',
  )
  expect((await expectBooksToBalance(one)).index.reserved).toBe(10)

  await connectFallback()
  await one.reaches(held.id, 'watching')
  expect(fallback.projects.flatMap((project) => project.urls)).toEqual(urls('held'))
  expect(calls(/create/)).toBe(made)

  // The first batch may be at the primary, so it waits until that can be asked.
  expect((await one.job(stuck.id)).status).toBe('sending')
  one.crawler.heal()
  one.clock.turn(HOUR)
  await one.tick()
  await one.reaches(stuck.id, 'watching')
  expect(one.ordered()).toEqual(urls('stuck'))
  expect(await primary()).toMatchObject({ status: 'closed' })
})

test('links that a supplier surely never got go to the fallback', async () => {
  await connectFallback()
  one.crawler.fail({ status: 401, body: { error: 'wrong key' } }, 1, /create/)
  const refused = await push('refused')
  await one.reaches(refused.id, 'watching')
  one.crawler.stop()
  await one.put('/settings/crawl', { routes: { primary: { api_key: 'a new key' } } })
  const unreachable = await push('unreachable')
  await one.reaches(unreachable.id, 'watching')
  const taken = fallback.projects.flatMap((project) => project.urls)
  expect(taken).toEqual([...urls('refused'), ...urls('unreachable')])
})

turning('a probe that a kill cut off keeps no batch waiting for ever', async () => {
  await push('first')
  await openBreaker()
  one.crawler.heal()
  one.crawler.fail('hang', 1, /create/)
  one.clock.turn(HOUR)
  const made = calls(/create/)
  one.tick().catch(() => {})
  await until('the probe', async () => calls(/create/) > made)
  await one.kill()
  await one.start()
  const second = await push('second')
  one.clock.turn(HOUR)
  await one.tick()
  // An order in doubt waits by a clock that nobody turns.
  await Bun.sleep(95 * SECOND)
  one.clock.turn(HOUR)
  await one.tick()
  await one.reaches(second.id, 'watching')
  expect(one.ordered().toSorted()).toEqual([...urls('first'), ...urls('second')])
  expect(await primary()).toMatchObject({ status: 'closed' })
})

turning(
  'while the check engine is down no credit moves, and a verdict that comes late settles all the same',
  async () => {
    const { id } = await push('unseen')
    await one.reaches(id, 'watching')
    one.engine.fail({ status: 500 }, 1000)
    for (const days of [1, 2, 4, 1]) {
      one.clock.turn(days * DAY)
      for (let i = 0; i < 5; i++) await one.tick()
      expect((await expectBooksToBalance(one)).index.reserved).toBe(5)
    }
    one.engine.heal()
    // A look that failed is made again after six hours.
    one.clock.turn(7 * HOUR)
    await one.tick()
    one.clock.turn(10 * MINUTE)
    await one.tick()
    await one.reaches(id, 'done')
    expect((await expectBooksToBalance(one)).index.reserved).toBe(0)
  },
)
