/** A month's report, from the agency's list to the phone of whoever it was sent to. */

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readReport } from '../../../../src/features/reports/index.ts'
import { ENGLISH } from '../../../../src/kernel/language/reader.ts'
import { headlineOf, ledeOf } from '../../../../views/reports/document.tsx'
import { pushing, urls } from '../../../pushing.ts'
import { browserOf } from '../../../views/browser.ts'
import { CAST, type Person } from '../../../world.ts'

const BAKERY = CAST.vera.tenant_id
const LIST = `/app/w/${BAKERY}/reports`
const MONTH = `${LIST}/2026-11`

let office: Awaited<ReturnType<typeof pushing>>
let browser: ReturnType<typeof browserOf>
const jobs: string[] = []

beforeAll(async () => {
  office = await pushing(500, 500)
  await office.call('ada', 'allocate_credits', { tenant_id: BAKERY, amount: 200 })
  for (const name of ['First', 'Second'])
    jobs.push(
      (
        await office.call<{ id: string }>('ada', 'submit_index_job', {
          tenant_id: BAKERY,
          name,
          urls: urls(40, name.toLowerCase()),
          preflight: false,
        })
      ).id,
    )
  for (const day of [0, 1, 3, 7]) await office.day(day)
  browser = browserOf(office)
})
afterAll(() => office.close())

const plain = (html: string): string =>
  html
    .replace(/<svg.*?<\/svg>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
const show = async (person: Person | null, path: string) => {
  const seen = await browser.visit(person, path)
  return { ...seen, plain: plain(seen.main) }
}
/** The address that the agency copies, as a path. */
const addressOf = async (): Promise<string | null> => {
  const { main } = await show('ada', MONTH)
  const url = /id="report-url" value="([^"]+)"/.exec(main)?.[1]
  return url ? new URL(url).pathname : null
}
const openings = async () => /Opened (\d+) times?/.exec((await show('ada', MONTH)).plain)?.[1] ?? '0'

test('a month is listed, previewed, written, shared, read by anybody and stopped', async () => {
  expect((await show('ada', LIST)).plain).toContain('November 2026 2 pushes 2 Not shared')
  expect(await addressOf()).toBeNull()
  const words = { comment: 'Found again.\r\n<b>Well</b>', contact: 'Ada, +43 1' }
  expect((await browser.send('ada', MONTH, words)).location).toBe(MONTH)
  expect((await show('ada', LIST)).plain).toContain('Draft')
  expect((await browser.send('ada', `${MONTH}/share`)).location).toBe(MONTH)
  const address = (await addressOf())!
  expect(address).toMatch(/^\/r\/spm_\w{38}$/)

  const read = await show(null, address)
  expect([read.status, /<meta name="robots" content="noindex"/.test(read.html)]).toEqual([200, true])
  expect(plain(read.html)).toMatch(/Northwind Print CSV .*Bakery, November 2026/)
  expect(plain(read.html)).toContain('Questions? Ada, +43 1')
  expect(read.main).toContain('Found again.\n&lt;b&gt;Well&lt;/b&gt;')
  expect(read.main).not.toContain('/app/w/')

  expect((await browser.send('ada', `${MONTH}/stop`)).location).toBe(MONTH)
  expect((await show(null, address)).status).toBe(410)
  expect((await show(null, `${address}/csv`)).status).toBe(410)
  expect((await show('ada', MONTH)).plain).toContain('Stopped')
  await browser.send('ada', `${MONTH}/share`)
  expect(await addressOf()).not.toBe(address)
  expect((await show(null, address)).status).toBe(410)
})

test('a renewed address takes the place of the one before', async () => {
  const before = (await addressOf())!
  expect((await show('ada', `${MONTH}/renew`)).plain).toContain('The address that you sent stops working')
  await browser.send('ada', `${MONTH}/renew`)
  const after = (await addressOf())!
  expect([(await show(null, before)).status, (await show(null, after)).status]).toEqual([410, 200])
})

test('headline, facts, curve, tables and file say the same as the pushes and their own reports', async () => {
  const { html, main } = await show(null, (await addressOf())!)
  const text = plain(html)
  const reports = jobs.map((id) => office.db.read((tx) => readReport(tx, id, 1, 1)))
  const [visible, total] = (['visible', 'total'] as const).map((of) =>
    reports.reduce((n, { pages }) => n + pages[of], 0),
  )
  const returned = reports.reduce((n, { job }) => n + job.outcome.credits.released, 0)
  expect(text).toContain(`${visible} new pages in Google`)
  expect(text).toContain(`${total} pages were pushed.`)
  expect(text).toContain(`${visible} are in Google now`)
  expect(text).toContain(`${returned} credits refunded`)
  expect(html).toContain(`${visible} now</text>`)
  expect([...main.matchAll(/<span class="n \w+">(\d+)<\/span>/g)].map(([, n]) => Number(n))).toEqual([
    visible!,
    total! - visible!,
  ])
  const file = (await browser.visit(null, `${await addressOf()}/csv`)).html.trim().split('\n').slice(1)
  expect(file.length).toBe(80)
  expect(file.filter((line) => line.includes(',yes,')).length).toBe(visible!)
  // What a job's page says came back is what the month adds up.
  const chips = await Promise.all(jobs.map(async (id) => (await show('ada', `/app/w/${BAKERY}/jobs/${id}`)).plain))
  const back = chips.reduce((n, chip) => n + Number(/reserved, (\d+) refunded/.exec(chip)?.[1] ?? 0), 0)
  expect(back).toBe(returned)
})

test('opening is counted, but not that of the agency', async () => {
  const address = (await addressOf())!
  const before = Number(await openings())
  for (const person of ['ada', 'ben', 'pat'] as const) expect((await show(person, address)).status).toBe(200)
  expect(Number(await openings())).toBe(before)
  await show(null, address)
  await show('vera', address)
  expect(Number(await openings())).toBe(before)
  const shown = (agent: string) => ({
    method: 'POST',
    headers: { 'user-agent': agent, 'sec-fetch-site': 'same-origin' },
  })
  await browser.raw(`${address}/shown`, shown('Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0'))
  await browser.raw(`${address}/shown`, shown('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/604.1'))
  expect(Number(await openings())).toBe(before + 2)
  expect((await show('ada', LIST)).plain).toContain('Shared')
})

test('a viewer sees what was handed on and nothing that changes it; strangers see nothing', async () => {
  office.db.write((tx) => void tx.run("update members set role = 'client_viewer' where user_id = 'usr_vera'"))
  const { main } = await show('vera', MONTH)
  expect(main).toContain('new pages in Google')
  expect(main).not.toContain('spm_')
  expect(main).not.toContain('<form')
  for (const act of ['', '/share', '/renew', '/stop'])
    expect([act, (await browser.send('vera', `${MONTH}${act}`, { comment: 'mine' })).status]).toEqual([act, 403])
  await browser.send('ada', `${MONTH}/stop`)
  expect((await show('vera', MONTH)).status).toBe(404)
  expect((await show('vera', LIST)).main).not.toContain('2026-11')
  expect((await show(null, `/r/spm_${'0'.repeat(38)}`)).status).toBe(404)
  await browser.send('ada', `${MONTH}/share`)
})

test('a month that has not begun, or is none, is not there; one without pushes says so', async () => {
  for (const month of ['2027-01', '2026-13', 'november', '2026-11x'])
    expect([month, (await show('ada', `${LIST}/${month}`)).status]).toEqual([month, 404])
  expect((await show('ada', `${LIST}/2026-09`)).plain).toContain('Nothing was pushed.')
})

test('months before stay readable', async () => {
  const address = (await addressOf())!
  await office.day(70)
  browser = browserOf(office)
  const { status, html } = await show(null, address)
  expect([status, html.includes('November 2026')]).toEqual([200, true])
  expect((await show('ada', LIST)).plain).toContain('November 2026')
})

test('the headline is right for one page, for none, and where all were there before', () => {
  const pages = { total: 1, visible: 1, before: 0, gained: 1 }
  const news = { to: ENGLISH, engine: 'Google', ordered: 1, pages }
  expect([headlineOf(news), ledeOf(news)]).toEqual(['1 new page in Google', '1 page was pushed. 1 is in Google now.'])
  const none = { ...news, pages: { total: 0, visible: 0, before: 0, gained: 0 } }
  expect([headlineOf(none), ledeOf(none)]).toEqual(['No new page yet', 'None of 1 page could be sent.'])
  const before = { ...news, pages: { total: 2, visible: 2, before: 2, gained: 0 } }
  expect([headlineOf(before), ledeOf(before)]).toEqual([
    'All indexed pages were in Google before',
    '2 pages were pushed. 2 were in Google before, 2 are now.',
  ])
})

test('a part is listed whole on its own, page by page, with the answer of each check', async () => {
  const address = (await addressOf())!
  const whole = await show(null, address)
  expect(whole.main.match(/<details class="page">/g)!.length).toBe(10)
  const { main, plain: text } = await show(null, `${address}?part=declined`)
  const [, count] = /<span class="n no">(\d+)</.exec(main)!
  expect(main.match(/<details class="page">/g)!.length).toBe(Number(count))
  expect(text).toContain('Not in Google')
  expect(text).toMatch(/Google’s answer of \d+ Nov 2026/)
  expect(text).not.toContain('In Google ')
})
