import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { DAY, MINUTE, type Time } from '../../src/kernel/clock.ts'
import { type Agency, agency, expectBooksToBalance, type Job, type Link } from './agency.ts'
import { CAN_TURN } from './appliance.ts'
import { site } from './site.ts'

setDefaultTimeout(120_000)

const LIVES = 16
const LONGEST_LIFE_MS = 300

const seed = Number(process.env.E2E_SEED ?? Math.floor(Math.random() * 2 ** 31))
const random = generator(seed)
const upTo = (n: number) => Math.floor(random() * n)
const maybe = () => random() < 0.5

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
  'kill -9 at any moment loses no push, orders nothing twice, and loses or doubles no credit',
  async () => {
    console.info(`E2E_SEED=${seed}`)
    const { available } = (await one.credits()).index
    for (let life = 0; life < LIVES; life++) {
      await live()
      await one.kill()
      for (const { heal } of [one.crawler, one.engine, one.announced]) heal()
      await one.start()
      await expectEveryPush()
      await expectBooksToBalance(one)
    }
    await peace()
    for (const job of await one.all<Job>('/jobs')) expect(job.status).toBe('done')
    await expectBooksToBalance(one)

    const urls = [...(await expectEveryPush()).values()].flat()
    const used = urls.filter(isShown).length
    expect((await one.credits()).index).toEqual({ available: available - used, reserved: 0 })
    expect(one.ordered().toSorted()).toEqual(urls.toSorted())
    const asked = one.engine.tasks.map(({ data }) => data.tag)
    expect(new Set(asked).size).toBe(asked.length)
    await expectPingsToEnd()
  },
)

/** One life of the process: pushes come in, time goes by, answers get lost on their way; all at random. */
async function live(): Promise<void> {
  pages.pause = upTo(3) * 10
  const { crawler, engine, announced, clock } = one
  for (const { fail } of [crawler, engine, announced])
    if (maybe()) fail('lost', 1, /create|task_post|task_get|indexnow/)
  for (let pushes = upTo(4); pushes > 0; pushes--) void push(1 + upTo(25))
  if (maybe()) clock.turn([MINUTE, 10 * MINUTE, DAY][upTo(3)]!)
  if (maybe()) one.tick().catch(() => {})
  await Bun.sleep(upTo(LONGEST_LIFE_MS))
}

async function push(n: number): Promise<void> {
  const name = `push-${given.size}`
  const urls = Array.from({ length: n }, (_, i) => `${pages.url}/${name}-${i}`)
  given.set(name, urls)
  const reply = await one.ask('POST', '/jobs', { name, urls }).catch(() => null)
  if (reply?.status === 200) acknowledged.add(name)
}

/** Every acknowledged push is there; one that was not may be; whole, all of them. Their URLs by name. */
async function expectEveryPush(): Promise<Map<string, string[]>> {
  const stored = new Map<string, string[]>()
  for (const { id, name } of await one.all<Job & { name: string }>('/jobs')) {
    const links = await one.all<Link>(`/jobs/${id}/urls`)
    expect(stored.has(name)).toBe(false)
    stored.set(
      name,
      links.map(({ url }) => url),
    )
  }
  for (const name of acknowledged) expect(stored.has(name)).toBe(true)
  for (const [name, urls] of stored) expect(urls).toEqual(given.get(name)!)
  return stored
}

/** Everything is sent, looked at on every day, settled. */
async function peace(): Promise<void> {
  pages.pause = 0
  for (const wait of [10 * MINUTE, DAY, 2 * DAY, 4 * DAY]) {
    one.clock.turn(wait)
    let left = await one.tick()
    for (let rounds = 0; rounds < 8 && left.looks_open + left.batches_waiting > 0; rounds++) {
      one.clock.turn(10 * MINUTE)
      left = await one.tick()
    }
    expect(left).toMatchObject({ looks_open: 0, batches_waiting: 0 })
  }
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

/** Mulberry32: the same seed, the same choices. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
