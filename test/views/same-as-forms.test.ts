/** Forms that tell how a program does the same, and that what is told is about what the form holds. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { pushing } from '../pushing.ts'
import { CAST } from '../world.ts'
import { browserOf } from './browser.ts'

type Office = Awaited<ReturnType<typeof pushing>>
let office: Office
let browser: ReturnType<typeof browserOf>
let entry: string
const [HOME, NORTHWIND, BAKERY] = [`/app/w/${CAST.ada.tenant_id}`, CAST.ada.tenant_id, CAST.vera.tenant_id]
beforeAll(async () => {
  office = await pushing(500, 500)
  browser = browserOf(office)
  entry = (await office.call<{ id: string }>('ada', 'allocate_credits', { tenant_id: BAKERY, amount: 5 })).id
})
afterAll(() => office.close())

const FORMS: [string, () => string, Record<string, string>, (RegExp | string)[]][] = [
  ['a check', () => '/checks/new', { urls: 'https://a.example/1' }, ['/api/v1/check', 'https://a.example/1']],
  ['a pack', () => '/packs', { pack: 'try', note: '' }, ['/api/v1/credits/requests', '&quot;try&quot;']],
  ['a ledger line', () => `/credits/${entry}`, { note: 'Wrong client' }, [/ledger\/[\w-]+\/reverse/, 'Wrong client']],
  ['a report', () => '/reports/2026-11', { comment: 'Fine' }, [`${NORTHWIND}/reports/2026-11`, 'Fine']],
]

test.each(FORMS)('%s', async (_, path, form, told) => {
  const { html } = await browser.visit('ada', HOME + path())
  const [, href = ''] = /formaction="([^"]*\/same-as\/[^"]*)"/.exec(html) ?? []
  const { status, text } = await browser.send('ada', href.replaceAll('&amp;', '&'), form)
  expect(status).toBe(200)
  for (const words of told) expect(text).toMatch(words)
})
