/** The language of signed-in pages; that a page of a client is in one language as a whole. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { keepInstallLanguage } from '../../../src/kernel/language/install-language.ts'
import { plus } from '../../../src/kernel/time/clock.ts'
import { DRAFT_WORDS, ORDER_LABELS } from '../../../views/drafts/words.ts'
import { ENGINE_TITLES } from '../../../views/jobs/engine-words.ts'
import { CAST } from '../../world.ts'
import { browserOf, wordIn } from '../browser.ts'
import { crawl } from '../crawl.ts'
import { seedTroubles } from '../crawl-client.ts'
import { crawlOffice, type Office, WALKERS, type Walker } from '../crawl-seed.ts'
import { englishIn } from '../english-left.ts'

let office: Office
let browser: ReturnType<typeof browserOf<Walker>>
beforeAll(async () => {
  office = (await crawlOffice()).office
  await seedTroubles(office)
  await office.call('ada', 'share_month_report', { id: CAST.vera.tenant_id, month: '2026-11' })
  browser = browserOf(office, WALKERS)
}, 60_000)
afterAll(() => office.close())

const HOME = `/app/w/${CAST.vera.tenant_id}`
/** An address without a page: its answer is translated. */
const NOWHERE = `${HOME}/nothing`

/** In English for good: the manual, pages for programs and their makers, and those on which pushes are ordered. */
const ENGLISH: readonly RegExp[] = [
  /^\/(connect|help|integrations|keys|standing\/hooks|webhooks)\b/,
  /^\/(checks\/new|palette\/do|push|write)\b/,
]

/** Administration, of an agency and of a client alike: in English for owners and admins. */
const ADMINISTRATION: readonly RegExp[] = [
  /^\/(audit|branding|credits\/buy|emails|engines|views)\b/,
  /^\/reports\/(desk|issues|recipients|schedule|\d{4}-\d\d\/send)\b/,
]

/** A letter in a frame; letters have their own test. */
const LETTER = /^\/(notifications\/digest|reports\/schedule\/letter)$/

const langOf = (html: string) => /<html lang="([^"]*)"/.exec(html)![1]!
const speak = (person: Walker, locale: string | null) =>
  office.db.write(
    (tx) =>
      void tx.run(
        'update users set locale = ?, own_locale = ? where id = ?',
        locale ?? 'en',
        Number(locale !== null),
        WALKERS[person].id,
      ),
  )

test.each([
  // Vera and Kim are of the client alone; Ben and Ada of its agency, Ben of both.
  ['vera', null, 'en', 'en'],
  ['vera', null, 'fr', 'fr'],
  ['vera', 'de', 'fr', 'de'],
  ['vera', 'en', 'fr', 'en'],
  ['kim', 'pl', 'en', 'pl'],
  ['ben', 'de', 'fr', 'en'],
  ['ada', 'de', 'fr', 'en'],
  ['mia', null, 'fr', 'en'],
  ['pat', 'de', 'fr', 'en'],
] as const)('%s with the language %p in a workspace in %p reads %p', async (person, own, workspace, read) => {
  office.clock.turn(60_000)
  speak(person, own)
  await office.call('ada', 'update_tenant', { id: CAST.vera.tenant_id, language: workspace })
  expect(langOf((await browser.visit(person, NOWHERE)).html)).toBe(read)
  await office.call('ada', 'update_tenant', { id: CAST.vera.tenant_id, language: null })
  speak(person, null)
})

test('English pages of a person who reads another language have English dates', async () => {
  speak('ada', 'de')
  const { html } = await browser.visit('ada', `/app/w/${CAST.ada.tenant_id}/credits/ledger`)
  expect([langOf(html), /\b(?:Dez|Okt)\b/.test(html)]).toEqual(['en', false])
  speak('ada', null)
})

/** Names that people gave. */
const NAMED = `select name from tenants union select name from users union select email from users union select name from jobs
  union select note from jobs union select name from standing_pushes union select address from standing_pushes union select name from api_keys
  union select name from identity_providers union select text from result_notes union select name from factors
  union select note from ledger union select name from invitations`

/** A link as pages write it. */
const asWritten = ({ url }: { url: string }): string[] => [url, ...(new URL(url).pathname.slice(1).match(/.+/g) ?? [])]
const escaped = (text: string): string => Bun.escapeHTML(text).replaceAll('&#x27;', '&#39;')

const namesIn = (): string[] =>
  office.db
    .read((tx) => tx.rows<{ name: string | null }>(NAMED))
    .flatMap(({ name }) => (name ? [name, escaped(name)] : []))
    .concat(
      office.db
        .read((tx) => tx.rows<{ url: string }>('select url from links union select url from standing_queue'))
        .flatMap(asWritten),
    )

test('a new authenticator app and a wrong code of it are in the language of the person', async () => {
  keepInstallLanguage(office.db, 'qps')
  const begun = await browser.send('vera', `${HOME}/account/factors/totp`)
  const refused = await browser.send('vera', /action="([^"]+\/totp\/[^"]+)"/.exec(begun.html)![1]!, {
    ...{ code: '000000', uri: /name="uri" value="([^"]*)"/.exec(begun.html)![1]!.replaceAll('&amp;', '&') },
  })
  keepInstallLanguage(office.db, 'en')
  expect([begun, refused].map(({ status, html }) => [status, langOf(html), englishIn(html, namesIn())])).toEqual([
    [200, 'qps', []],
    [422, 'qps', []],
  ])
})

test('acts on a push answer in the language of the person, and New push is in English as a whole', async () => {
  keepInstallLanguage(office.db, 'qps')
  const { id, uid } = office.db.read((tx) =>
    tx.rows<{ id: string; uid: number }>(
      'select j.id, min(l.id) as uid from jobs j join links l on l.job_id = j.id where j.tenant_id = ? group by 1 limit 1',
      CAST.vera.tenant_id,
    ),
  )[0]!
  const data = namesIn()
  const act = (name: string, fields = {}) => browser.send('kim', `${HOME}/jobs/${id}/${name}`, fields)
  const shown = [await act('move'), await act('links/remove', { url_ids: String(uid) }), await act('retry')]
  const { headers } = await act('rename', { name: 'Renamed' })
  const ordering = await act('links/again', { url_ids: String(uid) })
  keepInstallLanguage(office.db, 'en')
  expect(shown.map(({ status, html }) => [status, langOf(html), englishIn(html, data)])).toEqual([
    [422, 'qps', []],
    [200, 'qps', []],
    [409, 'qps', []],
  ])
  expect(wordIn(office, headers)).toContain('⟦Renamed.')
  expect([ordering.status, langOf(ordering.html), ordering.html.includes('⟦')]).toEqual([200, 'en', false])
})

test('an order that is accepted says so in the language of the person, whose page shows it', async () => {
  keepInstallLanguage(office.db, 'qps')
  const form = { urls: 'https://bakery.example/menu\nhttps://bakery.example/menu' }
  const order = async (path: string, step: string) => {
    const { html } = await browser.send('kim', `${HOME}${path}`, { ...form, step: 'review' })
    const quoted = /name="quoted" value="([^"]*)"/.exec(html)![1]!
    return wordIn(office, (await browser.send('kim', `${HOME}${path}`, { ...form, step, quoted })).headers)
  }
  const words = [
    await order('/checks/new', 'check'),
    await order('/push', 'push'),
    wordIn(office, (await browser.send('kim', `${HOME}/palette/do/check`, { urls: form.urls })).headers),
  ]
  keepInstallLanguage(office.db, 'en')
  expect(words.map((word) => englishIn(`<p>${Bun.escapeHTML(word ?? 'none')}</p>`, namesIn()))).toEqual([[], [], []])
})

test('orders that wait for approval are in the language of the person, and so are the answers', async () => {
  const base = `${HOME}/drafts`
  const order = (id: string, operation: string, rest: object, status = 'waiting') =>
    office.db.write((tx) =>
      tx.run(
        `insert into drafts (id, tenant_id, acts_in, actor, user_id, asked_by, app, operation, request, request_hash, credits, status, created_at, decided_at, decided_by)
         values (?1, ?2, ?2, ?3, ?4, 'Nightly push', 'Assistant', ?5, ?6, ?1, 2, ?7, ?8, iif(?7 = 'waiting', null, ?8), iif(?7 = 'waiting', null, 'Menu'))`,
        ...[
          id,
          CAST.vera.tenant_id,
          'key_gone',
          CAST.ada.id,
          operation,
          JSON.stringify({ path: {}, rest }),
          status,
          tx.now,
        ],
      ),
    )
  const urls = Array.from({ length: 60 }, (_, i) => `https://bakery.example/${i}`)
  order('dra_1', 'submit_index_job', {
    ...{ urls, mode: 'standard', name: 'Menu' },
    ...{ preflight: true, smart: false, drip_days: 1234, push_anyway: ['https://bakery.example/1'] },
  })
  order('dra_2', 'check_index', { urls: ['https://bakery.example/1'], engine: 'scan_live' })
  order('dra_3', 'push_drop', {}, 'declined')
  keepInstallLanguage(office.db, 'qps')
  const data = [
    ...namesIn(),
    ...urls,
    'Menu',
    'Nightly push',
    'Assistant',
    'check_index',
    ...Object.values(ENGINE_TITLES),
  ]
  const shown = [
    ...(await Promise.all(
      ['', '?status=approved', '/dra_1', '/dra_2', '/dra_3'].map((at) => browser.visit('kim', `${base}${at}`)),
    )),
    await browser.send('kim', `${base}/dra_1/decline`, { note: 'x'.repeat(600) }),
    await browser.send('kim', `${base}/dra_1/approve`, {}),
  ]
  const { headers } = await browser.send('kim', `${base}/dra_2/decline`, { note: 'Later' })
  keepInstallLanguage(office.db, 'en')
  office.db.write((tx) => tx.run("delete from drafts where actor = 'key_gone'"))
  expect(shown.map(({ status, html }) => [status, langOf(html), englishIn(html, data)])).toEqual([
    ...Array.from({ length: 5 }, () => [200, 'qps', []]),
    [422, 'qps', []],
    [409, 'qps', []],
  ])
  expect(wordIn(office, headers)).toContain('⟦Declined.')
})

test('every input of an order that may wait has a name', () => {
  const orders = office.app.operations.filter(({ name }) => name in DRAFT_WORDS)
  expect(orders.length).toBe(Object.keys(DRAFT_WORDS).length)
  const named = new Set([...Object.keys(ORDER_LABELS), 'urls', 'tenant_id'])
  expect(orders.flatMap(({ input }) => Object.keys(input.properties)).filter((name) => !named.has(name))).toEqual([])
})

test.each(['vera', 'kim', 'olga'] as const)(
  'each page that %s of a client is shown is in one language, in the pseudo-language nothing is in English',
  async (person) => {
    office.clock.set(plus(office.clock.now(), 3_600_000))
    keepInstallLanguage(office.db, 'qps')
    const data = namesIn()
    const { pages } = await crawl(office, browser, person, [], 1)
    expect([...pages]).toContain(`${HOME}/reports/2026-11`)
    const left: string[] = []
    const entered = new Set<RegExp>()
    for (const path of [...pages, NOWHERE].filter((one) => one.startsWith(HOME))) {
      const { html, headers } = await browser.visit(person, path)
      if (!/html/.test(headers.get('content-type') ?? '') || !html.startsWith('<!doctype')) continue
      if (LETTER.test(path.slice(HOME.length))) continue
      const listed = [...ENGLISH, ...ADMINISTRATION].find((one) => one.test(path.slice(HOME.length)))
      if (langOf(html) !== 'qps') {
        if (!listed) left.push(`${path} is in English`)
      } else {
        left.push(...englishIn(html, data).map((words) => `${path}: ${words}`))
        if (listed) entered.add(listed)
      }
    }
    keepInstallLanguage(office.db, 'en')
    expect([...new Set(left)]).toEqual([])
    expect([...entered]).toEqual([])
  },
  300_000,
)

test('a stored sentence is in the language of the page, and in English for programs', async () => {
  office.clock.turn(60_000)
  const stored = ['The page states {found} different canonical addresses. Keep only the right one.', { found: 3 }]
  const { uid } = office.db.read((tx) => tx.rows<{ uid: number }>(ANY_LINK, CAST.vera.tenant_id))[0]!
  office.db.write(
    (tx) =>
      void tx.run(
        "update links set facts = ?, warnings = ?, state = 'not_indexed' where id = ?",
        '{"status":200,"final_url":null,"chain":[],"robots":{"verdict":"allowed","rule":null},"noindex":null,"canonical":null,"challenged":null}',
        JSON.stringify([stored]),
        uid,
      ),
  )
  const german = 'Die Seite nennt 3 verschiedene'
  const english = 'The page states 3 different canonical addresses.'
  for (const [locale, shown, hidden] of [
    ['de', german, english],
    ['en', english, german],
  ] as const) {
    speak('vera', locale)
    const { html } = await browser.visit('vera', `${HOME}/links/${uid}`)
    expect([langOf(html), html.includes(shown), html.includes(hidden)]).toEqual([locale, true, false])
  }
  speak('vera', 'de')
  expect(JSON.stringify(await office.call('vera', 'get_link', { uid }))).toContain(english)
  speak('vera', null)
})

test.each([
  [null, 'Seit 2026-11-03 schlägt er nur noch fehl. Antwortete mit 503.'],
  // Older rows are English text.
  ['It has only failed since 2026-10-01. Answered 500.', 'It has only failed since 2026-10-01. Answered 500.'],
])('the owner of a client reads why a webhook is off: %p', async (older, shown) => {
  speak('olga', 'de')
  const before = office.db.read((tx) => tx.row<{ why_disabled: string }>(OFF))!.why_disabled
  const store = (why: string) =>
    office.db.write((tx) =>
      tx.run("update webhook_endpoints set why_disabled = ? where url like '%till.example%'", why),
    )
  if (older) store(older)
  expect((await browser.visit('olga', `${HOME}/today`)).html).toContain(shown)
  store(before)
  const { open } = await office.call<{ open: { kind: string; note: string | null }[] }>('vera', 'get_attention')
  expect(open.flatMap(({ note }) => note ?? []).filter((note) => note.startsWith('["'))).toEqual([])
  speak('olga', null)
})

const OFF = "select why_disabled from webhook_endpoints where url like '%till.example%'"

test('what is wrong with an own domain and an audit stream of a client is in the language of its owner', async () => {
  speak('olga', 'de')
  const { html } = await browser.visit('olga', `${HOME}/today`)
  speak('olga', null)
  expect(html).toContain('Unter _signalpost.push.bakery.example gibt es keinen TXT-Eintrag, und')
  expect(html).toContain('Nicht erreicht: ')
})

test.each([
  ['a source that is no address', '/standing/new', { address: 'none' }],
  ['an empty source', '/standing/new', { address: '' }],
  ['a source that nobody reaches', '/standing/new', { address: 'https://nobody.example/sitemap.xml' }],
  ['rules beyond what they may be', '/standing/stp_bakery', { name: '', cap_day: '-1', interval: '7', include: '(' }],
])('a standing push with %s is refused in the language of the owner', async (_, path, fields) => {
  keepInstallLanguage(office.db, 'qps')
  const { status, html } = await browser.send('olga', `${HOME}${path}`, fields)
  keepInstallLanguage(office.db, 'en')
  expect([status, langOf(html), englishIn(html, namesIn())]).toEqual([422, 'qps', []])
})

test('the letter with the key file is offered to the agency of a client, and not to the client', async () => {
  const { id } = office.db.read((tx) =>
    tx.row<{ id: string }>("select id from indexnow_sites where host = 'till.example'"),
  )!
  const offered = async (person: Walker, home: string) =>
    (await browser.visit(person, `${home}/indexnow/${id}`)).html.includes('about=key')
  expect(await offered('olga', HOME)).toBe(false)
  expect(await offered('ada', `/app/w/${CAST.ada.tenant_id}`)).toBe(true)
})

const ANY_LINK = 'select id as uid from links where job_id in (select id from jobs where tenant_id = ?) limit 1'

test('English is found where it is left', async () => {
  expect(englishIn((await browser.visit('vera', HOME)).html).length).toBeGreaterThan(3)
})
