/** Why Google keeps pages out, in the reports and the portal of their client. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { MissingAtGoogle } from '../../../src/domains/links/index.ts'
import { freeze } from '../../../src/features/reports/issues/freeze.ts'
import { DAY } from '../../../src/kernel/time/clock.ts'
import { drawReportFile } from '../../../views/reports/pdf/draw.ts'
import { pushing, urls } from '../../pushing.ts'
import { noteStatements } from '../../statements.ts'
import { sampleFile } from '../reports/pages/report-file.ts'
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

const MONTH = '2026-11'
const ID = 'ten_bakery'
const SAYS: Record<string, object> = {
  'page-0': { robotsTxtState: 'DISALLOWED' },
  'page-1': { verdict: 'PASS' },
  'page-2': { robotsTxtState: 'DISALLOWED' },
  'page-3': { indexingState: 'BLOCKED_BY_META_TAG' },
}
const google = (url: string) => ({
  ...{ verdict: 'NEUTRAL', coverageState: 'anything at all', robotsTxtState: 'ALLOWED' },
  ...SAYS[url.split('/').at(-1)!],
})

/** Four pages whose last day has come: Google has one of them. */
async function pushed() {
  s.op.verdict = google
  const { id } = await office.call<{ id: string }>('ada', 'submit_index_job', {
    ...{ urls: urls(4), preflight: false, tenant_id: ID, holdout_pct: 0 },
  })
  await office.work()
  for (const day of [1, 3, 7]) await office.day(day)
  return id
}
type Report = { google?: MissingAtGoogle; parts: { part: string; pages: number }[] }
const report = () => office.call<Report>('ada', 'get_month_report', { id: ID, month: MONTH })
const overview = async () =>
  (await office.call<{ missing_at_google: MissingAtGoogle }>('vera', 'get_tenant_overview', { id: ID }))
    .missing_at_google
const EXPECTED = [
  { cause: 'robots_blocked', pages: 2 },
  { cause: 'noindex', pages: 1 },
] as const

test('the report of a month and the portal count the pages that were never found by Google’s own word', async () => {
  await pushed()
  const shown = await report()
  expect(shown.google).toEqual([...EXPECTED])
  expect(shown.parts.find(({ part }) => part === 'declined')!.pages).toBe(3)
  expect(await overview()).toEqual([...EXPECTED])
})

test('both say it in words, each cause with what helps', async () => {
  const id = await pushed()
  await office.call('ada', 'save_month_report', { id: ID, month: MONTH, comment: '' })
  const month = await s.browser.visit('ada', `/app/w/${ID}/reports/${MONTH}`)
  expect(month.text).toContain('2 pages: Blocked by robots.txt. Allow search engines in robots.txt.')
  expect(month.text).not.toContain('Nothing blocks them')
  const portal = await s.browser.visit('vera', `/app/w/${ID}`)
  expect(portal.text).toContain('1 page: noindex. Remove noindex if the page is meant to be found.')
  const { url } = await office.call<{ url: string }>('ada', 'share_job_report', { id })
  const shared = await s.browser.visit(null, new URL(url).pathname)
  expect(shared.text).toContain('2 pages: Blocked by robots.txt.')
})

test('the file of a report has a paragraph for each cause', async () => {
  const file = sampleFile(1)
  const paragraphs = async (google?: MissingAtGoogle) => {
    const drawn = await drawReportFile({ ...file, document: { ...file.document, ...(google && { google }) } })
    return Buffer.from(drawn)
      .toString('latin1')
      .match(/\/S \/P\b/g)!.length
  }
  expect((await paragraphs([...EXPECTED])) - (await paragraphs())).toBe(EXPECTED.length)
})

test('a later inspection counts instead; a frozen report keeps its own', async () => {
  const id = await pushed()
  const { figures } = await freeze(office.app, ID, MONTH)
  office.db.write((tx) => {
    const again =
      'insert into looks (ref, tenant_id, job_id, link_id, url, engine, purpose, state, adapter, indexed, cause, created_at)'
    const of = `select 'again', ?1, job_id, id, url, 'scan_standard', 'recheck', 'waiting', 'search_console', 'no', 'soft_404', ?2 from links`
    tx.run(`${again} ${of} where job_id = ?3 and url like '%page-0'`, ID, tx.now, id)
    tx.run("update looks set state = 'done', finished_at = ? where ref = 'again'", tx.now)
    tx.run("update links set state = 'indexed', indexed = 'yes' where job_id = ? and url like '%page-2'", id)
    return null
  })
  expect((await report()).google).toEqual(await overview())
  expect(await overview()).toEqual([
    { cause: 'noindex', pages: 1 },
    { cause: 'soft_404', pages: 1 },
  ])
  expect(JSON.parse(figures).document.google).toEqual([...EXPECTED])
  expect(await freeze(office.app, ID, MONTH).then((now) => JSON.parse(now.figures).document.google)).toHaveLength(2)
})

test('the portal counts pushes of 30 days in the index of such links, however many other links there are', async () => {
  await pushed()
  const statements = noteStatements(office.db)
  await overview()
  const plans = statements.plans(/\bgoogle_cause\b/).filter((plan) => / l /.test(plan))
  expect(plans.length).toBeGreaterThan(0)
  expect(plans.filter((plan) => !/links_google_cause \(job_id=\?/.test(plan))).toEqual([])
  office.clock.turn(31 * DAY)
  expect(await overview()).toEqual([])
})

test('pages on a host of another client are in neither', async () => {
  const id = await pushed()
  const { id: other } = await office.call<{ id: string }>('ada', 'create_sub_tenant', {
    name: 'Orchard',
    kind: 'client',
  })
  office.db.write((tx) =>
    tx.run(
      `insert into foreign_hosts (job_id, host, owner_id, tenant_id, links) values (?, 'bakery.example', ?, ?, 4)`,
      ...[id, other, ID],
    ),
  )
  expect([(await report()).google, await overview()]).toEqual([undefined, []])
})
