/** Frozen figures: criterion 3 of client reports, as far as the report itself is concerned. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { shareIssue } from '../../../../src/features/reports/months/month-addresses.ts'
import { draftReportsTask } from '../../../../src/features/reports/tasks.ts'
import { hashSecret } from '../../../../src/kernel/secrets/ids.ts'
import { plus } from '../../../../src/kernel/time/clock.ts'
import { pushing, urls } from '../../../pushing.ts'
import { refusal } from '../../../refusal.ts'
import { browserOf } from '../../../views/browser.ts'

type Detail = {
  id: string
  revision: number
  summary: Record<string, number>
  figures: { document: Record<string, unknown> & { pages: Record<string, number>; refunded: number } }
  figures_sha256: string
  revisions: { revision: number }[]
}

let office: Awaited<ReturnType<typeof pushing>>
let id = ''
let live: Record<string, unknown>
/** Of its page. */
let address = ''
const get = () => office.call<Detail>('ada', 'get_report', { id })

beforeAll(async () => {
  office = await pushing(3000, 3000)
  await office.call('ada', 'put_report_schedule', { id: 'ten_northwind', mode: 'review', time_zone: 'Europe/Vienna' })
  await office.call('ada', 'submit_index_job', { preflight: false, urls: urls(60, 'a'), pre_check: true })
  await office.call('ada', 'submit_index_job', { preflight: false, urls: urls(20, 'held'), holdout_pct: 20 })
  for (const day of [0, 1, 3, 7, 12]) await office.day(day)
  office.clock.set('2026-12-01T08:00:00.000Z')
  await office.call('ada', 'submit_index_job', { preflight: false, urls: urls(5, 'december') })
  office.clock.set('2026-12-01T08:01:00.000Z')
  await office.run(draftReportsTask)
  live = await office.call('ada', 'get_month_report', { id: 'ten_northwind', month: '2026-11' })
  const { items } = await office.call<{ items: { id: string }[] }>('ada', 'list_reports')
  id = items[0]!.id
  const issue = { tenant_id: 'ten_northwind', issue_id: id, recipient_id: null }
  address = new URL(office.db.write((tx) => shareIssue(tx, office.app, issue)).url).pathname
})
afterAll(() => office.close())

test('criterion 3: the frozen figures are those of the API’s month report at that moment', async () => {
  const { figures, summary } = await get()
  const { parts: _, ...document } = figures.document
  expect(live).toMatchObject(document)
  expect(summary).toMatchObject({
    pushed: figures.document.pages.total!,
    visible: figures.document.pages.visible!,
    gained: figures.document.pages.gained!,
    refunded: figures.document.refunded,
  })
})

test('criterion 3: the SHA-256 recomputes from the answer of the API', async () => {
  const { figures, figures_sha256 } = await get()
  expect(hashSecret(JSON.stringify(figures))).toBe(figures_sha256)
})

/** Everything that readers get of it: figures, page and PDF. */
async function all(): Promise<string[]> {
  const page = await browserOf(office).visit(null, address)
  const { bytes } = await office.call<{ bytes: Uint8Array }>('ada', 'get_report_pdf', { id })
  expect(page.status).toBe(200)
  return [JSON.stringify(await get()), page.html, Buffer.from(bytes).toString('base64')]
}

test('criterion 3: after 1,000 later checks figures, page and PDF are byte-equal', async () => {
  const before = await all()
  const again = Array.from({ length: 10 }, (_, i) => i)
  for (const _ of again) {
    office.clock.set(plus(office.clock.now(), 60_000))
    await office.call('ada', 'check_index', { urls: [...urls(60, 'a'), ...urls(20, 'held'), ...urls(20, 'other')] })
    await office.work()
  }
  const looks = office.db.read((tx) =>
    tx.number("select count(*) from looks where state = 'done' and finished_at > '2026-12-01T08:01:00.000Z'"),
  )
  expect(looks).toBeGreaterThanOrEqual(1000)
  office.db.write((tx) => tx.run("update links set indexed = 'no' where id % 2 = 0"))
  expect(await all()).toEqual(before)
})

test('a correction is the next revision, and both are kept', async () => {
  expect(await refusal(office.call('ada', 'reissue_report', { id }))).toMatchObject({
    code: 'conflict',
    details: { state: 'waiting' },
  })
  await office.call('ada', 'decline_report', { id, reason: 'Two pages were wrong.' })
  const before = await get()
  const next = await office.call<Detail>('ada', 'reissue_report', { id, reason: 'Two pages were wrong.' })
  expect(next).toMatchObject({ revision: 2, state: 'waiting', reason: 'Two pages were wrong.' })
  expect(next.summary.visible).toBeLessThan(before.summary.visible!)
  const after = await get()
  expect(after.revisions.map(({ revision }) => revision)).toEqual([2, 1])
  expect({ ...after, revisions: before.revisions }).toEqual(before)
  expect(await refusal(office.call('ada', 'reissue_report', { id }))).toMatchObject({ code: 'conflict' })
  const { items } = await office.call<{ items: Detail[] }>('ada', 'list_reports')
  expect(items.map(({ revision }) => revision)).toEqual([2])
})
