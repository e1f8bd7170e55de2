import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { DAY } from '../../src/kernel/time/clock.ts'
import { CASES, NOT_FOR_BING, startWeb, type Web } from '../upstreams/web.ts'
import { type Agency, agency, expectBooksToBalance, type Job } from './agency.ts'
import { CAN_TURN } from './appliance.ts'

setDefaultTimeout(600_000)

const LINKS = 300

let web: Web
let one: Agency
let order: { url: string; flags: string[] }[]
let job: Job
let before: { available: number; reserved: number }

/** The day on which the search engine begins to show a link; it looks on day 1, 3 and 7. */
const DAYS = [1, 3, 7, Number.POSITIVE_INFINITY]
const shownFrom = new Map<string, number>()

beforeAll(async () => {
  web = await startWeb({ hosts: 2 })
  one = await agency({ shown: (url) => shownFrom.get(url)! <= one.clock.days() })
  const conditions = CASES.map(({ path, flags }) => ({ url: web.url(path), flags }))
  const plain = Array.from({ length: LINKS - conditions.length }, (_, i) => ({
    url: `${[web.origin, ...web.origins][i % 3]}/ok?page=${i}`,
    flags: [],
  }))
  order = [...conditions, ...plain]
  for (const [i, { url }] of order.entries()) shownFrom.set(url, DAYS[i % DAYS.length]!)
  for (const url of [web.origin, web.origins[0]!]) await one.announce({ url, files: web.files })
  before = (await one.credits()).index
})
afterAll(async () => {
  await one.close()
  web.stop()
})

const ready = () => order.filter(({ flags }) => flags.length === 0).map(({ url }) => url)

test('of 300 links in every condition each gets exactly its flags', async () => {
  job = await one.push(order.map(({ url }) => url))
  expect(job).toMatchObject({ accepted: LINKS, duplicates: [], invalid: [] })
  await one.reaches(job.id, 'watching')
  const links = await one.links(job.id)
  expect(links.map(({ url, flags }) => ({ url, flags }))).toEqual(order)
  const states = order.map(({ flags }) => (flags.length ? ['flagged', 'excluded'] : ['sent', 'reserved']))
  expect(links.map(({ state, credit }) => [state, credit])).toEqual(states)
})

test('the crawl supplier is given exactly the links without a flag, each once', () => {
  expect(one.ordered().toSorted()).toEqual(ready().toSorted())
})

test('IndexNow is told of exactly the links without a flag that Bing may see, on hosts that have a site, each once', async () => {
  await one.tick()
  const hosts = [web.origin, web.origins[0]!]
  const hidden = NOT_FOR_BING.map(web.url)
  const told = ready().filter((url) => hosts.includes(new URL(url).origin) && !hidden.includes(url))
  expect(one.announced.urls().toSorted()).toEqual(told.toSorted())
})

test('the credits of flagged links are back at once, those of the others are set aside', async () => {
  const { index } = await expectBooksToBalance(one)
  const sent = ready().length
  expect(index).toMatchObject({ available: before.available - sent, reserved: sent })
})

test.skipIf(!CAN_TURN)(
  'each credit is used on the first look that sees its page, the others come back on day 7, and the books balance after every step',
  async () => {
    for (const age of [0.9, 1, 2.9, 3, 6.9, 7]) {
      one.clock.turn((age - one.clock.days()) * DAY)
      await one.tick()
      const links = (await one.links(job.id)).filter(({ flags }) => flags.length === 0)
      const due = (url: string) => (shownFrom.get(url)! <= age ? 'consumed' : age >= 7 ? 'released' : 'reserved')
      expect(links.map(({ url, credit }) => [url, credit])).toEqual(links.map(({ url }) => [url, due(url)]))

      const { index } = await expectBooksToBalance(one)
      const settled = (as: string) => links.filter(({ url }) => due(url) === as).length
      expect(index).toMatchObject({
        available: before.available - settled('consumed') - settled('reserved'),
        reserved: settled('reserved'),
      })
      expect((await one.job(job.id)).status).toBe(age < 7 ? 'watching' : 'done')
    }
  },
)
