import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { DAY, MINUTE, type Time } from '../../../src/kernel/time/clock.ts'
import { chance } from '../../upstreams/misfortune.ts'
import { type Agency, agency, expectBooksToBalance, type Job, type Link } from '../agency.ts'
import { CAN_TURN } from '../appliance.ts'
import { site } from '../site.ts'
import { tally } from '../tally.ts'

setDefaultTimeout(600_000)

const LIVES = Number(process.env.E2E_LIVES ?? 8)
const LONGEST_LIFE_MS = 300

const seed = Number(process.env.E2E_SEED ?? 20_261_121)
const { draw, upTo } = chance(seed)
const maybe = () => draw() < 0.5

const pages = site()
/** URLs by the name of their push, and which pushes were answered with 200. */
const given = new Map<string, string[]>()
const acknowledged = new Set<string>()
const isShown = (url: string) => Number(url.split('-').at(-1)) % 10 < 7

let one: Agency
beforeAll(async () => {
  one = await agency({ shown: isShown })
  await one.announce(pages)
})
afterAll(async () => {
  await one.close()
  pages.stop()
})

test.skipIf(!CAN_TURN)(
  'kill -9 at any moment loses no push, orders nothing twice, loses or doubles no credit, and no row of the trail',
  async () => {
    console.info(`E2E_SEED=${seed}`)
    const before = await one.credits()
    for (let life = 1; life <= LIVES; life++) {
      await live()
      await one.kill()
      meanwhile({ last: life === LIVES })
      await one.start()
      await expectEveryPush()
      await expectBooksToBalance(one)
      await expectTrail()
    }
    await peace()
    for (const job of await one.all<Job>('/jobs')) expect(job.status).toBe('done')

    const links = [...(await expectEveryPush()).values()].flat()
    for (const { url, state, credit } of links) expect([url, state, credit]).toEqual([url, ...endOf(url, state)])
    const ordered = links.filter(({ state }) => state !== 'visible').map(({ url }) => url)
    expect(one.ordered().toSorted()).toEqual(ordered.toSorted())
    const asked = one.engine.tasks.map(({ data }) => data.tag)
    expect(new Set(asked).size).toBe(asked.length)
    await expectPingsToEnd()

    const used = links.filter(({ credit }) => credit === 'consumed').length
    const checked = links.filter((link) => link.before_indexed === 'yes' || link.before_indexed === 'no').length
    const { index, check } = await expectBooksToBalance(one)
    expect(index).toMatchObject({ available: before.index.available - used, reserved: 0 })
    expect(check).toMatchObject({ available: before.check.available - checked, reserved: 0 })
    tally({ kills: LIVES, pushes: acknowledged.size })
  },
)

/** What a link has come to, and its credit: only what a smart push saw beforehand was not ordered. */
function endOf(url: string, state: string): [state: string, credit: string] {
  if (!isShown(url)) return ['not_indexed', 'released']
  return state === 'visible' ? ['visible', 'excluded'] : ['indexed', 'consumed']
}

/** One life of the process: pushes come in, time goes by, work is done; as much of it as there is time for. */
async function live(): Promise<void> {
  pages.pause = upTo(3) * 10
  for (let pushes = upTo(4); pushes > 0; pushes--) void push(1 + upTo(25))
  if (maybe()) pass([MINUTE, 10 * MINUTE, DAY][upTo(3)]!)
  if (maybe()) one.tick().catch(() => {})
  await Bun.sleep(upTo(LONGEST_LIFE_MS))
}

/** While the process is down time goes by, and calls of its next life are to take effect without an answer. */
function meanwhile({ last }: { last: boolean }): void {
  if (maybe()) pass(DAY)
  for (const { fail, heal } of [one.crawler, one.engine, one.announced]) {
    heal()
    if (!last && maybe()) fail('lost', 1, /create|task_post|task_get|indexnow/)
  }
}

/** Never so long that a look which keeps failing would give a credit back, on day 10, for a page that is shown. */
function pass(ms: number): void {
  if (one.clock.days() < 5) one.clock.turn(ms)
}

async function push(n: number): Promise<void> {
  const name = `push-${given.size}`
  const urls = Array.from({ length: n }, (_, i) => `${pages.url}/${name}-${i}`)
  given.set(name, urls)
  const order = [{}, { smart: true }, { pre_check: true }][upTo(3)]
  const reply = await one.ask('POST', '/jobs', { name, urls, ...order }).catch(() => null)
  if (reply?.status === 200) acknowledged.add(name)
}

/** Every acknowledged push is there; one that was not may be; whole, all of them. Their links by name. */
async function expectEveryPush(): Promise<Map<string, Link[]>> {
  const stored = new Map<string, Link[]>()
  for (const { id, name } of await one.all<Job>('/jobs')) {
    const links = await one.all<Link>(`/jobs/${id}/urls`)
    expect(stored.has(name)).toBe(false)
    expect(links.map(({ url }) => url)).toEqual(given.get(name)!)
    stored.set(name, links)
  }
  for (const name of acknowledged) expect(stored.has(name)).toBe(true)
  return stored
}

/** The chain of the audit trail is whole, and each push has its one row. */
async function expectTrail(): Promise<void> {
  expect(await one.post<object>('/audit/verify')).toMatchObject({ whole: true, breaks: [] })
  const rows = await one.all<{ target: string }>('/audit?action=submit_index_job')
  const jobs = await one.all<Job>('/jobs')
  expect(rows.map(({ target }) => target).toSorted()).toEqual(jobs.map(({ id }) => id).toSorted())
}

/** Everything is sent, looked at on every day, settled. */
async function peace(): Promise<void> {
  pages.pause = 0
  for (const wait of [10 * MINUTE, DAY, 2 * DAY, 4 * DAY]) {
    one.clock.turn(wait)
    for (let rounds = 0; (await isBusy()) && rounds < 12; rounds++) one.clock.turn(10 * MINUTE)
  }
}

async function isBusy(): Promise<boolean> {
  const { looks_open, batches_waiting } = await one.tick()
  const jobs = await one.all<Job>('/jobs')
  return looks_open + batches_waiting > 0 || jobs.some(({ status }) => !['watching', 'done'].includes(status))
}

/** IndexNow cannot be asked what it has: a call that was cut off is made again, one whose answer is on record never. */
async function expectPingsToEnd(): Promise<void> {
  for (const { id } of await one.all<Job>('/jobs')) {
    const pings = await one.all<{ url: string; state: string; at: Time }>(`/jobs/${id}/indexnow`)
    for (const { url, state, at } of pings) {
      expect(state).toBe('sent')
      const receptions = one.announced.batches.filter(({ urlList }) => urlList.includes(url))
      expect(receptions.filter((batch) => batch.at > at)).toEqual([])
    }
  }
}
