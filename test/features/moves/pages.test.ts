/** Moves a push to another client from its page, and takes that back. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { SECOND } from '../../../src/kernel/time/clock.ts'
import { browserOf, wordIn } from '../../views/browser.ts'
import { CAST } from '../../world.ts'
import { expectFiguresToFit, moving } from './setting.ts'

const AGENCY = `/app/w/${CAST.ada.tenant_id}`

let office: Awaited<ReturnType<typeof moving>>
let browser: ReturnType<typeof browserOf>
let id = ''
let page = ''

beforeEach(async () => {
  office = await moving()
  browser = browserOf(office)
  id = (await office.push(40, { name: 'Autumn' })).id
  await office.work()
  page = `${AGENCY}/jobs/${id}`
})
afterEach(async () => {
  await office.follow()
  expectFiguresToFit(office)
  office.close()
})

const workspaceOf = async (push = id) =>
  office.rows<{ tenant_id: string }>('select tenant_id from jobs where id = ?', push)[0]!.tenant_id
/** The fields that the form of an act on a page has, hidden ones alone. */
function fieldsOf(html: string, act: string): Record<string, string> {
  const [form = ''] = new RegExp(`<form[^>]*action="[^"]*/${act}".*?</form>`, 's').exec(html) ?? []
  return Object.fromEntries(
    [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
  )
}

test('the menu leads to a panel that says exactly what moves, and one click moves it', async () => {
  expect((await browser.visit('ada', page)).html).toContain(`href="${page}?move=1"`)
  const asked = await browser.visit('ada', `${page}?move=1`)
  expect(asked.html).toContain('<option value="ten_florist">Flower shop</option>')
  expect(asked.html).not.toContain(`action="${page}/move"`)
  const { html, text } = await browser.visit('ada', `${page}?move=1&to=ten_florist`)
  expect(text).toMatch(/Index credits\s+40 reserved, 0 used/)
  expect(text).toMatch(/100\s+60/)
  expect(text).toMatch(/Credits:\s+the new client pays for the push, and the client before gets its credits back/)
  expect(text).toContain('Move 40 links')
  const { location, headers } = await browser.send('ada', `${page}/move`, fieldsOf(html, 'move'))
  expect(location).toBe(page)
  expect(wordIn(office, headers)).toContain('Moved to Flower shop: 40 links, 40 reserved and 0 used credits.')
  expect(await workspaceOf()).toBe('ten_florist')
  expect(office.has('ten_bakery')).toMatchObject({ available: 100, reserved: 0 })
})

/** The page after a form, with the notice that it left. */
async function after(sent: Awaited<ReturnType<typeof browser.send>>) {
  const [flash = ''] = sent.headers.getSetCookie().filter((one) => /^(?:__Host-)?flash=/.test(one))
  return browser.visit('ada', sent.location!, { cookie: `${browser.cookies.get('ada')}; ${flash.split(';', 1)[0]}` })
}

test('for ten seconds the notice takes the move back, once, and then says what to do instead', async () => {
  const moved = await browser.send('ada', `${page}/move`, { to: 'ten_florist' })
  const { html } = await after(moved)
  expect(html).toContain('Moved to Flower shop')
  expect(html).toContain(`action="${page}/move-back"`)
  const undo = fieldsOf(html, 'move-back')
  expect(undo).toMatchObject({ to: 'ten_bakery' })
  office.clock.turn(9 * SECOND)
  const undone = await browser.send('ada', `${page}/move-back`, undo)
  expect(wordIn(office, undone.headers)).toContain('Undone: the push is with Bakery again.')
  expect(await workspaceOf()).toBe('ten_bakery')
  expect(office.has('ten_bakery')).toMatchObject({ available: 60, reserved: 40 })
  await browser.send('ada', `${page}/move-back`, undo)
  expect(await workspaceOf()).toBe('ten_bakery')

  await office.follow()
  await browser.send('ada', `${page}/move`, { to: 'ten_florist' })
  office.clock.turn(10 * SECOND)
  const late = await browser.send('ada', `${page}/move-back`, undo)
  expect(wordIn(office, late.headers)).toContain('It is too late to undo the move.')
  expect(await workspaceOf()).toBe('ten_florist')
})

test('credits that the other client lacks are transferred first by the same click, and only those that it names', async () => {
  await office.call('ada', 'allocate_credits', { tenant_id: 'ten_florist', amount: -70 })
  const at = `${page}?move=1&to=ten_florist`
  const { html, text } = await browser.visit('ada', at)
  expect(text).toContain('Flower shop lacks 10 index credits to pay for this push. Northwind can transfer them.')
  expect(text).toContain('Transfer 10 index credits and move')
  const form = fieldsOf(html, 'move')
  await office.call('ada', 'allocate_credits', { tenant_id: 'ten_florist', amount: -5 })
  const stale = await browser.send('ada', `${page}/move`, form)
  expect(stale.status).toBe(402)
  expect(stale.text).toContain('Transfer 15 index credits and move')
  expect(await workspaceOf()).toBe('ten_bakery')
  await browser.send('ada', `${page}/move`, fieldsOf(stale.html, 'move'))
  expect(await workspaceOf()).toBe('ten_florist')
  expect(office.has('ten_florist')).toMatchObject({ available: 0, reserved: 40 })
})

test('a push whose links are on hosts of another client leads to a move there', async () => {
  await office.call('ada', 'add_indexnow_site', { host: 'flowers.example', tenant_id: 'ten_florist' })
  const urls = Array.from({ length: 3 }, (_, i) => `https://flowers.example/${i}`)
  const order = { urls, tenant_id: 'ten_bakery', preflight: false, confirm_foreign_hosts: true }
  const { id: other } = await office.call<{ id: string }>('ada', 'submit_index_job', order)
  const at = `${AGENCY}/jobs/${other}`
  expect((await browser.visit('ada', at)).html).toContain(`href="${at}?move=1&amp;to=ten_florist"`)
  const { text, html } = await browser.visit('ada', `${at}?move=1`)
  expect(text).toContain('Found by host: most of the links are on its hosts')
  await browser.send('ada', `${at}/move`, fieldsOf(html, 'move'))
  expect(await workspaceOf(other)).toBe('ten_florist')
  expect((await browser.visit('ada', at)).text).not.toContain('left out of the reports')
})

test('without a client, or to one that it cannot go to, the panel says so at its field', async () => {
  const none = await browser.send('ada', `${page}/move`, { to: '' })
  expect([none.status, none.text]).toEqual([422, expect.stringContaining('Choose a client.')])
  const same = await browser.send('ada', `${page}/move`, { to: 'ten_bakery' })
  expect([same.status, same.text]).toEqual([422, expect.stringContaining('is the workspace that the push is in')])
})

test('while a move is not finished the panel says so of a third client, and an undo without credits says what lacks', async () => {
  await browser.send('ada', `${page}/move`, { to: 'ten_florist' })
  const third = await browser.visit('ada', `${page}?move=1&to=ten_northwind`)
  expect([third.status, third.text]).toEqual([200, expect.stringContaining('this push is being moved')])
  expect(third.html).not.toContain(`action="${page}/move"`)
  await office.call('ada', 'allocate_credits', { tenant_id: 'ten_bakery', amount: -90 })
  const undone = await browser.send('ada', `${page}/move-back`, { to: 'ten_bakery' })
  expect([undone.status, wordIn(office, undone.headers)]).toEqual([
    303,
    expect.stringContaining('This needs 40 index credits; 10 are available.'),
  ])
  expect(await workspaceOf()).toBe('ten_florist')
})

test('people who cannot move it are not offered to: writers, viewers, and admins of that client alone', async () => {
  for (const [person, at] of [
    ['ben', page],
    ['vera', `/app/w/ten_bakery/jobs/${id}`],
  ] as const) {
    const { status, html } = await browser.visit(person, at)
    expect([person, status]).toEqual([person, 200])
    expect(html).not.toContain('move=1')
    expect((await browser.visit(person, `${at}?move=1`)).html).not.toContain('Move to another client')
  }
  office.db.write((tx) => tx.run("update members set role = 'admin' where user_id = 'usr_vera'"))
  expect((await browser.visit('vera', `/app/w/ten_bakery/jobs/${id}`)).html).not.toContain('move=1')
})

test('from the pages of one client, the agency is led to the push where it is now', async () => {
  const at = `/app/w/ten_bakery/jobs/${id}`
  expect((await browser.visit('ada', at)).html).toContain(`href="${at}?move=1"`)
  const { location } = await browser.send('ada', `${at}/move`, { to: 'ten_florist' })
  expect(location).toBe(`/app/w/ten_florist/jobs/${id}`)
  const old = await browser.visit('ada', at)
  expect([old.status, old.location]).toEqual([303, page])
  expect((await browser.visit('vera', at)).status).toBe(404)
})

test('both ledgers have one line each, and each leads to the push', async () => {
  await browser.send('ada', `${page}/move`, { to: 'ten_florist' })
  for (const [client, sentence, amount] of [
    ['ten_bakery', 'Ada moved a push to another client: 40 index credits back', '+40'],
    ['ten_florist', 'Ada moved a push here for 40 index credits', '−40'],
  ] as const) {
    const base = `/app/w/${client}`
    const { html, text } = await browser.visit('ada', `${base}/credits/ledger`)
    expect(text.split(sentence)).toHaveLength(2)
    expect(text).toContain(amount)
    const [, line] = new RegExp(`href="(${base}/credits/[^"]+)"[^>]*>\\s*<b>${sentence}`).exec(html)!
    const entry = await browser.visit('ada', line!)
    const href = client === 'ten_bakery' ? page : `${base}/jobs/${id}`
    expect(entry.html).toContain(`<a href="${href}"><bdi class="nm" title="Autumn">Autumn</bdi></a>`)
  }
  // A reader of the one client alone has no page of it.
  const [{ id: line }] = office.rows<{ id: string }>(
    "select id from ledger where tenant_id = 'ten_bakery' and reason = 'move'",
  ) as [{ id: string }]
  const entry = await browser.visit('vera', `/app/w/ten_bakery/credits/${line}`)
  expect(entry.status).toBe(200)
  expect(entry.html).not.toContain(`/jobs/${id}`)
})
