/** The public page of a client, over HTTP: in the frame of the sites that its agency named, read-only, without a cookie. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createScheduler } from '../../../../src/doors/ops/scheduler.ts'
import { web } from '../../../../src/doors/pages/web.ts'
import { handler } from '../../../../src/doors/server.ts'
import { site } from '../../../../views/site.tsx'
import { pushing, urls } from '../../../pushing.ts'
import { refusal } from '../../../refusal.ts'
import { browserOf } from '../../../views/browser.ts'
import { CAST } from '../../../world.ts'

const ID = CAST.vera.tenant_id
const SETTINGS = `/app/w/${CAST.ada.tenant_id}/clients/${ID}/portal`

type Portal = { enabled: boolean; origins: string[]; url: string | null; embed: string | null }

let office: Awaited<ReturnType<typeof pushing>>
let job: string
let browser: ReturnType<typeof browserOf>
let path: string

beforeAll(async () => {
  office = await pushing(500, 500)
  browser = browserOf(office)
  await office.call('ada', 'allocate_credits', { tenant_id: ID, amount: 200 })
  const order = { tenant_id: ID, urls: urls(40), preflight: false }
  job = (await office.call<{ id: string }>('ada', 'submit_index_job', order)).id
  for (const day of [0, 1, 3]) await office.day(day)
  const { location } = await browser.send('ada', SETTINGS, {
    enabled: 'true',
    origins: 'agency.example\nhttps://www.agency.example',
  })
  expect(location).toBe(SETTINGS)
  path = new URL((await portal()).url!).pathname
})
afterAll(() => office.close())

const portal = () => office.call<Portal>('ada', 'get_portal', { id: ID })
const linkThat = (where: string) =>
  office.db.read((tx) => tx.row<{ url: string }>(`select url from links where ${where} limit 1`)!.url)
const ask = async (url = '') => {
  const seen = await browser.visit(null, `${path}?u=${encodeURIComponent(url)}`)
  return { ...seen, text: seen.text.replace(/\s+/g, ' ') }
}

test('one line of HTML embeds it, in the sites that the agency named and in no others', async () => {
  const { embed, url, origins } = await portal()
  expect(embed).toStartWith(`<iframe src="${url}" `)
  expect(origins).toEqual(['https://agency.example', 'https://www.agency.example'])
  expect((await browser.visit('ada', SETTINGS)).main).toContain('&lt;iframe src=')
  const { status, headers } = await ask()
  expect(status).toBe(200)
  expect(headers.get('content-security-policy')).toContain(
    'frame-ancestors https://agency.example https://www.agency.example;',
  )
  expect((await browser.visit(null, '/app/sign-in')).headers.get('content-security-policy')).toContain(
    "frame-ancestors 'none'",
  )
})

test('nobody is remembered: no cookie is set, and a session that comes along changes nothing', async () => {
  const nobody = await ask(linkThat("indexed = 'yes'"))
  expect(nobody.headers.get('set-cookie')).toBeNull()
  const ada = await browser.visit('ada', `${path}?u=`)
  expect(ada.headers.get('set-cookie')).toBeNull()
  expect(ada.html).not.toContain('/app/w/')
})

test('its help explains the page in the name of the agency, and ends with the address', async () => {
  expect((await ask()).html).toContain(`href="${path}/help"`)
  const { status, html } = await browser.visit(null, `${path}/help`)
  expect(status).toBe(200)
  expect(html).toContain('id="what-a-refund-is"')
  expect(html).not.toMatch(/signalpost|\/docs\//i)
  expect((await browser.visit(null, `${path.slice(0, -3)}abc/help`)).status).toBe(404)
})

test('a page answers with its life in a line and its days; the figures are those of the workspace', async () => {
  const yes = await ask(linkThat("indexed = 'yes'"))
  expect(yes.text).toContain('Is my page in Google?')
  expect(yes.text).toContain('It is in Google. We sent it on 2 November 2026.')
  expect(yes.main).toContain('aria-label="In Google"')
  const waiting = office.db.read((tx) =>
    tx.number("select count(*) from links where state in ('queued', 'scheduled', 'sent')"),
  )
  expect(yes.text).toContain(`Waiting ${waiting} Sent in 30 days 40 `)
  expect((await ask('bakery.example/<b>x</b>')).main).not.toContain('<b>x</b>')
})

test('it reads this workspace alone, and nothing can be sent', async () => {
  await office.call('ada', 'submit_index_job', { urls: ['https://elsewhere.example/a'], preflight: false })
  const other = await ask('https://elsewhere.example/a')
  expect(other.text).toContain('Not pushed yet')
  expect(other.html).not.toContain('method="post"')
  expect(other.html).not.toContain('Northwind overview')
  expect((await browser.send(null, path, { u: 'x' })).status).toBe(404)
})

test('a check of Bing is said to be of Bing', async () => {
  const url = linkThat("indexed = 'yes'")
  office.db.write((tx) => tx.run("update looks set engine = 'scan_bing'"))
  const { text } = await ask(url)
  expect(text).toContain('Is my page in Bing?')
  expect(text).toContain('It is in Bing.')
  expect(text).not.toContain('Google')
  office.db.write((tx) => tx.run("update looks set engine = 'scan_standard'"))
})

test.each([
  'https://x.example;script-src',
  'https://*',
  'http://agency.example',
  'https://agency.example/page',
  'https://a b',
  'https://x.example; script-src *',
])('the site %p is refused at its field', async (origin) => {
  const asked = office.call('ada', 'put_portal', { id: ID, enabled: true, origins: [origin] })
  expect(await refusal(asked)).toMatchObject({ code: 'validation_failed' })
  const { status, html } = await browser.send('ada', SETTINGS, { enabled: 'true', origins: origin })
  expect([status, html.includes('aria-invalid="true"')]).toEqual([422, true])
})

test('a question about a page waits on the Today of the agency, not of viewers, until it is closed', async () => {
  const url = linkThat("indexed = 'yes'")
  const [, href] = /<a class="btn" href="([^"]*\/ask\?[^"]+)"/.exec((await ask(url)).main)!
  const shown = await browser.visit(null, href!.replaceAll('&amp;', '&'))
  expect([shown.status, shown.main.includes(url)]).toEqual([200, true])
  expect(shown.headers.get('content-security-policy')).toContain('frame-ancestors https://agency.example')
  const send = (fields: Record<string, string>, at = `${path}/ask`) => browser.send(null, at, fields)
  const question = { url, text: 'Why <b>not</b> sooner?', email: 'olive@bakery.example' }
  const wrong = await send({ ...question, email: 'olive' })
  expect([wrong.status, wrong.html.includes('aria-invalid="true"'), wrong.html.includes('Why &lt;b&gt;not')]).toEqual([
    422,
    true,
    true,
  ])
  expect((await send(question)).text).toContain('answers to olive@bakery.example')
  const month = await office.call<{ url: string }>('ada', 'share_month_report', { id: ID, month: '2026-11' })
  expect((await send(question, `${new URL(month.url).pathname}/ask`)).status).toBe(200)
  const pushed = await office.call<{ url: string }>('ada', 'share_job_report', { id: job })
  expect((await send(question, `${new URL(pushed.url).pathname}/ask`)).status).toBe(200)
  expect((await send(question, '/portal/spw_none/ask')).status).toBe(404)

  const today = async (person: 'ada' | 'vera') =>
    (
      await office.call<{ open: { kind: string; id: string; note: string }[] }>(person, 'get_attention', {})
    ).open.filter(({ kind }) => kind === 'question')
  const open = await today('ada')
  expect(open.map(({ note }) => note)).toEqual(Array(3).fill('olive@bakery.example asks: Why <b>not</b> sooner?'))
  expect(await today('vera')).toEqual([])
  const { main } = await browser.visit('ada', `/app/w/${CAST.ada.tenant_id}`)
  expect(main).toMatch(/href="[^"]+\/write\?about=question[^"]+"[^>]*>Reply/)
  expect(main).not.toContain('mailto:')
  const close = { id: open[0]!.id }
  expect(await refusal(office.call('rita', 'close_page_question', close))).toMatchObject({ code: 'not_found' })
  expect(await refusal(office.call('vera', 'close_page_question', close))).toMatchObject({ code: 'forbidden' })
  await browser.send('ada', `/app/w/${CAST.ada.tenant_id}/morning/answer`, close)
  expect((await today('ada')).map(({ id }) => id)).toEqual([open[1]!.id, open[2]!.id])
})

test('each visitor has a limit of their own, and whoever exceeds it takes nothing from the others', async () => {
  office.clock.set('2026-12-01T09:00:00.000Z')
  const serve = handler(office.app, createScheduler(office.app), { web: web(office.app, site) })
  const from = async (address: string) => {
    const request = new Request(`http://localhost:8080${path}`, { headers: { host: 'localhost:8080' } })
    const peer = { requestIP: () => ({ address, port: 1, family: 'IPv4' as const }), timeout: () => {} }
    return (await serve(request, peer)).status
  }
  const one: number[] = []
  for (let i = 0; i < 1300; i++) one.push(await from('203.0.113.9'))
  expect([one.indexOf(429), one.filter((status) => status === 200).length]).toEqual([30, 30])
  expect(await from('203.0.113.10')).toBe(200)
  office.clock.set('2026-12-01T10:00:00.000Z')
})

test('a viewer and a stranger cannot change it; switched off, its address is gone for good', async () => {
  expect(await refusal(office.call('vera', 'put_portal', { id: ID, enabled: false }))).toMatchObject({
    code: 'forbidden',
  })
  expect(await refusal(office.call('rita', 'get_portal', { id: ID }))).toMatchObject({ code: 'not_found' })
  await office.call('ada', 'put_portal', { id: ID, enabled: false })
  expect(await portal()).toEqual({ tenant_id: ID, enabled: false, origins: [], url: null, embed: null } as never)
  expect((await ask()).status).toBe(404)
  await office.call('ada', 'put_portal', { id: ID, enabled: true })
  expect((await ask()).status).toBe(404)
  const { headers } = await browser.visit(null, new URL((await portal()).url!).pathname)
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})
