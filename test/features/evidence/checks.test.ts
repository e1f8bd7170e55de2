/** Checks of the guarantee are asked of the property that an owner connected, for the workspaces that it serves alone. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { refreshGoogleAccountsTask } from '../../../src/features/evidence/tasks.ts'
import { DAY, HOUR } from '../../../src/kernel/time/clock.ts'
import { takeLooksTask } from '../../../src/tasks/checks/take-looks.ts'
import { pushing, urls } from '../../pushing.ts'
import { connect, googleSetting, type Setting, serve } from './setting.ts'

let office: Awaited<ReturnType<typeof pushing>>
let s: Setting
beforeEach(async () => {
  office = await pushing(200, 100, { env: { SIGNALPOST_SITE_URL: 'http://localhost:8080' } })
  s = await googleSetting({}, office)
  await office.call('ada', 'allocate_credits', { tenant_id: 'ten_bakery', amount: 50 })
  await connect(s)
  await serve(s, 'sc-domain:bakery.example', ['ten_bakery'])
})
afterEach(() => s.close())

const push = (input: object = {}) =>
  office.call<{ id: string }>('ada', 'submit_index_job', {
    ...{ urls: urls(3), preflight: false, tenant_id: 'ten_bakery', holdout_pct: 0 },
    ...input,
  })
type Look = {
  tenant_id: string
  property: string | null
  adapter: string
  indexed: string
  method: string
  cause: string | null
}
const propertyId = () =>
  office.db.read(
    (tx) => tx.row<{ property_id: string }>('select property_id from google_property_workspaces')!.property_id,
  )
const looks = () =>
  office.db.read((tx) =>
    tx.rows<Look>(
      "select tenant_id, property, adapter, indexed, method, cause from looks where state = 'done' order by id",
    ),
  )

test('the property answers by the consent of its owner, whole: verdict, cause and the language of codes', async () => {
  s.op.verdict = () => ({
    verdict: 'NEUTRAL',
    coverageState: 'x',
    pageFetchState: 'SUCCESSFUL',
    robotsTxtState: 'DISALLOWED',
  })
  await push()
  await office.work()
  await office.day(1)
  expect(looks()).toEqual(
    Array(3).fill({
      ...{ tenant_id: 'ten_bakery', property: 'sc-domain:bakery.example', adapter: 'search_console' },
      ...{ indexed: 'no', method: 'inspection', cause: 'robots_blocked' },
    }),
  )
  expect(s.op.inspections.map(({ site, language }) => [site, language])).toEqual(
    Array(3).fill(['sc-domain:bakery.example', 'en-US']),
  )
})

test('a push counts why Google keeps its pages out, each cause with what helps', async () => {
  const causes: Record<string, Record<string, unknown>> = {
    'page-0': { robotsTxtState: 'DISALLOWED' },
    'page-1': { indexingState: 'BLOCKED_BY_META_TAG' },
  }
  const causeOf = (url: string) => causes[url.split('/').at(-1)!] ?? { robotsTxtState: 'DISALLOWED' }
  s.op.verdict = (url) => ({ verdict: 'NEUTRAL', coverageState: 'anything at all', ...causeOf(url) })
  const { id } = await push()
  await office.work()
  await office.day(1)
  const said = () => office.call<{ causes: object[] }>('ada', 'get_job_google', { id })
  expect((await said()).causes).toMatchObject([
    { cause: 'robots_blocked', links: 2, act: expect.stringContaining('Let Googlebot in') },
    { cause: 'noindex', links: 1, example: 'https://bakery.example/page-1' },
  ])
  const page = await s.browser.visit('ada', `/app/w/ten_northwind/jobs/${id}`)
  expect(page.text).toContain('2 links: Google says that robots.txt kept it out.')
  s.op.verdict = () => ({ verdict: 'PASS', coverageState: 'Submitted and indexed' })
  await office.day(3)
  expect((await said()).causes).toEqual([])
})

test('Google is asked in the language of the searches of a workspace', async () => {
  await office.call('ada', 'update_tenant', { id: 'ten_bakery', search_place: { country: 'DE', language: 'de' } })
  s.op.verdict = () => ({
    verdict: 'NEUTRAL',
    coverageState: 'Gefunden, zurzeit nicht indexiert',
    robotsTxtState: 'ALLOWED',
  })
  await push()
  await office.work()
  await office.day(1)
  expect(s.op.inspections.map(({ language }) => language)).toEqual(['de', 'de', 'de'])
  expect(looks().map(({ indexed, cause }) => [indexed, cause])).toEqual(Array(3).fill(['no', 'not_crawled']))
})

test('a workspace that it does not serve asks the engine of its slot, on the same host', async () => {
  await push({ tenant_id: 'ten_northwind' })
  await office.work()
  await office.day(1)
  expect(looks().map(({ adapter }) => adapter)).toEqual(['simulated', 'simulated', 'simulated'])
  expect(s.op.inspections).toEqual([])
})

test('acceptance 2: once the consent is gone its checks pass to the paid engine within the hour, and none is lost', async () => {
  await push()
  await office.work()
  s.op.grants.length = 0
  office.clock.turn(DAY)
  await office.work()
  office.clock.turn(HOUR)
  await office.run(refreshGoogleAccountsTask, takeLooksTask)
  await office.work()
  expect(looks().map(({ property, adapter }) => [property, adapter])).toEqual(Array(3).fill([null, 'simulated']))
  // An unknown answer moves no credit; `office.work` compares all credits with the books.
  expect(looks().every(({ indexed }) => indexed !== 'unknown')).toBe(true)
})

test('links sent in the last 28 days are covered by host, for the workspaces that a property serves', async () => {
  await push()
  await push({ tenant_id: 'ten_northwind', urls: urls(2, 'page', 'northwind.example') })
  await office.work()
  const found = await office.call('ada', 'get_google_coverage')
  // The agency is no client of its own, so nobody has to be invited for it.
  expect(found).toMatchObject({ links: 5, covered: 3, clients: 1, connected: 1, closed: null, not_connected: [] })
  await office.call('ada', 'update_google_property', { id: propertyId(), tenant_ids: [] })
  const none = await office.call('ada', 'get_google_coverage')
  expect(none).toMatchObject({ clients: 1, connected: 0 })
  expect(none.not_connected).toEqual([{ tenant_id: 'ten_bakery', name: 'Bakery', links: 3 }])
  expect(await office.call('ada', 'get_google_coverage', { tenant_id: 'ten_bakery' })).toMatchObject({ links: 3 })
  office.clock.turn(29 * DAY)
  expect(await office.call('ada', 'get_google_coverage')).toMatchObject({ links: 0, covered: 0 })
})

test('links covered by a property are those of the workspaces that it serves, and of all while it serves none', async () => {
  await push()
  await push({ tenant_id: 'ten_northwind', urls: urls(2, 'other') })
  await office.work()
  const id = propertyId()
  const links = async () =>
    (await office.call<{ items: { id: string; links: number }[] }>('ada', 'list_google_properties')).items.find(
      (one) => one.id === id,
    )!.links
  expect([await links(), (await office.call('ada', 'get_google_coverage')).covered]).toEqual([3, 3])
  await office.call('ada', 'update_google_property', { id, tenant_ids: [] })
  expect(await links()).toBe(5)
})

test('a property that no longer serves the workspace lets its waiting checks go', async () => {
  await push()
  await office.work()
  const waiting = () =>
    office.db.read((tx) => tx.number("select count(*) from looks where state = 'queued' and property is not null"))
  s.op.fail({ status: 429, body: { error: { errors: [{ reason: 'rateLimitExceeded' }] } } }, 99, /inspect/)
  office.clock.turn(DAY)
  await office.work()
  expect(waiting()).toBeGreaterThan(0)
  await serve(s, 'sc-domain:bakery.example', [])
  expect(waiting()).toBe(0)
})

const give = () => office.call('ada', 'allocate_credits', { tenant_id: 'ten_bakery', kind: 'check', amount: 20 })
const credits = () =>
  office.db.read(
    (tx) =>
      tx.row<{ available: number; reserved: number }>(
        "select available, reserved from purses where tenant_id = 'ten_bakery' and kind = 'check'",
      )!,
  )

test('an ordered check, a check now and a smart filter cost nothing where the property answers', async () => {
  await give()
  const before = credits()
  const { id } = await office.call<{ id: string }>('ada', 'check_index', { urls: urls(3), tenant_id: 'ten_bakery' })
  expect(credits().reserved).toBe(before.reserved + 3)
  await office.work()
  expect(looks().map(({ property, method }) => [property, method])).toEqual(
    Array(3).fill(['sc-domain:bakery.example', 'inspection']),
  )
  expect(credits()).toEqual(before)
  const [uid] = office.db.read((tx) => tx.rows<{ id: number }>('select id from links where job_id = ?', id))
  type Life = { link: { is_covered: boolean }; checks: { credits: number }[]; ledger: { note: string | null }[] }
  const life = await office.call<Life>('ada', 'get_link', { uid: uid!.id })
  expect(life.link.is_covered).toBe(true)
  expect(life.checks.map((check) => check.credits)).toEqual([0])
  expect(life.ledger.at(-1)!.note).toBe('1 check that Search Console answered')
  await office.call('ada', 'recheck_job', { id, url_ids: [uid!.id] })
  await office.work()
  expect(credits()).toEqual(before)
  await push({ urls: urls(3).map((url) => `${url}?new`), smart: true })
  await office.work()
  expect(looks()).toHaveLength(7)
  expect(credits()).toEqual(before)
})

test('where the property has no answer, or none covers the page, a check is asked of the engine for its credit', async () => {
  await give()
  const before = credits()
  s.op.verdict = () => ({ verdict: 'VERDICT_UNSPECIFIED', coverageState: 'x' })
  await office.call('ada', 'check_index', {
    ...{ urls: ['https://bakery.example/a', 'https://other.example/b'], tenant_id: 'ten_bakery' },
  })
  await office.work()
  expect(looks().map(({ property, method }) => [property, method])).toEqual(Array(2).fill([null, 'simulated']))
  expect(credits()).toEqual({ available: before.available - 2, reserved: before.reserved })
})
