/**
 * Search Console through the executable: a week of a push whose pages Google answers itself, by inspections and by pages
 * that it showed, with a power cut in the middle of its calls.
 */
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import { DAY, HOUR } from '../../../src/kernel/time/clock.ts'
import { localDay } from '../../../src/kernel/time/zones.ts'
import { type SearchConsoleStandIn, searchConsole } from '../../upstreams/search-console.ts'
import { type Agency, agency, expectBooksToBalance } from '../agency.ts'
import { CAN_TURN, until } from '../appliance.ts'

setDefaultTimeout(HOUR)

const PACIFIC = 'America/Los_Angeles'
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const PRIVATE_KEY = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const PUBLIC_KEY = keys.publicKey.export({ type: 'spki', format: 'pem' }).toString()
const PAGES = Array.from({ length: 30 }, (_, i) => `https://bakery.example/page-${i}`)

let one: Agency
let google: SearchConsoleStandIn
/** The day of Google on which the first ten pages were shown. */
let shown_on = ''
beforeEach(async () => {
  one = await agency()
  google = searchConsole({
    now: () => one.clock.now(),
    public_key: PUBLIC_KEY,
    client_email: 'reader@project.example',
    properties: ['sc-domain:bakery.example'],
    verdict: () => ({
      verdict: 'NEUTRAL',
      coverageState: 'Crawled - currently not indexed',
      pageFetchState: 'SUCCESSFUL',
    }),
    shown: (_, day) => (day === shown_on ? PAGES.slice(0, 10).map((page, i) => [page, i + 1]) : []),
  })
  await one.put('/settings/integrations', {
    search_console: {
      service_account: {
        client_email: 'reader@project.example',
        private_key: PRIVATE_KEY,
        token_uri: google.token_uri,
      },
      properties: ['sc-domain:bakery.example'],
      base_url: google.url,
    },
  })
})
afterEach(async () => {
  google.stop()
  await one.close()
})

type Quota = { properties: { used: number; left: number; classes: { used: number }[] }[] }
type Checks = { inspected: number; shown: number; waiting: number; inspected_by: string | null }

const inspections = () => google.received.filter(({ path }) => path.includes('index:inspect'))
const states = async (id: string) => (await one.job(id)).outcome.states
const turnTo = (day: number) => one.clock.turn(day * DAY + HOUR - one.clock.days() * DAY)

test.skipIf(!CAN_TURN)('a week of a push is answered by Google itself, through a power cut', async () => {
  const { id } = await one.push(PAGES, { preflight: false })
  await until('all sent', async () => {
    await one.tick()
    return (await states(id)).sent === 30
  })

  turnTo(1)
  google.fail('slow', 30, /inspect/)
  one.tick().catch(() => null)
  await until('calls are under way', async () => inspections().length >= 7)
  await one.kill()
  google.heal()
  await one.start()
  const asked = async () => (await one.get<Checks>(`/jobs/${id}/google`)).inspected
  await until('all are inspected', async () => {
    await one.tick()
    return (await asked()) === 30
  })
  expect(one.engine.received.filter(({ path }) => path.includes('task_post'))).toHaveLength(0)
  // Calls whose answers the power cut took are counted, and made again.
  expect(inspections().length).toBeGreaterThan(30)
  const today = localDay(PACIFIC, one.clock.now())
  const counted = inspections().filter(({ at }) => localDay(PACIFIC, at) === today).length
  const [quota] = (await one.get<Quota>('/google/quota')).properties
  expect(quota!.used).toBeGreaterThanOrEqual(counted)
  expect(quota!.left).toBe(1500 - quota!.used)
  await expectBooksToBalance(one)

  shown_on = localDay(PACIFIC, new Date(Date.parse(one.clock.now()) + DAY).toISOString())
  turnTo(6)
  await until('what Google showed is indexed', async () => {
    await one.tick()
    return (await states(id)).indexed === 10
  })
  expect((await one.job(id)).outcome.credits).toMatchObject({ consumed: 10, reserved: 20 })
  turnTo(7.2)
  await until('the push is done', async () => {
    await one.tick()
    return (await one.job(id)).status === 'done'
  })
  expect((await one.job(id)).outcome.credits).toMatchObject({ consumed: 10, reserved: 0, released: 20 })
  expect(await one.get<Checks>(`/jobs/${id}/google`)).toMatchObject({ shown: 10, waiting: 0, inspected_by: null })
  expect(one.engine.received.filter(({ path }) => path.includes('task_post'))).toHaveLength(0)
  await expectBooksToBalance(one)
})
