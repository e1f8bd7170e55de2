/** Scheduled reports on pages: the desk, one report, the schedule, and the frozen page that readers open. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { shareIssue } from '../../../../src/features/reports/months/month-addresses.ts'
import { draftReportsTask } from '../../../../src/features/reports/tasks.ts'
import { REPORT_SECTIONS } from '../../../../src/features/reports/words.ts'
import { MINUTE, plus } from '../../../../src/kernel/time/clock.ts'
import { pushing, urls } from '../../../pushing.ts'
import { browserOf } from '../../../views/browser.ts'
import { CAST, type Person } from '../../../world.ts'

const NORTHWIND = CAST.ada.tenant_id
const BAKERY = CAST.vera.tenant_id
const DESK = `/app/w/${NORTHWIND}/reports/desk`

let office: Awaited<ReturnType<typeof pushing>>
let browser: ReturnType<typeof browserOf>
let florist: string
const ids: Record<string, string> = {}

const show = async (path: string, person: Person | null = 'ada') => {
  const seen = await browser.visit(person, path)
  const plain = seen.main
    .replace(/<textarea.*?<\/textarea>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
  return { ...seen, plain }
}
const stateOf = async (id: string) => (await office.call<{ state: string }>('ada', 'get_report', { id })).state
/** A form whose boxes for the sections are ticked. */
const ticked = (fields: Record<string, string>, ...more: [string, string][]) =>
  new URLSearchParams([...Object.entries(fields), ...REPORT_SECTIONS.map((one) => ['sections', one]), ...more])
const report = (id: string) => `/app/w/${BAKERY}/reports/issues/${id}`

beforeAll(async () => {
  office = await pushing(500, 500)
  florist = (await office.call<{ id: string }>('ada', 'create_sub_tenant', { name: 'Florist', kind: 'client' })).id
  for (const id of [NORTHWIND, BAKERY, florist])
    await office.call('ada', 'add_report_recipient', { id, email: 'carl@bakery.example', has_consent: true })
  browser = browserOf(office)
})
afterAll(() => office.close())

test('the schedule is set for a client, or for all clients in one act', async () => {
  const path = `/app/w/${NORTHWIND}/reports/schedule`
  const fields = {
    mode: 'review',
    day: '4',
    hour: '9',
    time_zone: 'Europe/Vienna',
    period: 'month',
    skip_empty: 'true',
  }
  expect((await browser.send('ada', path, ticked({ ...fields, day: '29' }))).status).toBe(422)
  expect((await browser.send('ada', path, ticked({ ...fields, mode: 'automatic' }))).status).toBe(409)
  const asked = ticked({ ...fields, apply_to: 'all_clients' }, ['approvers', CAST.ben.id])
  expect((await browser.send('ada', path, asked)).status).toBe(303)
  expect((await show(path)).main).toMatch(new RegExp(`value="${CAST.ben.id}"[^>]* checked`))
  expect((await show(path)).plain).toContain('Next report October 2026')
  for (const id of [BAKERY, florist])
    expect(await office.call('ada', 'get_report_schedule', { id })).toMatchObject({
      ...{ mode: 'review', day: 4, approvers: [CAST.ben.id], sections: [...REPORT_SECTIONS] },
    })
  expect((await show(`/app/w/${BAKERY}/reports/schedule`)).plain).not.toContain('Apply also to')
  expect((await show(path, 'ben')).status).toBe(403)
})

test('the desk has a row for each client that waits, with the change of each figure', async () => {
  for (const [month, n] of [
    ['2026-11', 20],
    ['2026-12', 22],
  ] as const) {
    for (const tenant_id of [BAKERY, florist]) {
      await office.call('ada', 'allocate_credits', { tenant_id, amount: n })
      await office.call('ada', 'submit_index_job', {
        tenant_id,
        urls: urls(n, month, tenant_id === florist ? 'florist.example' : undefined),
        preflight: false,
      })
    }
    for (const day of month === '2026-11' ? [0, 1, 3, 7] : [31, 32, 34, 38]) await office.day(day)
    office.clock.set(month === '2026-11' ? '2026-12-01T08:01:00.000Z' : '2027-01-01T08:01:00.000Z')
    await office.run(draftReportsTask)
    if (month === '2026-11')
      for (const { id } of (await office.call<{ items: { id: string }[] }>('ada', 'list_reports', { state: 'waiting' }))
        .items)
        await office.call('ada', 'approve_report', { id, send_at: '2027-01-02T08:00:00.000Z' })
  }
  const { items } = await office.call<{ items: { id: string; tenant_name: string }[] }>('ada', 'list_reports', {
    state: 'waiting',
  })
  for (const { id, tenant_name } of items) ids[tenant_name] = id
  // Sessions of two months ago are over.
  browser = browserOf(office)
  const { plain } = await show(DESK)
  expect(plain).toMatch(/Bakery December 2026 .* 22 \+2 /)
  expect(plain).toContain('Florist')
  expect((await show(`${DESK}?state=approved`)).plain).toContain('November 2026')
  expect((await show(DESK, 'rita')).status).toBe(404)
  expect((await show(`/app/w/${BAKERY}/reports/desk`, 'vera')).status).toBe(303)
})

test('Today names the reports that wait, for those who may see them', async () => {
  expect((await show(`/app/w/${NORTHWIND}`)).plain).toMatch(/\d reports wait for approval/)
  expect((await show(`/app/w/${BAKERY}`, 'vera')).plain).not.toContain('for approval')
})

test('a comment is saved in place and shown as plain text', async () => {
  const id = ids.Bakery!
  expect((await browser.send('ada', `${DESK}/comment`, { id, comment: 'Found <b>again</b>.' })).location).toBe(DESK)
  expect((await show(report(id))).main).toContain('Found &lt;b&gt;again&lt;/b&gt;.')
  expect((await browser.send('ben', `${DESK}/comment`, { id, comment: 'No.' })).status).toBe(403)
  expect((await show(DESK)).main).toContain(`action="${DESK}/comment"`)
  const { main, plain } = await show(DESK, 'ben')
  expect(plain).toContain('Bakery')
  // Ben is an approver: he approves, and changes no words.
  expect(main).toContain(`action="${DESK}/approve"`)
  expect(main).not.toContain(`action="${DESK}/comment"`)
})

test('a member whom the schedule does not name approves nothing', async () => {
  await office.call('ada', 'put_report_schedule', { id: BAKERY, approvers: [] })
  expect((await show(DESK, 'ben')).main).not.toMatch(
    new RegExp(`action="${DESK}/approve"[^>]*>[^<]*<input[^>]*${ids.Bakery}`),
  )
  await expect(office.call('ben', 'approve_report', { id: ids.Bakery })).rejects.toThrow(
    'Only admins and the approvers',
  )
  const { refused } = await office.call<{ refused: { message: string }[] }>('ben', 'approve_reports', {
    ids: [ids.Bakery!],
  })
  expect(refused[0]!.message).toContain('Only admins')
  await office.call('ada', 'put_report_schedule', { id: BAKERY, approvers: [CAST.ben.id] })
})

test('what needs a decision comes first, and remarkable reports before the others', async () => {
  const { items } = await office.call<{ items: { state: string; unremarkable: boolean }[] }>('ada', 'list_reports')
  const rank = ({ state, unremarkable }: (typeof items)[number]) => (state === 'waiting' ? (unremarkable ? 1 : 0) : 2)
  expect(items.map(rank)).toEqual(items.map(rank).toSorted())
  expect(new Set(items.map(({ state }) => state)).size).toBeGreaterThan(1)
})

test('a report without recipients cannot be approved: its row says so in red, and offers to add one', async () => {
  const removed = (at: string | null) =>
    office.db.write((tx) => tx.run('update report_recipients set removed_at = ? where tenant_id = ?', at, BAKERY))
  removed(office.clock.now())
  const { main, plain } = await show(DESK)
  const add = `/app/w/${BAKERY}/reports/recipients`
  expect(main).toMatch(/<span class="chip bad i-triangle-alert">No recipients<\/span>/)
  expect(main).toContain(`href="${add}"`)
  expect(plain).toContain('Add recipient Bakery')
  const approve = new RegExp(`action="${DESK}/approve"[^>]*>[^<]*<input[^>]*${ids.Bakery}`)
  expect(main).not.toMatch(approve)
  expect((await show(DESK, 'ben')).main).not.toContain(`href="${add}"`)
  expect((await browser.send('ada', `${DESK}/approve`, { id: ids.Bakery! })).status).toBe(409)
  expect((await show(`${DESK}/approve-all`)).main).not.toContain(ids.Bakery!)
  const one = await show(report(ids.Bakery!))
  expect(one.plain).toContain('Nobody would get this report, so it cannot be approved.')
  expect(one.main).toContain(`href="${add}"`)
  expect(one.main).not.toContain(`${report(ids.Bakery!)}/approve"`)
  removed(null)
  const after = await show(DESK)
  expect(after.plain).not.toContain('No recipients')
  expect(after.main).toMatch(approve)
})

test('a report is approved in its row, and all unremarkable ones in one act', async () => {
  expect((await browser.send('ada', `${DESK}/approve`, { id: ids.Bakery! })).status).toBe(303)
  expect(await stateOf(ids.Bakery!)).toBe('approved')
  // As many in the index as in the month before, and none lost.
  office.db.write((tx) =>
    tx.run(
      `update report_issues set summary = json_set(summary, '$.before', json_set(summary -> '$.before', '$.visible',
         summary ->> '$.visible')) where id = ?`,
      ids.Florist!,
    ),
  )
  const { main, plain } = await show(`${DESK}/approve-all`)
  const unremarkable = [...main.matchAll(/name="ids" value="([^"]+)"/g)].map(([, id]) => id!)
  expect(unremarkable).toContain(ids.Florist!)
  expect(plain).toContain('without large changes')
  const fields = new URLSearchParams(unremarkable.map((id) => ['ids', id]))
  expect((await browser.send('ada', `${DESK}/approve-all`, fields)).location).toBe(DESK)
  expect(await stateOf(ids.Florist!)).toBe('approved')
})

test('the page of a report says what its readers see, and an edit puts it back to waiting', async () => {
  const id = ids.Bakery!
  const { plain, main } = await show(report(id))
  expect(plain).toContain('What readers see')
  // Nobody can send it: the page says why and what to do.
  expect(plain).toContain('No mail server is set up. The operator sets one up under E-mail.')
  expect(plain).toContain('1 person gets it, 0 with the PDF.')
  expect(plain).toContain('Approved by Ada')
  expect(main).not.toContain(`${report(id)}/approve"`)
  expect(
    (await browser.send('ada', `${report(id)}/words`, ticked({ comment: 'New words.', contact: 'Ada' }))).location,
  ).toBe(report(id))
  expect(await stateOf(id)).toBe('waiting')
  await browser.send('ada', `${report(id)}/approve`)
  expect((await browser.send('ada', `${report(id)}/approve`)).status).toBe(409)
})

test('criterion 3: the page of its address has the frozen figures, and is byte-equal after later checks', async () => {
  const issue = { tenant_id: BAKERY, issue_id: ids.Bakery!, recipient_id: null }
  const { url } = office.db.write((tx) => shareIssue(tx, office.app, issue))
  const path = new URL(url).pathname
  const before = await show(path, null)
  const { summary } = await office.call<{ summary: Record<string, number> }>('ada', 'get_report', { id: ids.Bakery! })
  expect(before.html).toContain(`${summary.gained} new pages in Google`)
  expect(before.html).toContain('New words.')
  expect(before.html).not.toContain('See the figures of today')
  office.clock.set(plus(office.clock.now(), 20 * MINUTE))
  office.db.write((tx) => tx.run("update links set indexed = 'no', state = 'not_indexed'"))
  expect((await show(path, null)).html).toBe(before.html)
  const files = [await browser.visit(null, `${path}/csv`), await browser.visit(null, `${path}/csv`)]
  expect(files[0]!.html.trim().split('\n')).toHaveLength(23)
  expect(files[1]!.html).toBe(files[0]!.html)
  expect(files[0]!.html).toContain(',yes,')
  await office.call('ada', 'share_month_report', { id: BAKERY, month: '2026-12' })
  expect((await show(path, null)).html).toContain('See the figures of today')
  const headers = { 'user-agent': 'Mozilla/5.0', 'sec-fetch-site': 'same-origin' }
  await browser.raw(`${path}/shown`, { method: 'POST', headers })
  expect(await office.call('ada', 'get_report', { id: ids.Bakery! })).toMatchObject({ opened: 1 })
})

test('criterion 7: a stopped address is 410 for its person alone, and names nobody', async () => {
  const [anna, olga] = ['anna', 'olga'].map((name) =>
    office.db.write((tx) => {
      tx.run(
        `insert into report_recipients (id, tenant_id, email, name, pdf, status, status_at, created_at, updated_at)
         values (?1, ?2, ?1 || '@bakery.example', ?1, 0, 'active', ?3, ?3, ?3)`,
        name,
        BAKERY,
        tx.now,
      )
      const { link_id, url } = shareIssue(tx, office.app, {
        tenant_id: BAKERY,
        issue_id: ids.Bakery!,
        recipient_id: name,
      })
      return { link_id, path: new URL(url).pathname }
    }),
  )
  const { html } = await show(anna!.path, null)
  for (const strange of ['olga', 'anna', olga!.path]) expect(html.replaceAll(anna!.path, '')).not.toContain(strange)
  office.db.write((tx) => tx.run('update month_report_links set stopped_at = ? where id = ?', tx.now, anna!.link_id))
  expect((await show(anna!.path, null)).status).toBe(410)
  expect((await show(olga!.path, null)).status).toBe(200)
})

test('criterion 9: the page of a report names the agency and never the product', async () => {
  await office.call('ada', 'put_branding', { id: NORTHWIND, accent: '#ffe600' })
  const { url } = office.db.write((tx) =>
    shareIssue(tx, office.app, { tenant_id: BAKERY, issue_id: ids.Bakery!, recipient_id: null }),
  )
  const { html, headers } = await show(new URL(url).pathname, null)
  expect(html).toContain('Northwind')
  expect(html).not.toMatch(/signalpost/i)
  expect(JSON.stringify([...headers])).not.toMatch(/signalpost/i)
})

test('a report that nobody got is reissued without a word of a correction', async () => {
  const id = ids.Florist!
  const path = `/app/w/${florist}/reports/issues/${id}`
  await browser.send('ada', `${path}/decline`)
  expect((await show(path)).plain).toContain('Declined')
  const { location } = await browser.send('ada', `${path}/reissue`)
  const next = location!.split('/').at(-1)!
  expect((await show(location!)).plain).toContain('Revision 2')
  const { url } = office.db.write((tx) =>
    shareIssue(tx, office.app, { tenant_id: florist, issue_id: next, recipient_id: null }),
  )
  expect((await show(new URL(url).pathname, null)).html).not.toContain('Corrected on ')
})
