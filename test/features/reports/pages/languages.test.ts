/** Pages for clients without an account: the language of the workspace, whatever a browser asks for, and nothing English left. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { plus } from '../../../../src/kernel/time/clock.ts'
import { pushing, urls } from '../../../pushing.ts'
import { browserOf } from '../../../views/browser.ts'
import { CAST } from '../../../world.ts'

const ID = CAST.vera.tenant_id
let office: Awaited<ReturnType<typeof pushing>>
let browser: ReturnType<typeof browserOf>
let path = ''
let report = ''
let url = ''

beforeAll(async () => {
  office = await pushing(500, 500)
  browser = browserOf(office)
  await office.call('ada', 'allocate_credits', { tenant_id: ID, amount: 200 })
  const order = { tenant_id: ID, urls: urls(40), preflight: false }
  const { id } = await office.call<{ id: string }>('ada', 'submit_index_job', order)
  for (const day of [0, 1, 3]) await office.day(day)
  await office.call('ada', 'put_portal', { id: ID, enabled: true })
  path = new URL((await office.call<{ url: string }>('ada', 'get_portal', { id: ID })).url).pathname
  report = new URL((await office.call<{ url: string }>('ada', 'share_job_report', { id })).url).pathname
  url = office.db.read((tx) => tx.row<{ url: string }>('select url from links limit 1')!.url)
})
afterAll(() => office.close())

/** A minute later, so that no limit of visits is reached. */
const speak = (language: string | null) => {
  office.clock.set(plus(office.clock.now(), 60_000))
  office.db.write((tx) => void tx.run('update tenants set language = ? where id = ?', language, ID))
}
const langOf = (html: string) => /<html lang="([^"]+)"/.exec(html)?.[1]
const pages = () => [
  path,
  `${path}?u=${encodeURIComponent(url)}`,
  `${path}?u=none.example`,
  `${path}/ask?u=${url}`,
  report,
]

test('the language of a document is that of its workspace, never that of the browser', async () => {
  for (const [language, shown] of [
    [null, 'en'],
    ['de-AT', 'de'],
    ['pl', 'pl'],
  ] as const) {
    speak(language)
    for (const page of pages())
      for (const asked of ['fr-FR,fr;q=0.9', 'de', '*;q=0.1', 'x'.repeat(10_000)]) {
        const { status, html } = await browser.visit(null, page, { 'accept-language': asked })
        expect([page, status, langOf(html)]).toEqual([page, 200, shown])
      }
  }
})

/** Data, and names that stay in all languages. */
const DATA =
  /Simulated: (?:not )?visible; no search engine was asked|site:|https?:\/\/[^\s⟧]+|[\w@.-]+\.example[^\s⟧]*|Bakery|Northwind|Google|CSV|UTC|\/[\w/-]+|[\w-]+-\d+/g

test('in the pseudo-language nothing is left in English, in forms and their refusals too', async () => {
  speak('qps')
  const seen = await Promise.all(pages().map((page) => browser.visit(null, page)))
  seen.push(await browser.send(null, `${path}/ask`, { url: '', text: '', email: 'no' }))
  seen.push(await browser.send(null, `${path}/ask`, { url, text: 'Quo vadis', email: 'a@b.example' }))
  for (const { html } of seen) {
    const shown = html
      .replace(/^[\s\S]*<body>/, '')
      .replaceAll(/<(script|style|datalist)\b[\s\S]*?<\/\1>/g, '')
      .replaceAll(/<[^>]*? (?:title|aria-label|alt)="([^"]*)"[^>]*>|<[^>]*>/g, ' $1 ')
      .replaceAll(/&[#\w]+;/g, ' ')
    let bare = shown.replaceAll(DATA, '')
    for (let depth = 0; depth < 4; depth++) bare = bare.replaceAll(/⟦[^⟦⟧]*⟧/gu, '')
    expect(bare.match(/[A-Za-z]{3,}.{0,40}/g) ?? []).toEqual([])
  }
})

test('the file of a push has words and separators of the workspace’s language, whatever the browser asks for', async () => {
  const file = async (language: string | null, asked: string) => {
    speak(language)
    return (await browser.visit(null, `${report}/csv`, { 'accept-language': asked })).html.split('\r\n')
  }
  const [head, ...german] = await file('de-AT', 'en')
  expect(head).toBe('\ufeffurl;state;indexed;checked_at')
  expect(german[0]).toMatch(/;(Indexiert|Wartet);(ja|nein|unbekannt);/)
  expect(german.join()).not.toMatch(/;(indexed|sent|yes|no|unknown);/)
  for (const language of ['fr', 'es', 'it', 'nl', 'pl', 'pt-BR'])
    expect((await file(language, 'en'))[0]).toBe('\ufeffurl;state;indexed;checked_at')
  const english = await file(null, 'en')
  expect(english[0]).toBe('url,state,indexed,checked_at')
  expect(english[1]).toMatch(/,(indexed|sent),(yes|no|unknown),/)
})

test('an address that shares nothing any more says so in it', async () => {
  speak('de')
  const { id } = office.db.read((tx) => tx.row<{ id: string }>('select id from jobs limit 1')!)
  await office.call('ada', 'unshare_job_report', { id })
  const { status, html } = await browser.visit(null, report)
  expect([status, langOf(html)]).toEqual([410, 'de'])
})
