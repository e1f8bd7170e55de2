/** A client's own people ask about one page and read what became of it. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { pushing, urls } from '../../pushing.ts'
import { CAST } from '../../world.ts'
import { browserOf } from '../browser.ts'

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
