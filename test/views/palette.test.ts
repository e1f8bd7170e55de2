/** Sentences with a verb: what is understood, what it would do, and that nothing is done before somebody agrees. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { parseSentence } from '../../views/palette/parse-sentence.ts'
import { expectBooksToBalance } from '../books.ts'
import { pushing, urls } from '../pushing.ts'
import { CAST, type Person } from '../world.ts'
import { browserOf } from './browser.ts'

let office: Awaited<ReturnType<typeof pushing>>
let browser: ReturnType<typeof browserOf>
const base = (person: Person = 'ada') => `/app/w/${CAST[person].tenant_id}`

beforeAll(async () => {
  office = await pushing(1000, 1000)
  browser = browserOf(office)
})
afterAll(() => {
  expectBooksToBalance(office.db)
  office.close()
})

test.each([
  ['give Bakery 200', { act: 'transfer', client: 'Bakery', amount: 200, kind: 'index' }],
  [
    '  GIVE  Kettle Coffee Co.  1,200 check credits ',
    { act: 'transfer', client: 'Kettle Coffee Co.', amount: 1200, kind: 'check' },
  ],
  ['give 50 credits to Route 66', { act: 'transfer', client: 'Route 66', amount: 50, kind: 'index' }],
  ['transfer 200 to Bakery', { act: 'transfer', client: 'Bakery', amount: 200, kind: 'index' }],
  ['allocate Bakery 200', { act: 'transfer', client: 'Bakery', amount: 200, kind: 'index' }],
  ['give Route 66 50', { act: 'transfer', client: 'Route 66', amount: 50, kind: 'index' }],
  ['push the clipboard', { act: 'clipboard' }],
  [
    'push https://a.example/x, https://a.example/y https://a.example/x',
    { act: 'push', urls: ['https://a.example/x', 'https://a.example/y'] },
  ],
  ['check https://a.example/x', { act: 'check', urls: ['https://a.example/x'] }],
  ['share last Bakery job', { act: 'share', last: true, words: 'Bakery' }],
  ['share the last push', { act: 'share', last: true, words: '' }],
  ['share the report of Autumn menu', { act: 'share', last: false, words: 'Autumn menu' }],
  ['open Autumn menu', { act: 'open', words: 'Autumn menu' }],
  ['invite new@bakery.example', { act: 'invite', email: 'new@bakery.example', role: 'member' }],
  ['invite new@bakery.example as a viewer', { act: 'invite', email: 'new@bakery.example', role: 'client_viewer' }],
] as const)('%p is understood', (sentence, verb) => {
  expect(parseSentence(sentence)).toEqual(verb as never)
})

test.each([
  'give',
  'give Bakery',
  'give 200',
  'give Bakery 0',
  'give Bakery -5',
  'give Bakery 2.5',
  'push',
  'push bakery',
  'check',
  'share',
  'open',
  'invite',
  'invite somebody',
  'invite a@b.example as king',
  'Bakery',
  '',
  'forgive Bakery 200',
  `give ${'a '.repeat(900)}`,
])('%p is no sentence', (sentence) => {
  expect(parseSentence(sentence)).toBeNull()
})

const palette = async (q: string, person: Person = 'ada') =>
  (await browser.visit(person, `${base(person)}/palette?${new URLSearchParams({ q })}`)).html
const read = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#x27;', "'")
/** Follows what is offered to its question; its form. */
async function question(q: string) {
  const href = read(/<a role="option"[^>]*href="([^"]+)"/.exec(await palette(q))?.[1] ?? '')
  const { html, text, status } = await browser.visit('ada', href)
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
  const fields = [...main.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  return {
    href,
    text,
    status,
    action: read(/<form method="post" action="([^"]+)"/.exec(main)?.[1] ?? ''),
    fields: Object.fromEntries(fields.map(([, name, value]) => [name!, read(value!)])),
  }
}
const left = async (person: Person) =>
  (await office.call<{ index: { available: number } }>('ada', 'get_credits', { tenant_id: CAST[person].tenant_id }))
    .index.available

describe('a sentence', () => {
  test('that moves credits says the effect, asks, and moves them once', async () => {
    expect(await palette('give bakery 200')).toContain('Bakery: 0 → 200. Northwind: 1,000 → 800.')
    const asked = await question('give bakery 200')
    expect(asked.text).toContain('Transfer 200 index credits to Bakery?')
    expect([await left('vera'), await left('ada')]).toEqual([0, 1000])
    for (let i = 0; i < 2; i++) expect((await browser.send('ada', asked.action, asked.fields)).status).toBe(303)
    expect([await left('vera'), await left('ada')]).toEqual([200, 800])
  })

  test('that asks for more than there is leads to what there is, and moves nothing', async () => {
    expect(await palette('give Bakery 5,000')).toContain('Northwind has 800 available')
    expect((await browser.visit('ada', `${base()}/palette/do?q=give+Bakery+5000`)).location).toBe(`${base()}/credits`)
  })

  test('that checks says its price before it is paid', async () => {
    const asked = await question('check https://bakery.example/rye')
    expect(asked.text).toContain('Reserves 1 check credit of Northwind; 1,000 → 999.')
    const { location } = await browser.send('ada', asked.action, asked.fields)
    expect((await browser.visit('ada', location!)).status).toBe(200)
  })

  test('that pushes leads to New push with the list', async () => {
    const html = await palette('push https://bakery.example/rye')
    expect(read(/href="([^"]+)"/.exec(html)![1]!)).toBe(
      `${base()}/push?urls=${encodeURIComponent('https://bakery.example/rye')}`,
    )
    expect(await palette('push the clipboard')).toContain('data-do="clipboard"')
  })

  test('that shares means the newest job of the client', async () => {
    for (const name of ['Older', 'Newer'])
      await office.call('ada', 'submit_index_job', {
        urls: urls(1),
        tenant_id: CAST.vera.tenant_id,
        name,
        preflight: false,
      })
    await office.call('ada', 'submit_index_job', { urls: urls(1), name: 'Own', preflight: false })
    const asked = await question('share last bakery job')
    expect(asked.text).toContain('Share the report of Newer?')
    expect((await browser.send('ada', asked.action, asked.fields)).status).toBe(303)
    expect(await palette('share the last job')).toContain('Share the report of Own')
  })

  test('that invites says what they may do, and asks', async () => {
    const asked = await question('invite new@bakery.example as admin')
    expect(asked.text).toContain('may act in Northwind as admin')
    await browser.send('ada', asked.action, asked.fields)
    expect((await browser.visit('ada', `${base()}/members`)).text).toContain('new@bakery.example')
  })

  test('is not needed: a name alone finds what can be done for the client, and for a viewer only the way there', async () => {
    const labels = (html: string) =>
      [...html.matchAll(/<\/svg><span>([^<]+)<\/span><small>/g)].map(([, label]) => label)
    const all = ['Transfer credits to Bakery', 'Push for Bakery', 'Open Bakery']
    expect(labels(await palette('bakery')).slice(0, 3)).toEqual(all)
    expect(labels(await palette('bakery')).filter((label) => label === 'Bakery')).toEqual([])
    const html = await palette('bakery')
    for (const [, href] of html.matchAll(/<a role="option"[^>]*href="([^"]+)"/g))
      expect([href, (await browser.visit('ada', read(href!))).status]).toEqual([href, 200])
    expect(labels(await palette('push for bakery'))).toEqual(all)
    expect(labels(await palette('bakery', 'ben'))).not.toContain('Transfer credits to Bakery')
    expect(labels(await palette('bakery', 'rita'))).toEqual([])
  })

  test('works as a page without the palette; one that is not understood says so', async () => {
    expect((await browser.visit('ada', `${base()}/palette/do?q=open+bakery`)).text).toMatch(/Open Bakery|Open Newer/)
    expect((await browser.visit('ada', `${base()}/palette/do?q=make+tea`)).text).toContain(
      'No act, client or push matches “make tea”',
    )
    const several = await browser.visit('ada', `${base()}/palette/do`)
    expect([several.status, several.text]).toEqual([200, expect.stringContaining('transfer 200 to Florist')])
  })

  test('offers nobody what they may not do, and does nothing for another tree', async () => {
    expect(await palette('give Bakery 200', 'ben')).not.toContain('Transfer')
    for (const q of ['push https://a.example/', 'check https://a.example/', 'invite a@b.example', 'share last job'])
      expect(await palette(q, 'vera')).not.toContain('role="option"')
    expect(
      (await browser.send('vera', `${base('vera')}/palette/do/check`, { urls: 'https://a.example/' })).status,
    ).toBe(403)
    expect(await palette('give Bakery 200', 'rita')).not.toContain('Bakery')
    expect(await palette('open Newer', 'rita')).not.toContain('Newer')
  })
})

test('the palette begins with acts, by name and only those that the visitor may do, then pages', async () => {
  const groups = async (person: Person) => {
    const { html } = await browser.visit(person, base(person))
    const [, list = ''] = /<div id="palette-pages">(.*?)<div id="palette-found">/s.exec(html) ?? []
    return list
      .split('role="group"')
      .slice(1)
      .map((group) => {
        const [, name] = /aria-label="([^"]+)"/.exec(group)!
        return [name, ...[...group.matchAll(/href="([^"]+)"[^>]*>.*?<span>([^<]+)</gs)].map(([, , label]) => label)]
      })
  }
  const [acts, pages] = await groups('ada')
  expect(acts).toEqual(['Do', 'Push links', 'Check links', 'Add client', 'Add source', 'Get credits', 'Invite person'])
  expect(pages!.slice(0, 2)).toEqual(['Go to', 'Today'])
  expect((await groups('vera'))[0]![0]).toBe('Go to')
})

test('the switcher finds workspaces as one types, and without a script in the list of all clients', async () => {
  const { html } = await browser.visit('ada', base())
  const menu = html.slice(html.indexOf('id="workspaces"'), html.indexOf('id="person"'))
  expect(menu).toContain(`action="${base()}/clients"`)
  const [, ask] = /<input[^>]*type="search"[^>]*hx-get="([^"]+)"/.exec(menu)!
  const answer = async (q: string) => (await browser.visit('ada', `${ask}&${new URLSearchParams({ q })}`)).html
  expect(await answer('bak')).toContain(`<a href="/app/w/${CAST.vera.tenant_id}">Bakery</a>`)
  expect(await answer('bak')).not.toContain('role="option"')
  expect(await answer('rival')).toBe('<p>No workspace has this name.</p>')
  expect(await answer('')).toBe('')
  expect((await browser.visit('ada', `${base()}/clients?q=bak`)).text).toContain('Bakery')
})
