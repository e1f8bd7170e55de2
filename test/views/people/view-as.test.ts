/** A platform admin looks at a workspace as its admin would, and changes nothing. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { sessionCookieName } from '../../../src/domains/accounts/index.ts'
import { LEAVE_VIEW, SIGN_IN, SIGN_OUT } from '../../../src/doors/pages/web.ts'
import { invoke } from '../../../src/kernel/operation/invoke.ts'
import { changes } from '../../../src/kernel/operation/operation.ts'
import { MINUTE } from '../../../src/kernel/time/clock.ts'
import { operations } from '../../../src/operations/index.ts'
import { forgetSignInsTask } from '../../../src/tasks/forget-sign-ins.ts'
import { site } from '../../../views/site.tsx'
import { pushing, urls } from '../../pushing.ts'
import { CAST, callerOf } from '../../world.ts'
import { browserOf } from '../browser.ts'

const BAKERY = CAST.vera.tenant_id
const HERE = `/app/w/${BAKERY}`
const START = `/app/platform/view/${BAKERY}`
const SAYS = 'You are viewing Bakery as its admin.'

let office: Awaited<ReturnType<typeof pushing>>
let browser: ReturnType<typeof browserOf>

beforeEach(async () => {
  office = await pushing(100, 100)
  browser = browserOf(office)
})
afterEach(() => office.close())

const start = (from = `/app/platform/users`, reason: string | null = 'ticket 81') =>
  browser.raw(START, {
    method: 'POST',
    headers: {
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
      cookie: browser.cookies.get('pat')!,
    },
    body: new URLSearchParams({ back: from, ...(reason === null ? {} : { reason }) }).toString(),
  })
/** Pat, signed in, begins to look at the Bakery. */
async function look(from?: string) {
  await browser.visit('pat', '/app')
  const seen = await start(from)
  expect([seen.status, seen.location]).toEqual([303, HERE])
}
type Line = { action: string; actor: string; tenant_id: string; after: string | null; as_platform: number }
const lines = () =>
  office.db.read((tx) =>
    tx.rows<Line>(
      "select action, actor, tenant_id, after, as_platform from audit where action like '%_workspace_view' order by seq",
    ),
  )
const endings = () => lines().flatMap(({ action, after }) => (action.startsWith('end') ? [JSON.parse(after!).how] : []))
const trail = () => office.db.read((tx) => tx.number('select count(*) from audit'))

test('every page of the workspace says whose it is, and is drawn as for its admin', async () => {
  await look()
  for (const path of [
    '',
    '/jobs',
    '/push',
    '/clients',
    '/members',
    '/credits',
    '/branding',
    '/keys',
    '/reports',
    '/account',
  ]) {
    const { status, main, html } = await browser.visit('pat', HERE + path)
    expect([path, status, main.includes(SAYS), main.includes(`action="${LEAVE_VIEW}"`)]).toEqual([
      path,
      200,
      true,
      true,
    ])
    expect(html).not.toContain('/app/platform')
  }
  expect((await browser.visit('pat', '/app')).location).toBe(HERE)
})

test('what is beyond the workspace is not there: other workspaces, the one above, the install', async () => {
  await look()
  for (const path of ['/app/w/ten_northwind', '/app/w/ten_rival', '/app/w/ten_platform', '/app/platform/users'])
    expect([path, (await browser.visit('pat', path)).status]).toEqual([path, 404])
})

test('every form of every page is refused, and leaves no trace', async () => {
  const screens = site.screens.filter(
    (one) => one.method === 'POST' && ![LEAVE_VIEW, SIGN_IN, SIGN_OUT].includes(one.path) && !('anywhere' in one),
  )
  expect(screens.length).toBeGreaterThan(80)
  await look()
  const before = trail()
  for (const { path } of screens) {
    const address = path.replace(':ws', BAKERY).replace(/:\w+/g, 'x')
    const { status, text } = await browser.send('pat', address, { name: 'x' })
    expect([path, status]).toEqual([path, 403])
    expect(text).toContain('Leave the view first')
  }
  expect(trail()).toBe(before)
})

test('every operation that changes something is refused during a view, by the API as by the pages', async () => {
  const caller = { ...callerOf('pat'), role: 'admin', viewing: true } as const
  for (const operation of operations.filter(changes)) {
    const given = { path: {}, rest: {}, ip: null, request_id: 'r' }
    const call = async () => invoke(office.app, operation, caller, given)
    await expect(call()).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('Leave the view'),
    })
  }
  await look()
  const [, cookie] = browser.cookies.get('pat')!.split('=')
  const rest = (method: string, path: string) =>
    browser.raw(`/api/v1${path}`, {
      method,
      headers: {
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
        cookie: `${sessionCookieName(office.app.config)}=${cookie}`,
      },
      ...(method === 'GET' ? {} : { body: '{"name":"Mine"}' }),
    })
  expect((await rest('PATCH', `/tenants/${BAKERY}`)).status).toBe(403)
  expect((await rest('PATCH', '/profile')).status).toBe(403)
  expect((await rest('GET', '/users')).status).toBe(403)
  expect(JSON.parse((await rest('GET', '/me')).html)).toMatchObject({ data: { role: 'admin', platform: false } })
})

test('keys of the person go on as they are', async () => {
  const { secret } = await office.call<{ secret: string }>('pat', 'create_api_key', { name: 'Nightly', role: 'admin' })
  await look()
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
  const answer = await browser.raw(`/api/v1/tenants/${CAST.pat.tenant_id}`, {
    method: 'PATCH',
    headers,
    body: '{"notes":"by key"}',
  })
  expect(answer.status).toBe(200)
})

test('an address that opens a report is shown to its people alone', async () => {
  await office.call('ada', 'allocate_credits', { tenant_id: BAKERY, amount: 20 })
  const order = { tenant_id: BAKERY, urls: urls(5), preflight: false }
  const { id } = await office.call<{ id: string }>('ada', 'submit_index_job', order)
  await office.work()
  await office.call('ada', 'share_job_report', { id })
  await office.call('ada', 'share_month_report', { id: BAKERY, month: '2026-11' })
  expect((await browser.visit('ada', `${HERE}/jobs/${id}`)).html).toContain('/r/spr_')
  await look()
  for (const path of [`/jobs/${id}`, '/reports/2026-11'])
    expect((await browser.visit('pat', HERE + path)).html).not.toMatch(/\/r\/sp[rm]_/)
})

test('leaving leads back to where one was, with one’s own rights; start and end are written down with who', async () => {
  await look('/app/platform/users?q=vera')
  const { location } = await browser.send('pat', LEAVE_VIEW)
  expect(location).toBe('/app/platform/users?q=vera')
  expect((await browser.visit('pat', '/app/platform/users')).status).toBe(200)
  expect((await browser.visit('pat', HERE)).main).not.toContain(SAYS)
  expect(lines()).toMatchObject([
    { action: 'start_workspace_view', actor: CAST.pat.email, tenant_id: BAKERY, as_platform: 1 },
    { action: 'end_workspace_view', actor: CAST.pat.email, tenant_id: BAKERY, as_platform: 1 },
  ])
  expect(endings()).toEqual(['left'])
  expect((await browser.send('pat', LEAVE_VIEW)).location).toBe('/app')
  expect(lines().length).toBe(2)
})

test('a page of another site is no place to go back to', async () => {
  await browser.visit('pat', '/app')
  await start('//evil.example/')
  expect((await browser.send('pat', LEAVE_VIEW)).location).toBe('/app')
})

test('it ends by itself after half an hour, and that is written down', async () => {
  await look()
  office.clock.turn(29 * MINUTE)
  expect((await browser.visit('pat', HERE)).main).toContain(SAYS)
  office.clock.turn(1 * MINUTE)
  expect((await browser.visit('pat', '/app/platform/users')).status).toBe(200)
  await office.run(forgetSignInsTask)
  expect(endings()).toEqual(['time'])
  // The proof of the sign-in is older than 15 minutes by now.
  browser.cookies.delete('pat')
  await look()
  expect(lines().length).toBe(3)
})

/** A page's form as its browser sends it: to its address, with what it carries unseen. */
function sendForm(html: string, action: string, more: Record<string, string>) {
  const [, inner = ''] = new RegExp(`<form[^>]* action="${action}"[^>]*>(.*?)</form>`, 's').exec(html) ?? []
  const hidden = [...inner.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
    ([, name, value]) => [name!, value!] as const,
  )
  return browser.send('pat', action, { ...Object.fromEntries(hidden), ...more })
}
const nameOf = () =>
  office.db.read((tx) => tx.row<{ name: string }>('select name from users where id = ?', CAST.pat.id))
const ACCOUNT = `${HERE}/account`

test('a page that is still open when the time is over changes nothing, and one loaded anew is one’s own', async () => {
  await look()
  const { html } = await browser.visit('pat', ACCOUNT)
  office.clock.turn(31 * MINUTE)
  const before = nameOf()
  const late = await sendForm(html, ACCOUNT, { name: 'Mallory' })
  expect([late.status, late.text]).toEqual([403, expect.stringContaining('Reload the page')])
  // As a page does that has no form: by the address alone, or by the API.
  expect((await browser.send('pat', ACCOUNT, { name: 'Mallory' })).status).toBe(403)
  const api = await browser.raw('/api/v1/profile', {
    method: 'PATCH',
    headers: {
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      cookie: browser.cookies.get('pat')!,
    },
    body: '{"name":"Mallory"}',
  })
  expect([api.status, nameOf()]).toEqual([403, before])
  expect(endings()).toEqual([])
  const own = await browser.visit('pat', ACCOUNT)
  expect([own.main.includes(SAYS), endings()]).toEqual([false, ['time']])
  expect((await sendForm(html, ACCOUNT, { name: 'Mallory' })).status).toBe(403)
  expect((await sendForm(own.html, ACCOUNT, { name: 'Pat' })).status).not.toBe(403)
})

test('a page that is still open when the view was left elsewhere changes nothing', async () => {
  await look()
  const { html } = await browser.visit('pat', ACCOUNT)
  const missing = await browser.visit('pat', `${HERE}/jobs/nowhere`)
  const before = nameOf()
  expect((await sendForm(html, LEAVE_VIEW, {})).status).toBe(303)
  expect((await sendForm(html, ACCOUNT, { name: 'Mallory' })).status).toBe(403)
  expect(nameOf()).toEqual(before)
  // Every form that can be sent says so, the one that asks first and those of a page that was not found too.
  for (const page of [html, missing.html]) {
    const forms = page.match(/<form\b[^>]*method="post"[^>]*>/g) ?? []
    expect(forms.length).toBeGreaterThan(1)
    expect(page.match(/name="drawn_looking_on"/g)?.length).toBe(forms.length)
  }
  expect((await browser.visit('pat', ACCOUNT)).html).not.toContain('drawn_looking_on')
  expect((await sendForm(html, LEAVE_VIEW, {})).location).toBe('/app')
})

test('signing out ends it, and so does the end of the session by other ways', async () => {
  await look()
  await browser.send('pat', SIGN_OUT)
  expect(endings()).toEqual(['sign-out'])
  browser.cookies.delete('pat')
  await look()
  office.db.write((tx) => void tx.run('delete from sessions where user_id = ?', CAST.pat.id))
  await office.run(forgetSignInsTask)
  expect(endings()).toEqual(['sign-out', 'sign-out'])
})

test('who is no platform admin looks at nobody’s workspace, nor does one who was', async () => {
  for (const person of ['ada', 'ben', 'vera'] as const)
    expect([person, (await browser.send(person, START)).status]).toEqual([person, 404])
  expect((await browser.send(null, START)).location).toContain(SIGN_IN)
  expect((await browser.send('pat', '/app/platform/view/nowhere')).status).toBe(404)
  expect(lines()).toEqual([])
  await look()
  office.db.write((tx) => void tx.run('update users set platform_admin = 0 where id = ?', CAST.pat.id))
  expect((await browser.visit('pat', HERE)).status).toBe(404)
})

test('an archived workspace is not looked at', async () => {
  await office.call('ada', 'update_tenant', { id: BAKERY, archived: true })
  await browser.visit('pat', '/app')
  expect((await start()).location).not.toBe(HERE)
  expect(lines()).toEqual([])
})

test('without a reason no view begins; its owner reads who looked, how long, how many pages, and why', async () => {
  await browser.visit('pat', '/app')
  for (const reason of [null, '', '  a ', 'x'.repeat(201)]) expect((await start('/app', reason)).status).toBe(422)
  expect(lines()).toEqual([])
  await look()
  await browser.visit('pat', HERE)
  await browser.visit('pat', `${HERE}/jobs`)
  office.clock.turn(7 * MINUTE)
  await browser.send('pat', LEAVE_VIEW)
  const owner = { ...callerOf('ada') }
  const { items } = await office.call<{ items: object[] }>(owner, 'list_workspace_views', { id: BAKERY })
  expect(items).toMatchObject([{ who: 'Pat', pages: 2, reason: 'ticket 81' }])
  const { main } = await browser.visit('ada', `${HERE}/views`)
  for (const word of ['Pat', 'ticket 81', '7 minutes']) expect(main).toContain(word)
  expect(main).not.toContain('pat@platform.example')
  expect(office.call('rita', 'list_workspace_views', { id: BAKERY })).rejects.toMatchObject({ code: 'not_found' })
})
