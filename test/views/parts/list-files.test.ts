/** A list as a file: every row of it, as it is filtered and sorted on the page, and nothing that a spreadsheet runs. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { pushing, urls } from '../../pushing.ts'
import { CAST } from '../../world.ts'
import { browserOf } from '../browser.ts'

let office: Awaited<ReturnType<typeof pushing>>
let browser: ReturnType<typeof browserOf>
const BASE = `/app/w/${CAST.ada.tenant_id}`
const CLIENT = CAST.vera.tenant_id
const FORMULA = '=HYPERLINK("https://florist.example")'

beforeAll(async () => {
  office = await pushing(5000, 500)
  for (const kind of ['index', 'check'])
    await office.call('ada', 'allocate_credits', { tenant_id: CLIENT, amount: 100, kind })
  const push = (input: Record<string, unknown>) =>
    office.call('ada', 'submit_index_job', { preflight: false, ...input })
  await push({ name: FORMULA, urls: urls(30, 'client'), tenant_id: CLIENT })
  await push({ name: 'Long', urls: urls(1200, 'long') })
  for (let i = 0; i < 210; i++) await push({ name: `Push ${i}`, urls: urls(1, `one-${i}`) })
  for (const day of [0, 1, 3, 7, 8]) await office.day(day)
  browser = browserOf(office)
})
afterAll(() => office.close())

const visit = (path: string, who: 'ada' | 'vera' | 'ben' = 'ada') => browser.visit(who, path)
const totalIn = (text: string): number => Number(/–[\d,]+ of ([\d,]+)/.exec(text)![1]!.replaceAll(',', ''))

/** A file's rows by the names of its columns; no cell of these tests holds a line's end. */
function rowsIn(text: string): Record<string, string>[] {
  const [head, ...lines] = text.trim().split('\r\n').map(cellsIn)
  return lines.map((cells) => Object.fromEntries(head!.map((name, at) => [name, cells[at]!])))
}
const cellsIn = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )

/** The file that a page offers for what it shows. */
async function fileOf(page: string) {
  const seen = await visit(page)
  const [, href] = /<a class="btn small" href="([^"]+)" download/.exec(seen.main)!
  const file = await visit(href!.replaceAll('&amp;', '&'))
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  return { rows: rowsIn(file.html), total: totalIn(seen.text), main: seen.main, headers: file.headers }
}

test.each([
  '',
  '?sort=job_name&dir=asc',
  '?verdict=indexed',
  '?moment=returned',
  '?moment=sent&dir=asc',
  `?tenant_id=${CLIENT}`,
  '?q=LONG-11',
  '?host=bakery.example&credit=consumed',
])('the links of %s', async (query) => {
  const { rows, total, main } = await fileOf(`${BASE}/links${query}`)
  expect(rows).toHaveLength(total)
  expect(new Set(rows.map(({ uid }) => uid)).size).toBe(total)
  const shown = [...main.matchAll(/href="[^"]*\/links\/(\d+)" data-row/g)].map(([, uid]) => uid!)
  expect(rows.slice(0, shown.length).map(({ uid }) => uid!)).toEqual(shown)
})

test.each(['', '?sort=name&dir=desc', '?sort=tenant_name', '?type=check', '?status=done&q=push+1'])(
  'the jobs of %s',
  async (query) => {
    const seen = await visit(`${BASE}/jobs${query}`)
    if (query === '?type=check') return expect(seen.main).not.toContain('/jobs/csv')
    const { rows, total, main } = await fileOf(`${BASE}/jobs${query}`)
    expect(rows).toHaveLength(total)
    const shown = [...main.matchAll(/<a class="name" href="[^"]*\/jobs\/([^"]+)"/g)].map(([, id]) => id!)
    expect(rows.slice(0, shown.length).map(({ id }) => id!)).toEqual(shown)
  },
)

test.each(['', '?dir=asc', '?kind=check', '?direction=out', '?q=seen+by'])('the ledger of %s', async (query) => {
  const { rows, total, main } = await fileOf(`${BASE}/credits/ledger${query}`)
  expect(rows).toHaveLength(total)
  // Lines of a day and cause stand in one row, in their order.
  const shown = [...main.matchAll(/href="[^"]*\/credits\/([\w-]{36})"/g)].map(([, id]) => id!)
  expect(shown.length).toBe(Math.min(total, 50))
  expect(rows.slice(0, shown.length).map(({ id }) => id!)).toEqual(shown)
})

test('what moved in the ledger comes to what is available', async () => {
  const { rows } = await fileOf(`${BASE}/credits/ledger?kind=index`)
  expect(rows.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(office.credits().index.available)
})

test('no cell is a formula, and each name is as it was given', async () => {
  for (const list of ['jobs', 'links']) {
    const { html } = await visit(`${BASE}/${list}/csv?tenant_id=${CLIENT}`)
    expect(html).toContain(`"'=HYPERLINK(""https://florist.example"")"`)
    expect(html).not.toMatch(/(^|,)"?=/m)
  }
})

test('whoever reads the list has its file, and nobody that of others', async () => {
  for (const list of ['links', 'jobs', 'credits/ledger']) {
    const own = await visit(`/app/w/${CLIENT}/${list}/csv`, 'vera')
    expect([own.status, own.html.includes(CAST.ada.tenant_id)]).toEqual([200, false])
    expect(own.headers.get('content-disposition')).toBe(
      `attachment; filename="${list === 'credits/ledger' ? 'ledger' : list}-2026-11-10.csv"`,
    )
    expect((await visit(`${BASE}/${list}/csv`, 'vera')).status).toBe(404)
  }
  for (const list of ['links', 'jobs'])
    expect((await visit(`/app/w/${CLIENT}/${list}/csv?tenant_id=${CAST.ada.tenant_id}`, 'vera')).status).toBe(404)
})

test('what the list refuses its file refuses', async () => {
  expect((await visit(`${BASE}/credits/ledger/csv?kind=gold`)).status).toBe(422)
  expect((await visit(`${BASE}/jobs/csv?status=gone`)).status).toBe(422)
})
