/** Every link leads somewhere, and every form is taken, for everybody who is shown it. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openSession } from '../../src/domains/accounts/index.ts'
import { refreshOutcome } from '../../src/domains/jobs/index.ts'
import { askInvite } from '../../src/domains/signups/index.ts'
import { AUTHORIZE } from '../../src/doors/oauth.ts'
import { MINUTE } from '../../src/kernel/clock.ts'
import { trackError } from '../../src/kernel/errors.ts'
import { site } from '../../views/site.tsx'
import { generous, WITH_STRIPE } from '../contract/cast.ts'
import { seedExamples as seedBilling } from '../domains/billing/seed.ts'
import { seedExamples as seedDraft } from '../domains/drafts/seed.ts'
import { seedGrant } from '../domains/oauth/seed.ts'
import { pushing, urls } from '../pushing.ts'
import { CAST, type Person } from '../world.ts'
import { browserOf } from './browser.ts'

type Form = { on: string; action: string; method: string; fields: [string, string][] }
type Crawled = { pages: Set<string>; broken: string[]; forms: Form[] }

let office: Awaited<ReturnType<typeof pushing>>
let browser: ReturnType<typeof browserOf>
const people: (Person | null)[] = ['ada', 'ben', 'vera', 'pat', null]
const crawled = new Map<Person | null, Crawled>()
const reports: string[] = []

beforeAll(async () => {
  office = await pushing(500, 500, { lookUpTxt: async () => [], payments: generous, env: WITH_STRIPE })
  browser = browserOf(office)
  await seed()
  for (const person of people) crawled.set(person, await crawl(person))
})
afterAll(() => office.close())

/** Jobs in every condition: settled, shared, cancelled half-way, a check, one that is watched and one of a client. */
async function seed() {
  const order = async (name: string, input: object) =>
    (await office.call<{ id: string }>('ada', name, { preflight: false, ...input })).id
  await office.call('ada', 'create_api_key', { name: 'Nightly push' })
  await office.call('pat', 'update_integrations', { engines: { scan_live: { adapter: 'simulated' } } })
  await office.call('pat', 'create_free_check_block', { target: '203.0.113.0/24', reason: 'A script' })
  await office.call('pat', 'update_email_settings', { host: '127.0.0.1', port: 1, from_address: 'a@b.example' })
  await office.call('pat', 'create_invite', { max_uses: 2 })
  await office.call('ada', 'put_branding', { id: CAST.ada.tenant_id, domain: 'crawled.example' })
  for (const email of ['lu@quay.example', 'mo@quay.example'])
    askInvite(office.app, { email }, { ip: null, user_agent: null, request_id: 'seed' })
  for (const decide of [true, false]) {
    const { id } = await office.call<{ id: string }>('ada', 'create_credit_request', { pack: 'try' })
    if (decide) await office.call('pat', 'approve_credit_request', { id })
  }
  await office.call('ada', 'allocate_credits', { tenant_id: CAST.vera.tenant_id, amount: 20 })
  const settled = await order('submit_index_job', { urls: urls(120, 'smart'), pre_check: true, name: 'Settled' })
  const half = await order('submit_index_job', { urls: urls(10, 'half'), drip_days: 5, name: 'Cancelled' })
  await office.work()
  await office.call('ada', 'cancel_job', { id: half })
  for (const day of [1, 3, 7]) await office.day(day)
  await office.call('ada', 'check_index', { urls: urls(8, 'check') })
  await order('submit_index_job', { urls: urls(6, 'drip'), drip_days: 3, name: 'Under way' })
  await order('submit_index_job', { urls: urls(6, 'bakery'), tenant_id: CAST.vera.tenant_id, name: 'Of the client' })
  await office.work()
  await office.call('ada', 'add_member', { id: CAST.vera.tenant_id, email: CAST.ben.email, role: 'member' })
  await office.call('ada', 'add_indexnow_site', { host: 'crawled.example' })
  const { id: old } = await office.call<{ id: string }>('ada', 'create_sub_tenant', { name: 'Left last year' })
  await office.call('ada', 'update_tenant', { id: old, archived: true })
  trackError(office.app, new Error('odd'), { where: 'take_looks', request_id: null }, office.clock.now())
  await openSession(office.app, CAST.ada.id, { ip: null, user_agent: null })
  office.db.write((tx) => {
    tx.run(
      "update links set state = 'failed' where id = (select min(id) from links where job_id = ? and state = 'not_indexed')",
      settled,
    )
    refreshOutcome(tx, settled)
    // Ben is invited and has not confirmed his address; Vera came from who knows where.
    tx.run("update users set email_verified_at = null where id in ('usr_ben', 'usr_vera')")
    tx.run("update users set password_hash = 'x' where id = 'usr_vera'")
    seedDraft(tx)
    seedBilling(tx)
    // A chargeback keeps a stranger from buying.
    tx.run("insert into billing_accounts (tenant_id, locked_at, locked_by) values ('ten_rival', ?, 'dp_1')", tx.now)
    tx.run(
      `insert into billing_events (id, ref, type, state, tenant_id, mode, cents, actor, created_at, recorded_at)
       values ('evt_1', 'dp_1', 'chargeback', 'open', 'ten_rival', 'test', 900, 'Stripe', ?1, ?1)`,
      tx.now,
    )
    for (const status of ['pending', 'suspended'])
      tx.run(
        `insert into users (id, email, name, status, email_verified_at, created_at, updated_at)
         values ('usr_' || ?1, ?1 || '@quay.example', ?1, ?1, ?2, ?2, ?2)`,
        status,
        tx.now,
      )
    tx.run("insert into refused_addresses values ('ada@northwind.example', ?, '550 no such mailbox')", tx.now)
    return seedGrant(tx)
  })
  reports.push(new URL((await office.call<{ url: string }>('ada', 'share_job_report', { id: settled })).url).pathname)
}

const startsOf = (person: Person | null): string[] =>
  person
    ? ['/app', `/app/w/${CAST[person === 'pat' ? 'ada' : person].tenant_id}`]
    : ['/', '/app/sign-in', '/tools', ...reports]

/** Beyond these, other orders and filters of one list, and other links of one job, are the same page. */
const VARIANTS = 8
const shapeOf = (pathname: string): string => pathname.replace(/\/links\/\d+\//, '/links/*/')

async function crawl(person: Person | null): Promise<Crawled> {
  const found: Crawled = { pages: new Set(), broken: [], forms: [] }
  const queue = startsOf(person).map((path) => ({ path, on: 'the start' }))
  const variants = new Map<string, number>()
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { path, on } = next
    const shape = shapeOf(new URL(path, 'http://localhost:8080').pathname)
    const seen = variants.get(shape) ?? 0
    if (found.pages.has(path) || seen >= VARIANTS) continue
    variants.set(shape, seen + 1)
    found.pages.add(path)
    if (found.pages.size % 50 === 0) office.clock.turn(MINUTE)
    const { status, location, html } = await browser.visit(person, path)
    if (status === 303 && location) queue.push({ path: location, on: path })
    else if (status !== 200) found.broken.push(`${status} ${path} on ${on}`)
    queue.push(...addressesIn(html).map((to) => ({ path: to, on: path })))
    found.forms.push(...formsIn(html, path))
  }
  return found
}

const read = (text: string) =>
  text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&lt;', '<')

/** What a page links to or asks for by itself, on this install. */
const addressesIn = (html: string): string[] =>
  [...html.matchAll(/\s(?:href|hx-get)="([^"]*)"|<iframe[^>]*\ssrc="([^"]*)"/g)]
    .map(([, to, framed]) => read((to ?? framed)!).split('#')[0]!)
    .filter((to) => to.startsWith('/'))

/**
 * Forms with their fields as drawn, of boxes elsewhere on the page the first, once for each address that they have a
 * button for; what htmx sends by itself goes with those around it, here with none.
 */
function formsIn(html: string, on: string): Form[] {
  const fragments = [...html.matchAll(/\shx-post="([^"]+)"/g)].map(([, action]) => read(action!))
  const forms = [...html.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)].flatMap(([, tag, inside]) => {
    const [action, id, method = 'get'] = ['action', 'id', 'method'].map((name) => attribute(tag!, name))
    const buttons = [...inside!.matchAll(/<button([^>]*)>/g)]
      .filter(([, button]) => attribute(button!, 'formmethod') !== 'get')
      .map(([, button]) => attribute(button!, 'formaction'))
    const apart = id ? /<input[^>]*\sform="([^"]+)"[^>]*>/g : /$^/g
    const boxes = [
      ...[...inside!.matchAll(/<(?:input|button)[^>]*\sname="[^>]*>/g)].map(([box]) => box),
      ...[...html.matchAll(apart)].flatMap(([box, form]) => (form === id ? [box] : [])).slice(0, 1),
    ]
    const fields = boxes.map((box): [string, string] => [attribute(box, 'name')!, attribute(box, 'value') ?? ''])
    return [...new Set([action, ...buttons])].flatMap((to) => (to ? [{ on, action: to, method, fields }] : []))
  })
  return [...forms, ...fragments.map((action) => ({ on, action, method: 'post', fields: [] }))]
}

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
  return value === undefined ? undefined : read(value)
}

test.each(people)('every address on every page that %p is shown leads to a page', (person) => {
  expect(crawled.get(person)!.broken).toEqual([])
  expect(crawled.get(person)!.pages.size).toBeGreaterThan(person ? 20 : 4)
})

const patternOf = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`)
const reached = (path: string, addresses: string[]) =>
  addresses.some((address) => patternOf(path).test(new URL(address, 'http://localhost:8080').pathname))

/** Opened by the one-time addresses of letters and of the console, by apps that connect, or under other conditions than these. */
const ELSEWHERE = [
  ...['reset', 'account/finish', 'account/sync', 'account/disconnect'].map((act) => `/app/platform/suppliers/${act}`),
  AUTHORIZE,
  '/setup',
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
  '/docs/explorer/scalar.js',
  '/app/w/:ws/setup/suppliers',
  ...['xray', 'answer', 'lens'].map((tool) => `/tools/${tool}/:address`),
]

test('every page that there is was opened by somebody', () => {
  const pages = [...crawled.values()].flatMap(({ pages }) => [...pages])
  const screens = site.screens.filter(({ method, path }) => method === 'GET' && !ELSEWHERE.includes(path))
  expect(screens.filter(({ path }) => !reached(path, pages)).map(({ path }) => path)).toEqual([])
})

/** What a form takes away others need: those go last, and leaving goes after them. */
const lateness = ({ action }: Form): number =>
  /sign-out|\/end$|password/.test(action)
    ? 2
    : /delete|decline|refund|cancel|revoke|replace|remove|archive|stop|disconnect|\/plan\//.test(action)
      ? 1
      : 0

test('every form is taken from everybody who is shown it: done, or refused with a reason', async () => {
  const queue = people.flatMap((person) => crawled.get(person)!.forms.map((form) => ({ ...form, person })))
  const sent = new Set<string>()
  const wrong: string[] = []
  while (queue.length > 0) {
    queue.sort((a, b) => lateness(a) - lateness(b))
    const { person, action, method, fields, on } = queue.shift()!
    if (method !== 'post' || sent.has(`${person} ${action}`)) continue
    sent.add(`${person} ${action}`)
    office.clock.turn(1000)
    const { status, html } = await browser.send(person, action, new URLSearchParams(fields))
    const gone = status === 404 && lateness({ action } as Form) > 0
    if (![200, 303, 402, 409, 422].includes(status) && !gone) wrong.push(`${status} ${action} of ${person} on ${on}`)
    if (status === 200) queue.push(...formsIn(html, action).map((form) => ({ ...form, person })))
  }
  expect(wrong).toEqual([])
  const actions = [...sent].map((one) => one.slice(one.indexOf(' ') + 1))
  const screens = site.screens.filter(({ method, path }) => method === 'POST' && !ELSEWHERE.includes(path))
  expect(screens.filter(({ path }) => !reached(path, actions)).map(({ path }) => path)).toEqual([])
})
