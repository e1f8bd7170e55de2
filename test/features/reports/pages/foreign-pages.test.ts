/** Pages on a host of another client are nowhere in what a client reads, and its figures do not count them. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { figuresOf } from '../../../../src/features/reports/issues/read.ts'
import { draftReportsTask } from '../../../../src/features/reports/tasks.ts'
import { judgeHostsTask } from '../../../../src/tasks/pushes/judge-hosts.ts'
import { pushing } from '../../../pushing.ts'
import { refusal } from '../../../refusal.ts'
import { browserOf } from '../../../views/browser.ts'
import { CAST } from '../../../world.ts'

const ID = CAST.vera.tenant_id
const MONTH = '2026-11'
const pages = (host: string, n: number, path = 'page') =>
  Array.from({ length: n }, (_, i) => `https://${host}/${path}-${i}`)

let office: Awaited<ReturnType<typeof pushing>>
let browser: ReturnType<typeof browserOf>
let orchard: string
let mixed: string
let whole: string

const push = (tenant_id: string, urls: string[], name: string) =>
  office
    .call<{ id: string }>('ada', 'submit_index_job', { tenant_id, urls, name, preflight: false })
    .then(({ id }) => id)

beforeAll(async () => {
  office = await pushing(500, 500)
  browser = browserOf(office)
  const client = { name: 'Orchard', kind: 'client' }
  orchard = (await office.call<{ id: string }>('ada', 'create_sub_tenant', client)).id
  await office.call('ada', 'add_indexnow_site', { tenant_id: orchard, host: 'orchard.example' })
  await office.call('ada', 'allocate_credits', { tenant_id: ID, amount: 200 })
  await office.call('ada', 'put_report_schedule', { id: ID, mode: 'review' })
  await office.call('ada', 'update_notifications', { id: ID, digest: true })
  mixed = await push(ID, [...pages('orchard.example', 20), ...pages('bakery.example', 20)], 'Mixed')
  whole = await push(ID, pages('orchard.example', 15, 'other'), 'Wrong client')
  for (const day of [0, 1, 3, 7]) await office.day(day)
})
afterAll(() => office.close())

/** Links of the client alone, as the database has them. */
const own = (where = 'true') =>
  office.db.read((tx) =>
    tx.number(`select count(*) from links l join jobs j on j.id = l.job_id
      where j.tenant_id = 'ten_bakery' and l.host = 'bakery.example' and ${where}`),
  )
const FOUND = "l.indexed = 'yes'"

type Document = { ordered: number; pages: { total: number; visible: number }; refunded: number; pushes: number }

test('the report of the month, live, shared and frozen', async () => {
  const live = await office.call<Document>('vera', 'get_month_report', { id: ID, month: MONTH })
  expect(live).toMatchObject({
    ordered: 20,
    pages: { total: 20, visible: own(FOUND) },
    refunded: own("l.credit = 'released'"),
    pushes: 1,
  })
  expect(JSON.stringify(live)).not.toContain('orchard.example')
  const { url } = await office.call<{ url: string }>('ada', 'share_month_report', { id: ID, month: MONTH })
  const path = new URL(url).pathname
  for (const at of [path, `${path}?part=declined`, `${path}/csv`]) {
    const { status, html } = await browser.visit(null, at)
    expect([at, status, html.includes('orchard.example'), html.includes('Wrong client')]).toEqual([
      at,
      200,
      false,
      false,
    ])
  }
  const of = { id: ID, month: MONTH }
  for (const part of ['visible', 'declined'])
    expect(JSON.stringify(await office.call('vera', 'list_month_report_pages', { ...of, part }))).not.toContain(
      'orchard',
    )
})

test('the report of one push, and its file', async () => {
  const { url } = await office.call<{ url: string }>('ada', 'share_job_report', { id: mixed })
  const path = new URL(url).pathname
  const page = await browser.visit(null, path)
  expect(page.status).toBe(200)
  expect(page.html).not.toContain('orchard.example')
  const file = await browser.visit(null, `${path}/csv`)
  expect(file.html.trim().split('\n')).toHaveLength(21)
  expect(file.html).not.toContain('orchard.example')
})

test('the portal, public and signed in, and the lists of a viewer', async () => {
  const { url } = await office.call<{ url: string }>('ada', 'put_portal', { id: ID, enabled: true, origins: [] })
  const base = `/app/w/${ID}`
  const asked = encodeURIComponent('https://orchard.example/page-1')
  for (const [who, at] of [
    [null, new URL(url).pathname],
    ['vera', base],
  ] as const) {
    const { text, html, status } = await browser.visit(who, at)
    expect([status, html.includes('orchard.example')]).toEqual([200, false])
    expect(text.replace(/\s+/g, ' ')).toContain('Sent in 30 days 20 ')
    expect((await browser.visit(who, `${at}?u=${asked}`)).text).toContain('Not pushed yet')
  }
  for (const at of ['/links', `/jobs/${mixed}`, `/jobs/${mixed}/csv`, '/links?q=orchard', `/jobs/${whole}`]) {
    const { html } = await browser.visit('vera', base + at)
    expect([at, html.includes('orchard.example/')]).toEqual([at, false])
  }
  const uid = office.db.read((tx) => tx.number("select id from links l where l.host = 'orchard.example' limit 1"))
  expect(await refusal(office.call('vera', 'get_link', { uid }))).toMatchObject({ code: 'not_found' })
  const list = await office.call<{ total: number; items: object[] }>('vera', 'list_links', { page_size: 50 })
  expect([list.total, list.items.length]).toEqual([20, 20])
  expect(await office.call('ada', 'list_links', { tenant_id: ID })).toMatchObject({ total: 55 })
})

test('the figures of the workspace', async () => {
  const { standing } = await office.call<{ standing: object }>('vera', 'get_tenant_overview', { id: ID })
  expect(standing).toMatchObject({
    sent_30d: 20,
    indexed_30d: own("l.state = 'indexed' and l.credit is not 'released'"),
  })
  const { weeks } = await office.call<{ weeks: { links: number }[] }>('ada', 'get_tenant_overview', { id: ID })
  expect(weeks.map(({ links }) => links)).toEqual([20])
  const results = async (who: 'vera' | 'ada') =>
    (
      await office.call<{ rows: { key: string; sent: number }[] }>(who, 'get_results', { by: 'host', tenant_id: ID })
    ).rows.map(({ key, sent }) => [key, sent])
  expect(await results('vera')).toEqual([['bakery.example', 20]])
  expect(await results('ada')).toEqual([
    ['orchard.example', 35],
    ['bakery.example', 20],
  ])
  const cell = { by: 'client', key: ID, day: 1, part: 'all' }
  expect(await office.call('vera', 'list_result_links', cell)).toMatchObject({ total: 20 })
})

test('its digest, while that of the agency has them', async () => {
  const digest = async (id: string) => (await office.call<{ text: string }>('ada', 'preview_digest', { id })).text
  const theirs = await digest(ID)
  expect(theirs).toContain('Mixed')
  expect(theirs).not.toContain('Wrong client')
  const ours = await digest('ten_northwind')
  expect(ours).toContain('Wrong client')
})

const LISTED = (n: number) => `${n} pages on a host of Orchard are left out of the reports of Bakery: orchard.example.`

test('the agency sees them listed, on the push, the client, and where it writes the report; the client does not', async () => {
  const base = `/app/w/${ID}`
  const at = {
    push: `${base}/jobs/${mixed}`,
    client: `/app/w/ten_northwind/clients/${ID}`,
    month: `${base}/reports/${MONTH}`,
  }
  const shown = async (who: 'ada' | 'vera', path: string) =>
    (await browser.visit(who, path)).text.replace(/\s+/g, ' ').replaceAll(' .', '.')
  expect(await shown('ada', at.push)).toContain(LISTED(20))
  expect(await shown('ada', `/app/w/ten_northwind/jobs/${mixed}`)).toContain(LISTED(20))
  expect(await shown('ada', at.client)).toContain(LISTED(35))
  expect(await shown('ada', at.month)).toContain(LISTED(35))
  for (const path of [at.push, at.month]) expect(await shown('vera', path)).not.toContain('Orchard')
  const { main } = await browser.visit('ada', at.month)
  const [, href] = /href="([^"]*links\?[^"]*orchard[^"]*)"/.exec(main)!
  const { text } = await browser.visit('ada', href!.replaceAll('&amp;', '&'))
  expect(text).toContain('35')
  expect(await office.call('vera', 'get_left_out', { id: ID })).toEqual({ hosts: [] })
  expect(await office.call('ada', 'get_left_out', { id: ID, period: '2026-10' })).toEqual({ hosts: [] })
  const hosts = [{ host: 'orchard.example', links: 15, tenant_id: orchard, tenant_name: 'Orchard' }]
  expect(await office.call('ada', 'get_left_out', { id: ID, job_id: whole })).toEqual({ hosts })
  expect(await office.call('ada', 'get_left_out', { id: 'ten_northwind' })).toEqual({ hosts: [] })
})

test('a frozen report, which stays as it is when the host gets another owner', async () => {
  office.clock.set('2026-12-02T10:01:00.000Z')
  await office.run(draftReportsTask)
  const { items } = await office.call<{ items: { id: string }[] }>('ada', 'list_reports', { tenant_id: ID })
  const frozen = () => office.db.read((tx) => figuresOf(tx, items[0]!.id).text)
  const before = frozen()
  expect(before).not.toContain('orchard.example')
  expect(JSON.parse(before)).toMatchObject({ summary: { pushed: 20 }, document: { pushes: 1 } })
  await office.call('ada', 'add_indexnow_site', { tenant_id: ID, host: 'orchard.example' })
  await office.run(judgeHostsTask)
  expect(await office.call<Document>('vera', 'get_month_report', { id: ID, month: MONTH })).toMatchObject({
    ordered: 55,
    pushes: 2,
  })
  expect(frozen()).toBe(before)
})
