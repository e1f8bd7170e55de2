/** A client's own people ask about one page and read what became of it. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { pushing, urls } from '../../../pushing.ts'
import { refusal } from '../../../refusal.ts'
import { browserOf } from '../../../views/browser.ts'
import { CAST, callerOf } from '../../../world.ts'

const BASE = `/app/w/${CAST.vera.tenant_id}`

let office: Awaited<ReturnType<typeof pushing>>
let browser: ReturnType<typeof browserOf>

beforeAll(async () => {
  office = await pushing(500, 500)
  await office.call('ada', 'allocate_credits', { tenant_id: CAST.vera.tenant_id, amount: 200 })
  await office.call('ada', 'submit_index_job', { tenant_id: CAST.vera.tenant_id, urls: urls(40), preflight: false })
  for (const day of [0, 1, 3]) await office.day(day)
  browser = browserOf(office)
})
afterAll(() => office.close())

const linkThat = (where: string) =>
  office.db.read((tx) => tx.row<{ url: string }>(`select url from links where ${where} limit 1`)!.url)
const ask = async (url: string) => {
  const { main, text } = await browser.visit('vera', `${BASE}?u=${encodeURIComponent(url)}`)
  return { main, text: text.replace(/\s+/g, ' ') }
}

test('the overview has the field, four figures that the lists have, and no menu of the agency', async () => {
  const { text, main } = await ask('')
  expect(text).toContain('Is my page in Google?')
  expect(main).toContain('name="u"')
  const [found, waiting] = ["indexed = 'yes'", "state in ('queued', 'scheduled', 'sent')"].map((where) =>
    office.db.read((tx) => tx.number(`select count(*) from links where ${where}`)),
  )
  expect(text).toContain(`In Google ${found} Waiting ${waiting} Sent in 30 days 40 `)
})

test('a page that is in the index says yes, with its checks', async () => {
  const { text, main } = await ask(linkThat("indexed = 'yes'"))
  expect(text).toContain('It is in Google. We sent it on 2 November 2026.')
  expect(main).toContain('aria-label="In Google"')
})

test('a page that is still checked says when the final check is, also without its scheme', async () => {
  const url = linkThat("state = 'sent' and indexed = 'no'")
  for (const asked of [url, url.replace('https://', '')]) expect((await ask(asked)).text).toContain('Not yet')
  expect((await ask(url)).text).toContain('The final check is on 9 November 2026.')
  expect((await ask(url)).text).toMatch(/Day 3 Not yet, 5 Nov Day 7 To come/)
})

test('a page that nobody pushed says so, and what was typed stays text', async () => {
  const { text, main } = await ask('bakery.example/<b>x</b>')
  expect(text).toContain('Not pushed yet')
  expect(main).not.toContain('<b>x</b>')
})

test('a page of another workspace is not found, and the agency has its own overview', async () => {
  await office.call('ada', 'submit_index_job', { urls: ['https://elsewhere.example/a'], preflight: false })
  expect((await ask('https://elsewhere.example/a')).text).toContain('Not pushed yet')
  expect((await browser.visit('ada', BASE)).text).not.toContain('Is my page in Google?')
})

const UNKNOWN = 'bakery.example/never-pushed'

test('a page that was never pushed leads a viewer to a question, with no field for their address', async () => {
  const { main } = await ask(UNKNOWN)
  const [, href] = /<a[^>]*href="([^"]*\/ask\?[^"]*)"[^>]*>.*?Ask Northwind/s.exec(main)!
  expect(main).not.toContain('Check now')
  const { html, main: form } = await browser.visit('vera', href!)
  expect(form).toContain(`value="${UNKNOWN}"`)
  expect(form).toContain('answers by e-mail to vera@bakery.example')
  expect(form).not.toMatch(/name="email"/)
  const [key] = /(?<=name="idempotency_key" value=")[^"]+/.exec(html)!
  const question = { url: UNKNOWN, text: 'Please push it.', idempotency_key: key }
  for (let click = 0; click < 2; click++)
    expect((await browser.send('vera', `${BASE}/ask`, question)).location).toBe(BASE)
  const { open } = await office.call<{ open: { kind: string; note: string }[] }>('ada', 'get_attention', {})
  expect(open.filter(({ kind }) => kind === 'question').map(({ note }) => note)).toEqual([
    'vera@bakery.example asks: Please push it.',
  ])
  const audited = office.db.read((tx) => tx.rows("select actor from audit where action = 'ask_about_page'"))
  expect(audited).toEqual([{ actor: 'vera@bakery.example' }])
})

test('a person asks twenty questions a day, and no key asks any', async () => {
  const asked = { url: UNKNOWN, text: 'And now?' }
  for (let n = 1; n < 20; n++) await office.call('vera', 'ask_about_page', asked)
  expect(await refusal(office.call('vera', 'ask_about_page', asked))).toMatchObject({ code: 'rate_limited' })
  expect((await refusal(office.call(callerOf('vera', 'key'), 'ask_about_page', asked))).status).toBe(403)
})

test('a client’s own member checks a page now for the price that its button says', async () => {
  office.db.write((tx) => tx.run("update members set role = 'member' where user_id = 'usr_vera'"))
  expect((await ask(UNKNOWN)).main).not.toContain('Check now')
  await office.call('ada', 'allocate_credits', { tenant_id: CAST.vera.tenant_id, amount: 7, kind: 'check' })
  expect((await ask(UNKNOWN)).main).toContain('Check now, 1 check credit<')
  await office.call('pat', 'update_integrations', { engines: { scan_live: { adapter: 'simulated' } } })
  const { main } = await ask(UNKNOWN)
  const asked = { urls: [`https://${UNKNOWN}`], engine: 'scan_live' }
  const kim = { ...callerOf('vera'), role: 'member' as const }
  expect(await office.call(kim, 'estimate_check', asked)).toMatchObject({ credits: 5, orderable: true })
  expect(main).toContain('Check now, 5 check credits')
  expect(main).toContain('7 available.')
  const fields = Object.fromEntries(
    [.../action="[^"]*\/check-page".*?<\/form>/s.exec(main)![0].matchAll(/name="(\w+)" value="([^"]*)"/g)].map(
      ([, name, value]) => [name!, value!],
    ),
  )
  const { location } = await browser.send('vera', `${BASE}/check-page`, fields)
  expect(location).toMatch(/\/jobs\/[0-9a-f-]{36}$/)
  expect((await browser.send('vera', `${BASE}/check-page`, fields)).location).toBe(location)
  const purse = await office.call<{ check: { available: number } }>('vera', 'get_credits', {})
  expect(purse.check.available).toBe(2)
  office.db.write((tx) => tx.run("update members set role = 'client_viewer' where user_id = 'usr_vera'"))
})

test('a viewer asks about a page of a report; its agency has no question for itself', async () => {
  await office.call('ada', 'share_month_report', { id: CAST.vera.tenant_id, month: '2026-11' })
  const { main } = await browser.visit('vera', `${BASE}/reports/2026-11`)
  expect(main).toContain(`${BASE}/ask?u=`)
  expect(main).toContain('data-do="print"')
  expect((await browser.visit('ada', `${BASE}/reports/2026-11`)).main).not.toContain('/ask?u=')
})
