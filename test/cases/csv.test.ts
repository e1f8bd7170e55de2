/** CSV files as Excel and crawlers meet them, with the report that shows it. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { setProfile } from '../../src/domains/accounts/users.ts'
import { operations } from '../../src/operations/index.ts'
import { type House, house } from '../doors/house.ts'
import { pushing } from '../pushing.ts'
import { browserOf } from '../views/browser.ts'
import { CAST } from '../world.ts'

let h: House
let office: Awaited<ReturnType<typeof pushing>>
let shared: string
beforeAll(async () => {
  h = house()
  office = await pushing(20, 20)
  const { id } = await office.call<{ id: string }>('ada', 'submit_index_job', {
    urls: ['https://bakery.example/a;b'],
    preflight: false,
  })
  shared = new URL((await office.call<{ url: string }>('ada', 'share_job_report', { id })).url).pathname
})
afterAll(async () => {
  office.close()
  await h.close()
})

test.each([
  ['/api/v1/links/csv', 'swisstopo/swissgeol-boreholes-suite#2811'],
  ['/api/v1/audit/csv', 'directus/directus PR#26005'],
  ['/api/v1/admin/free-checks/csv', 'cds-snc/platform-forms-client#3877'],
])('%s begins with the mark of UTF-8 (%s)', async (path) => {
  const response = await h.ask('pat', path)
  expect(response.status).toBe(200)
  const bytes = await response.bytes()
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(bytes[3]).not.toBe(0xef)
  expect(response.headers.get('x-robots-tag')).toBe('noindex')
})

const firstLine = async (response: Response): Promise<string> =>
  (await response.text()).replace('\ufeff', '').split('\r\n')[0]!

describe('the separator', () => {
  test.each([
    ['', 'uid,url,state', 'matomo-org/matomo#13948'],
    ['?separator=;', 'uid;url;state', 'matomo-org/matomo#13948'],
    ['?separator=%3B', 'uid;url;state', 'mui/mui-x#3689'],
    ['?separator=semicolon', 'uid;url;state', 'cosmocode/dokuwiki-plugin-struct#416'],
    ['?separator=comma', 'uid,url,state', 'asafdav/ng-csv#28'],
    ['?separator=,', 'uid,url,state', 'asafdav/ng-csv#28'],
    ['?separator=tab', 'uid\turl\tstate', 'infor-design/enterprise#378'],
    ['?separator=', 'uid,url,state', 'an empty value is not given'],
  ])('/api/v1/links/csv%s begins with %j (%s)', async (query, begins) => {
    const response = await h.ask('ada', `/api/v1/links/csv${query}`)
    expect([response.status, (await firstLine(response)).startsWith(begins)]).toEqual([200, true])
  })

  test('every file of the API has it', async () => {
    const files = operations.filter(({ produces }) => produces === 'text/csv')
    expect(files.length).toBeGreaterThanOrEqual(6)
    for (const { name, input } of files)
      expect([name, Object.keys(input.properties)]).toEqual([name, expect.arrayContaining(['separator'])])
    for (const path of [
      '/audit/csv',
      '/admin/free-checks/csv',
      '/admin/billing/events/csv',
      '/admin/providers/usage/csv',
    ])
      expect([path, (await firstLine(await h.ask('pat', `/api/v1${path}?separator=;`))).includes(';')]).toEqual([
        path,
        true,
      ])
  })

  test.each(['?sep=;', '?delimiter=;', '?separator=pipe'])(
    '%s is refused with the name of the right one',
    async (query) => {
      const response = await h.ask('ada', `/api/v1/links/csv${query}`)
      expect([response.status, (await response.text()).includes('separator')]).toEqual([422, true])
    },
  )

  const fileOf = async (path: string, headers: Record<string, string> = {}) => {
    const visitor = browserOf(h)
    await visitor.visit('ada', '/app/account')
    const cookie = [visitor.cookies.get('ada'), headers.cookie].filter(Boolean).join('; ')
    const file = await visitor.visit('ada', path, { ...headers, cookie })
    const kept = file.headers.getSetCookie().find((one) => one.startsWith('separator='))
    return { line: file.html.replace('\ufeff', '').split('\r\n')[0]!, kept }
  }

  test('a page keeps the choice in its browser, and begins with that of the language of dates', async () => {
    const path = '/app/w/ten_northwind/links/csv'
    expect((await fileOf(path, { 'accept-language': 'de' })).line).toStartWith('uid,url')
    const chosen = await fileOf(`${path}?separator=semicolon`)
    expect(chosen.line).toStartWith('uid;url')
    expect(chosen.kept).toStartWith('separator=semicolon; Path=/; Max-Age=31536000')
    const later = await fileOf(path, { cookie: 'separator=semicolon' })
    expect([later.line.startsWith('uid;url'), later.kept]).toEqual([true, undefined])
    for (const [locale, line] of [
      ['de', 'uid;url'],
      ['fr-CA', 'uid;url'],
      ['sv', 'uid;url'],
      ['de-CH', 'uid,url'],
      ['ja', 'uid,url'],
    ] as const) {
      h.db.write((tx) => setProfile(tx, CAST.ada.id, { name: 'Ada', locale, time_zone: 'UTC' }))
      expect([locale, (await fileOf(path)).line.slice(0, 7)]).toEqual([locale, line])
      expect((await fileOf(path, { cookie: 'separator=comma' })).line).toStartWith('uid,url')
    }
    // A person who chose no language has that of the workspace.
    const speak = (language: string | null) =>
      h.db.write((tx) => void tx.run('update tenants set language = ? where id = ?', language, 'ten_northwind'))
    h.db.write((tx) => setProfile(tx, CAST.ada.id, { name: 'Ada', locale: null, time_zone: 'UTC' }))
    speak('de')
    expect((await fileOf(path)).line).toStartWith('uid;url')
    speak(null)
    expect((await fileOf(path)).line).toStartWith('uid,url')
    h.db.write((tx) => setProfile(tx, CAST.ada.id, { name: 'Ada', locale: 'en', time_zone: 'UTC' }))
  })

  test('a file in the menu of a page goes by that choice, too', async () => {
    const [{ id }] = (await office.call<{ items: { id: string }[] }>('ada', 'list_jobs', {})).items as [{ id: string }]
    const visitor = browserOf(office)
    await visitor.visit('ada', '/app/account')
    const cookie = `${visitor.cookies.get('ada')}; separator=semicolon`
    for (const path of [`jobs/${id}/csv`, 'audit/csv', 'jobs/csv']) {
      const { html } = await visitor.visit('ada', `/app/w/ten_northwind/${path}`, { cookie })
      expect([path, html.split('\r\n')[0]]).toEqual([path, expect.stringMatching(/^\ufeff?\w+;\w+;/)])
    }
  })

  test('a page with a list offers it beside its file', async () => {
    const { html } = await browserOf(office).visit('ada', '/app/w/ten_northwind/jobs')
    for (const one of ['comma', 'semicolon', 'tab']) expect(html).toContain(`/jobs/csv?separator=${one}"`)
  })

  test.each([
    ['', {}, 'url,state'],
    ['', { 'accept-language': 'en-GB,de;q=0.5' }, 'url,state'],
    ['', { 'accept-language': 'de-AT,de;q=0.9,en;q=0.7' }, 'url;state'],
    ['', { 'accept-language': '*' }, 'url,state'],
    ['', { 'accept-language': 'not a language' }, 'url,state'],
    ['?separator=;', { 'accept-language': 'en' }, 'url;state'],
    ['?separator=comma', { 'accept-language': 'de' }, 'url,state'],
    ['?separator=pipe', {}, 'url,state'],
  ])('a shared report (%j, %j)', async (query, headers, begins) => {
    const file = await browserOf(office).visit(null, `${shared}/csv${query}`, headers as Record<string, string>)
    expect([file.status, file.html.replace('\ufeff', '').slice(0, 9)]).toEqual([200, begins])
    if (begins.includes(';')) expect(file.html).toContain('\n"https://')
  })
})
