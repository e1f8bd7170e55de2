/** The supply takes no work: the operator gets one letter after two hours, and one when it goes on. */
import { afterEach, expect, test } from 'bun:test'
import { type InstallToday, readInstall } from '../../../src/features/attention/index.ts'
import { DAY, HOUR, MINUTE } from '../../../src/kernel/time/clock.ts'
import { watchSupplyTask } from '../../../src/tasks/pushes/watch-supply.ts'
import { serper } from '../../upstreams/serper.ts'
import { speedyIndex } from '../../upstreams/speedyindex.ts'
import { pages, type Setting, setting } from './setting.ts'

const open: Setting[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.end()
})

async function install() {
  const one = await setting({ index: 3000, check: 3000 })
  open.push(one)
  const speedy = one.use(speedyIndex({ now: one.now, api_key: 'speedy-key', balance: { indexer: 5000, checker: 0 } }))
  const vendor = one.use(serper({ now: one.now, api_key: 'serper-key', balance: 9000, results: () => [] }))
  await one.call('pat', 'update_crawl_settings', {
    routes: { primary: { adapter: 'speedyindex', base_url: speedy.url, api_key: 'speedy-key' } },
  })
  await one.call('pat', 'update_integrations', {
    engines: { scan_standard: { adapter: 'serper', api_key: 'serper-key', base_url: vendor.url } },
  })
  const letters = () =>
    one.db
      .read((tx) =>
        tx.rows<{ facts: string; subject: string }>("select * from mails where template = 'operator_alert'"),
      )
      .map(({ facts, subject }) => ({ subject, what: (JSON.parse(facts) as { what: string }).what }))
  /** Time goes by in steps of five minutes, in which everything that is due is done. */
  const pass = async (ms: number) => {
    for (let gone = 0; gone < ms; gone += 5 * MINUTE) {
      one.clock.turn(5 * MINUTE)
      await one.work(1)
      await one.run(watchSupplyTask)
    }
  }
  const check = (n: number) => one.call<{ id: string }>('ada', 'check_index', { urls: pages(n, 'checked.example') })
  return { ...one, speedy, vendor, letters, pass, check }
}

test('a route whose key is refused: one letter after two hours, with what waits, and one when it takes links again', async () => {
  const one = await install()
  one.speedy.fail({ status: 401 }, 9999, /create/)
  await one.push(pages(7, 'push.example'))
  await one.pass(2 * HOUR)
  expect(one.letters()).toEqual([])
  await one.pass(5 * HOUR)
  expect(one.letters()).toEqual([
    {
      subject: 'Signalpost needs attention',
      what: expect.stringMatching(
        /^The primary crawl route has taken no work since 2026-11-02 09:05 UTC: the supplier refused our key.*\. 7 links wait behind it\.$/,
      ),
    },
  ])
  one.speedy.heal()
  await one.pass(2 * HOUR)
  expect(one.letters().slice(1)).toEqual([
    {
      subject: 'Your Signalpost is supplied again',
      what: 'The primary crawl route takes work again. It had taken none since 2026-11-02 09:05 UTC.',
    },
  ])
})

test('an engine without balance, or with too much to do: one letter, on the list of the operator until it answers', async () => {
  for (const fault of [{ status: 403, body: { message: 'Not enough credits' } }, { status: 429 }]) {
    const one = await install()
    const cases = () =>
      one.db.read((tx) => readInstall(tx) as never as InstallToday).cases.map(({ kind, name }) => `${kind} ${name}`)
    one.vendor.fail(fault, 99_999)
    await one.check(3)
    await one.pass(3 * HOUR)
    expect(one.letters().map(({ what }) => what)).toEqual([
      expect.stringMatching(/^The check engine scan_standard has taken no work since .* 3 checks wait behind it\.$/),
    ])
    expect(cases()).toContain('engine scan_standard')
    one.vendor.heal()
    await one.pass(HOUR)
    expect(one.letters().map(({ subject }) => subject)).toHaveLength(2)
    expect(cases()).not.toContain('engine scan_standard')
    await one.pass(3 * HOUR)
    expect(one.letters()).toHaveLength(2)
  }
}, 600_000)

test('an engine whose account may not ask is named within half an hour, and nothing is refunded without that', async () => {
  const one = await install()
  const cases = () =>
    one.db.read((tx) => readInstall(tx) as never as InstallToday).cases.map(({ kind, name }) => `${kind} ${name}`)
  one.vendor.free = true
  await one.push(pages(12, 'free.example'))
  await one.pass(10 * MINUTE)
  one.clock.turn(DAY)
  await one.pass(HOUR / 2)
  expect(cases()).toContain('engine scan_standard')
  expect(one.letters()).toEqual([])
  await one.pass(2 * HOUR)
  expect(one.letters()).toHaveLength(1)
  expect(one.db.read((tx) => tx.number("select count(*) from links where credit = 'released'"))).toBe(0)
  one.vendor.free = false
  await one.pass(HOUR)
  expect(cases()).not.toContain('engine scan_standard')
}, 600_000)

test('what is refused for an hour, idle, or not in use any more brings no letter', async () => {
  const one = await install()
  one.speedy.fail({ status: 401 }, 9999, /create/)
  one.vendor.fail({ status: 429 }, 9999)
  await one.push(pages(7, 'push.example'))
  await one.check(3)
  await one.pass(HOUR)
  one.vendor.heal()
  await one.call('pat', 'update_crawl_settings', { routes: { primary: { enabled: false } } })
  await one.pass(4 * HOUR)
  expect(one.letters()).toEqual([])
  expect(one.db.read((tx) => tx.rows('select * from supply_stops'))).toEqual([])
})

test('hours in which the install did not run do not count', async () => {
  const one = await install()
  one.speedy.fail({ status: 401 }, 9999, /create/)
  await one.push(pages(7, 'push.example'))
  await one.pass(HOUR)
  one.clock.turn(5 * HOUR)
  await one.pass(HOUR)
  expect(one.letters()).toEqual([])
  await one.pass(2 * HOUR)
  expect(one.letters()).toHaveLength(1)
})
