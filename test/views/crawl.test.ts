/** Every link leads somewhere, and every form is taken, for everybody who is shown it. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { AUTHORIZE } from '../../src/doors/oauth/oauth.ts'
import { LEAVE_VIEW } from '../../src/doors/pages/web.ts'
import { WITHOUT_EQUIVALENT } from '../../views/api-equivalent/api-equivalent.tsx'
import { helpOf } from '../../views/docs/help-of.ts'
import { site } from '../../views/site.tsx'
import { CAST } from '../world.ts'
import { type Form, formsIn, reached } from './addresses.ts'
import { browserOf } from './browser.ts'
import { type Crawled, crawl, PEOPLE } from './crawl.ts'
import { type Exception, laxer } from './crawl-fields.ts'
import { crawlOffice, type Office, WALKERS, type Walker } from './crawl-seed.ts'
import { askAll, isQuestion, silent } from './crawl-told.ts'
import { drawingOf, shownScreens, wrongWith } from './weight.ts'

/** Hundreds of pages, on a machine that may have other things to do. */
const CRAWL_MS = 600_000
let office: Office
let browser: ReturnType<typeof browserOf<Walker>>
const crawled = new Map<Walker | null, Crawled>()
const asked = new Map<Walker | null, ReturnType<typeof askAll>>()

/** What the forms of a person answer when they are asked how a program does the same. It changes nothing, so once is enough. */
function answersTo(person: Walker): ReturnType<typeof askAll> {
  const known = asked.get(person) ?? askAll(office, browser, person, crawled.get(person)!.forms, TYPED)
  asked.set(person, known)
  return known
}

beforeAll(async () => {
  const seeded = await crawlOffice()
  office = seeded.office
  browser = browserOf(office, WALKERS)
  const handed = [...seeded.reports, ...seeded.letters]
  for (const person of PEOPLE) crawled.set(person, await crawl(office, browser, person, handed))
}, CRAWL_MS)
afterAll(() => office.close())

test.each(PEOPLE)('every address on every page that %p is shown leads to a page', (person) => {
  expect(crawled.get(person)!.broken).toEqual([])
  expect(crawled.get(person)!.pages.size).toBeGreaterThan(person ? 20 : 4)
})

test.each(PEOPLE)('every page and file that %p is shown has the whole policy', (person) => {
  expect(crawled.get(person)!.unguarded).toEqual([])
})

test.each(PEOPLE)('what people have named stands as text on every page that %p is shown', (person) => {
  expect(crawled.get(person)!.unescaped).toEqual([])
})

test.each(['pat', null] as const)(
  'what each screen shows %p has one h1 and one main, and is within its weight',
  async (person) => {
    const pages = [...crawled.get(person)!.pages]
    const paths = shownScreens().flatMap((screen) => pages.find((page) => reached(screen, [page])) ?? [])
    const wrong: string[] = []
    for (const path of paths) {
      const page = await drawingOf(browser, person, path)
      if (page) wrong.push(...wrongWith(page.html).map((what) => `${path}: ${what}`))
    }
    expect(paths.length).toBeGreaterThan(person ? 100 : 10)
    expect(wrong).toEqual([])
  },
)

/** What is a person's own, or stores nothing; whoever reads a push may ask its supplier how far it is. */
const OWN =
  /\/(account|ask|bell|jobs\/[^/]+\/sync|webhooks\/verify|invitations|oauth|preferences|profile|workspaces)(\/|\?|$)/

/** Forms of an agency without a paragraph of the manual: they say all that there is to say. */
const WITHOUT_HELP: readonly RegExp[] = [
  /^\/(account\/browser|branding\/(logo|preview)|reports\/(clients|desk\/comment|\d{4}-\d\d))$/,
  /^\/(clients|jobs)\/[^/]+\/(delete|rename)$/,
  /^\/clients\/views(\/[^/]+)?$/,
  /^\/engines\/[^/]+\/(use|sitemaps|postings)$/,
]

test('every form of an agency that is filled in has help beside it', async () => {
  const bare = new Map<string, string>()
  for (const { on, action, method, controls } of crawled.get('ada')!.forms) {
    const typed = controls.filter(({ attributes: { type } }) => type !== 'hidden')
    const path = action.replace(/^\/app\/w\/[^/]+/, '')
    if (
      method === 'post' &&
      typed.length &&
      !action.includes('same-as') &&
      path !== action &&
      !WITHOUT_HELP.some((one) => one.test(path))
    )
      if (helpOf(action) === null || !(await browser.visit('ada', on)).html.includes('id="help-')) bare.set(path, on)
  }
  expect([...bare]).toEqual([])
})

test('a viewer is shown no form that changes the workspace, and each such address refuses them', async () => {
  const inside = (action: string) => /^\/app\/w\//.test(action) && !OWN.test(action)
  const posts = (of: Walker) =>
    crawled.get(of)!.forms.filter(({ method, action }) => method === 'post' && inside(action) && !isQuestion(action))
  expect(posts('vera').map(({ action }) => action)).toEqual([])
  const forms = new Map([...posts('ada'), ...posts('pat')].map(({ action, fields }) => [action, fields]))
  expect(forms.size).toBeGreaterThan(40)
  const wrong: string[] = []
  for (const [action, fields] of forms) {
    office.clock.turn(1000)
    const here = action.replace(/^\/app\/w\/[^/]+/, `/app/w/${CAST.vera.tenant_id}`)
    const { status } = await browser.send('vera', here, new URLSearchParams(fields))
    if (status !== 403 && status !== 404) wrong.push(`${status} ${action}`)
  }
  expect(wrong).toEqual([])
})

/** Opened by the one-time addresses of letters and of the console, by apps that connect, or under other conditions than these. */
const ELSEWHERE = [
  // Where password managers lead to: /.well-known/change-password.
  '/app/account',
  ...['ask', 'account/finish', 'account/sync', 'account/disconnect'].map((act) => `/app/platform/suppliers/${act}`),
  AUTHORIZE,
  // Addresses that the results had before.
  '/app/w/:ws/cohorts/clients',
  '/app/w/:ws/cohorts/hosts',
  // Asked for by the script of a heat map: features/results/page.test.ts.
  '/app/w/:ws/cohorts/card',
  // Asked for by a list while its pages are screened.
  '/app/w/:ws/push/preflight/:page',
  // Of a month that is over: reports/send-report.test.ts.
  '/app/w/:ws/reports/clients/send',
  '/app/w/:ws/reports/:month/send/letter',
  '/setup',
  // Between the password and the code: factors.test.ts.
  '/app/sign-in/second',
  // The answer of a passkey, which needs a browser: passkeys.test.ts.
  ...['/app/sign-in/passkey', '/app/sign-in/passkey/options', '/app/w/:ws/account/factors/passkeys/add'],
  // On the way to an identity provider and back: people/sso.test.ts.
  ...['start', 'callback', 'backchannel'].map((act) => `/app/sso/:id/${act}`),
  '/app/sso/connect',
  '/app/sso/undo',
  '/app/platform/sso/:id/try',
  '/app/w/:ws/account/identities/:id/connect',
  // On the way to Google and back: features/evidence/consent.test.ts.
  ...['/connect/google', '/connect/google/callback', '/app/w/:ws/engines/connect'],
  LEAVE_VIEW,
  '/welcome',
  '/verify',
  '/verify/not-mine',
  '/verify/deny',
  '/sign-up/sent',
  '/waitlist/asked',
  '/reset/sent',
  '/awaiting-approval',
  '/unsubscribe',
  '/unsubscribe/again',
  '/notices',
  '/app/plan',
  // Where one is sent when something is bought, and by Stripe.
  '/app/w/:ws/payments/:id',
  '/app/brand/:file',
  '/app/platform/clock',
  // Of a restored install: restored.test.ts.
  '/app/platform/backups/restored',
  '/docs/explorer',
  // Asked for while pages of a list are still looked at.
  '/app/w/:ws/push/preflight/:page',
  // Addresses of before, which lead to those of now.
  '/app/platform/engines',
  '/app/platform/providers',
  ...['margin', 'billing', 'billing/events', 'billing/tenants/:id', 'plans', 'pack-requests', 'pack-requests/:id'].map(
    (path) => `/app/platform/${path}`,
  ),
  ...['money', 'money/lines', 'money/expected', 'packs', 'plan', 'credits/reserved'].map(
    (path) => `/app/w/:ws/${path}`,
  ),
  '/app/platform/workspaces/:id',
  '/app/w/:ws/credits/csv',
  // Where a part of a new client was refused, or both suppliers are set up: clients.test.ts and suppliers.test.ts send them.
  '/app/w/:ws/clients/:id/rest',
  '/app/platform/suppliers/share',
  // On an agency without pushes, of a server: sample/sample.test.ts.
  '/app/w/:ws/sample',
  // A picture, once a task has fetched it: branding/site-icons.test.ts.
  '/app/w/:ws/clients/:id/icon/:file',
  // In the site of an agency: portal-public.test.ts.
  '/portal/:token',
  '/portal/:token/ask',
  '/portal/:token/help',
  // Asked about where a sentence was typed.
  '/app/w/:ws/palette/do/check',
  ...['xray', 'answer', 'lens'].map((tool) => `/tools/${tool}/:address`),
]

test('every page that there is was opened by somebody', () => {
  const pages = [...crawled.values()].flatMap(({ pages }) => [...pages])
  const screens = site.screens.filter(({ method, path }) => method === 'GET' && !ELSEWHERE.includes(path))
  expect(screens.filter(({ path }) => !reached(path, pages)).map(({ path }) => path)).toEqual([])
})

/** Acts without an API equivalent beside them, and why. Those without one anywhere are in `WITHOUT_EQUIVALENT`. */
const SILENT: [RegExp, string][] = [
  ...WITHOUT_EQUIVALENT.map(([address, why]): [RegExp, string] => [address, why]),
  [
    /\/(push\/preflight|checks\/bill|branding\/preview|reports\/(schedule|[^/]+\/send)\/preview)$/,
    'asked by the page while one types; the button stands beside the bill',
  ],
  [/\/(links\/(push|check|again)|cohorts\/links\/again)$/, 'leads to the bill, which says it'],
  [/\/(links\/(remove|stop)|(jobs|clients)\/picked\/\w+\/ask)$/, 'asks first, and says it there'],
  [/\/jobs\/[^/]+\/check$/, 'a job of a workspace without check credits'],
  [/\/morning\/seen$/, 'what somebody has seen concerns no program'],
  [/\/account\/browser$/, 'kept in this browser alone'],
]

/** What the walk does not type, and some forms do nothing without. */
const TYPED = { urls: 'https://florist.example/roses', comment: 'A good month.' }
/** A source that can be read. */
const SOURCE = 'https://bakery.example/sitemap.xml'

test.each(['ada', 'pat'] as const)(
  'each act that %p is shown says how a program does the same, and asking it changes nothing',
  async (person) => {
    const { forms } = crawled.get(person)!
    const mute = [...silent(forms)].filter(([action]) => !SILENT.some(([address]) => address.test(action)))
    expect(mute).toEqual([])
    const before = whatChanges()
    const answers = await answersTo(person)
    const wrong = answers.filter(({ status, operation }) => status !== 200 || operation === null)
    expect(wrong.map(({ status, action, on }) => `${status} ${action} on ${on}`)).toEqual([])
    // A button that asks suppliers for their balances is the one act that is a read.
    const reads = new Set(answers.flatMap(({ all }) => all).filter((name) => /^(get|list)_/.test(name)))
    reads.delete('get_upstream_balance')
    expect([...reads]).toEqual([])
    expect(new Set(answers.map(({ operation }) => operation)).size).toBeGreaterThan(person === 'pat' ? 70 : 30)
    expect(whatChanges()).toEqual(before)
  },
  CRAWL_MS,
)

/** What forms post besides the inputs of their operation, and why. */
const BESIDES: readonly Exception[] = [
  [/\/engines\/[^/]+\/use$/, ['use'], 'the chosen properties: each is changed by its id'],
  [/\/(push|checks\/new)$/, ['client'], 'a name, which is looked up: the id goes as tenant_id'],
  [/\/(push|checks\/new)$/, ['page', 'sitemap'], 'fill the list, or name the page that waits for its screening'],
  [/\/clients(\/[^/]+\/rest)?$/, ['hosts'], 'one a line: each goes as the host of an IndexNow site'],
  [
    /\/clients\/views$/,
    ['q', 'kind', 'tag', 'view', 'sort', 'dir', 'include_archived'],
    'the filters of the list, which go as filters',
  ],
  [/\/clients\/views\/[^/]+$/, ['was'], 'the name before, which Undo offers again'],
  [/\/clients\/[^/]+\/edit$/, ['new_tags'], 'tags that are typed: they go as tags'],
  [/\/clients\/[^/]+\/credits$/, ['back'], 'how the list was searched and sorted'],
  [/\/cohorts\/notes(\/[^/]+\/delete)?$/, ['back'], 'the results as they were: where the act leads back to'],
  [/\/write$/, ['about', 'ref', 'others'], 'the page that it was written from, and addresses that go in to'],
  [/\/standing(\/[^/]+)?$/, ['interval'], 'goes as interval_minutes'],
  [/\/morning\/give$/, ['id'], 'whom a case is about: goes as tenant_id'],
  [/\/reports\/desk\/(approve|comment)$/, ['period'], 'the list as it was: where the act leads back to'],
  [/\/platform\/users\/[^/]+$/, ['was'], 'the address as drawn: one that stays is not sent, so that no new link is'],
  [/\/notifications\/(add|remove|try-again)$/, ['email'], 'an address of the list, which goes as the whole list'],
  [
    /\/cohorts\/links\/stop$/,
    ['by', 'key', 'day', 'part', 'tenant_id', 'host', 'page_size'],
    'the cell whose links are meant: they go as url_ids',
  ],
  [/\/platform\/users\/[^/]+$/, ['was'], 'the address as it was, which is not sent again'],
  [/\/reports\/clients$/, ['page', 'q', 'share', 'state'], 'the list as it stands, and whether each is handed on too'],
]

test(
  'each form of each role posts only inputs of the operations that it performs, and lets nothing pass that they refuse',
  async () => {
    const wrong: Record<string, string[]> = {}
    for (const person of PEOPLE) {
      if (person === null) continue
      const { forms } = crawled.get(person)!
      const answers = await answersTo(person)
      const found = laxer(forms, answers, office.app.operations, BESIDES)
      if (found.length) wrong[person] = found
    }
    expect(wrong).toEqual({})
  },
  CRAWL_MS,
)

/** Forms after which everybody signs in again; a second passes at each. */
const RENEWED = 400

const whatChanges = () =>
  office.db.read((tx) =>
    ['audit', 'ledger', 'jobs', 'links', 'tenants', 'users'].map((table) => tx.number(`select count(*) from ${table}`)),
  )

/**
 * Forms that need a page with a fault, a chosen client, a stream that is off, or a group rule: jobs/repairs, jobs/move,
 * audit-sinks and people/sso send them.
 */
const SENT_ELSEWHERE = [
  // Where an invitation is open: features/evidence/consent.test.ts has the operation.
  '/app/w/:ws/engines/withdraw',
  // Where Bing Webmaster is connected: features/evidence/bing.test.ts has the operations.
  ...['', '/quota'].map((act) => `/app/w/:ws/engines/bing${act}`),
  // Where a server has a sample, or an agency no push: sample/sample.test.ts.
  '/app/w/:ws/sample',
  '/app/w/:ws/sample/remove',
  // An address that is listed: people/saved-rows.test.ts.
  '/app/w/:ws/notifications/remove',
  // About a page that a client's own member asks for: reports/portal.test.ts.
  '/app/w/:ws/check-page',
  // Offered by the message of the page before: reports/send-report.test.ts and people/letters.test.ts.
  '/app/w/:ws/reports/issues/:id/take-back',
  '/app/w/:ws/write/:id/take-back',
  // The script of a page sends these; test/browser, test/cases and reports/issues/schedule-preview.test.ts see it.
  '/app/w/:ws/reports/schedule/preview',
  '/app/w/:ws/reports/:month/send/preview',
  // With the filters of a saved view: clients/saved-views.test.ts.
  ...['', '/delete'].map((act) => `/app/w/:ws/clients/views/:id${act}`),
  // Where an icon was fetched: branding/site-icons.test.ts has the act.
  '/app/w/:ws/clients/:id/icon/remove',
  // Where archived clients are listed: clients/picked.test.ts.
  '/app/w/:ws/clients/picked/restore',
  ...['push', 'checks/new'].map((page) => `/app/w/:ws/${page}/list`),
  '/r/:token/shown',
  ...['move', 'move-back'].map((act) => `/app/w/:ws/jobs/:id/${act}`),
  '/app/w/:ws/standing/repairs',
  '/app/w/:ws/standing/repairs/:id/stop',
  '/app/platform/sso/:id/rules/remove',
  ...['/app/platform', '/app/w/:ws'].map((base) => `${base}/audit/streams/:id/on`),
]

/** Whether nobody has deleted the account so far. */
const isThere = (who: Walker): boolean =>
  office.db.read((tx) => tx.number('select count(*) from users where id = ?', WALKERS[who].id)) === 1

/** What a form takes away others need: those go last, and leaving goes after them. */
const lateness = ({ action }: Form): number =>
  // What stops single links is asked while there are some that have not left; a link that confirms works until somebody
  // else vouches for its reader, a report answers while it is handed on, and an app that was begun ends with the next.
  /\/links\/(stop|call-off)$|^\/reports\/confirm\?|^\/r\/\w+\/ask$|\/factors\/totp\/./.test(action)
    ? -1
    : // During a view nothing can be changed.
      action.startsWith('/app/platform/view/')
      ? 3
      : /sign-out|\/end$|\/role$|password/.test(action)
        ? 2
        : /delete|decline|refund|cancel|revoke|replace|remove|archive|stop|disconnect|\/plan\/|\/turn$/.test(action)
          ? 1
          : 0

test(
  'every form is taken from everybody who is shown it: done, or refused with a reason',
  async () => {
    const turns: (Form & { person: Walker | null })[][] = [[], [], [], [], []]
    const add = (person: Walker | null, forms: Form[]) => {
      // Questions for the API equivalent were asked above.
      for (const form of forms)
        if (form.method === 'post' && !isQuestion(form.action)) turns[lateness(form) + 1]!.push({ ...form, person })
    }
    for (const person of PEOPLE) add(person, crawled.get(person)!.forms)
    const sent = new Set<string>()
    const wrong: string[] = []
    for (let next = turns.find((turn) => turn.length); next; next = turns.find((turn) => turn.length)) {
      const { person, action, fields, on } = next.shift()!
      // A person who was deleted between two sign-ins has no session to ask with.
      if (person && !browser.cookies.has(person) && !isThere(person)) continue
      const given = new URLSearchParams(fields)
      if (action.endsWith('/standing/new')) given.set('address', SOURCE)
      // Of links that stop, the first may have left: others are asked for as well.
      const which = /\/links\/stop$/.test(action) ? `#${given}` : ''
      if (sent.has(`${person} ${action}${which}`)) continue
      sent.add(`${person} ${action}${which}`)
      office.clock.turn(1000)
      // What is dangerous asks for a sign-in of the last 15 minutes.
      if (sent.size % RENEWED === 1)
        for (const who of browser.cookies.keys()) if (isThere(who)) browser.cookies.delete(who)
      const { status, html } = await browser.send(person, action, given)
      // A form before may have turned the provider off.
      const turned_off = /\/identities\/[^/]+\/connect$/.test(action)
      const gone = status === 404 && (turned_off || lateness({ action } as Form) > 0)
      // The provider of the sample cannot be reached.
      const silent_provider = status === 502 && /(\/sso\/[^/]+\/try|\/identities\/[^/]+\/connect)$/.test(action)
      // An address gets a few of the many e-mails of the log again in a day.
      const enough = status === 429 && action.endsWith('/resend')
      if (![200, 303, 402, 409, 422].includes(status) && !gone && !silent_provider && !enough)
        wrong.push(`${status} ${action} of ${person} on ${on}`)
      if (status === 200) add(person, formsIn(html, action))
    }
    expect(wrong).toEqual([])
    const actions = [...sent].map((one) => one.slice(one.indexOf(' ') + 1))
    const screens = site.screens.filter(
      ({ method, path }) => method === 'POST' && !ELSEWHERE.includes(path) && !SENT_ELSEWHERE.includes(path),
    )
    expect(screens.filter(({ path }) => !reached(path, actions)).map(({ path }) => path)).toEqual([])
  },
  CRAWL_MS,
)
