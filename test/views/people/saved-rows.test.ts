/** Settings that are saved as they change: a row posts what it shows and nothing else, with script and without. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { CAST, type World, world } from '../../world.ts'
import { browserOf } from '../browser.ts'

const SELF = `/app/w/${CAST.ada.tenant_id}/notifications`
const id = CAST.ada.tenant_id
let w: World
let browser: ReturnType<typeof browserOf>
beforeAll(() => {
  w = world()
  browser = browserOf(w)
})
afterAll(() => w.close())

type Settings = {
  events: string[]
  low_index: number | null
  low_check: number | null
  digest: boolean
  digest_time: string
  recipients: { email: string; listed: boolean; status: string }[]
}
const settings = () => w.call<Settings>('ada', 'get_notifications', { id })
const listed = async () => (await settings()).recipients.flatMap((one) => (one.listed ? [one.email] : []))

/** As htmx asks for a part of the page. */
const partly = async (at: string, fields: string) => {
  await browser.visit('ada', SELF)
  return browser.raw(`${SELF}/${at}`, {
    method: 'POST',
    headers: {
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
      'hx-request': 'true',
      'hx-request-type': 'partial',
      cookie: browser.cookies.get('ada')!,
    },
    body: fields,
  })
}
const undoIn = (html: string) =>
  new URLSearchParams(
    [...html.split('data-undo')[1]!.matchAll(/name="([\w.]+)" value="([^"]*)"/g)].map(([, n, v]) => [n!, v!]),
  )

test('a row answers with itself and a notice, whose Undo is the same form with the values before', async () => {
  const before = await settings()
  const sent = await partly('events', 'row=6&events.job_finished=true')
  expect(sent.status).toBe(200)
  expect(sent.html).toStartWith('<form class="set said" id="events-row-6"')
  expect(sent.html).toContain('<span class="chip ok i-check">Saved</span>')
  expect(sent.html).toContain('<hx-partial hx-target="#toasts" hx-swap="innerHTML">')
  expect(await settings()).toEqual({ ...before, events: ['job_finished', ...before.events] })
  const undo = undoIn(sent.html)
  expect(undo.get('events.job_finished')).toBe('false')
  const undone = await partly('events', undo.toString())
  expect(undone.html).toContain('Finished pushes and checks: as before')
  expect(undone.html).not.toContain('data-undo=')
  expect(await settings()).toEqual(before)
})

test('an emptied field and an entry that is taken off its list are saved as such, and Undo knows them', async () => {
  const before = await settings()
  const none = await partly('events', 'row=0&low_index=&low_check=5&events.low_credits=true')
  expect(await settings()).toMatchObject({ low_index: null, low_check: 5, events: before.events })
  const again = await partly('events', 'row=0&low_index=7&low_check=5&events.low_credits=true')
  expect(undoIn(again.html).get('low_index')).toBe('')
  await partly('events', undoIn(none.html).toString())
  expect(await settings()).toEqual(before)
  await partly('events', 'row=0&low_index=20&low_check=50&events.low_credits=false')
  expect((await settings()).events).toEqual(before.events.filter((one) => one !== 'low_credits'))
  await partly('events', 'row=0&low_index=20&low_check=50&events.low_credits=true')
  expect(await settings()).toEqual(before)
})

test('fields that mean nothing while a row is off are not shown, are kept, and come back with it', async () => {
  await w.call('ada', 'update_notifications', { id, digest_time: '07:30', time_zone: 'Asia/Kolkata' })
  const daily = async () => (await browser.visit('ada', SELF)).main.split('id="daily-row-0"')[1]!.split('</form>')[0]!
  const off = await daily()
  expect(off).toContain('Send no digest')
  expect(off).not.toContain('<select name="digest_time"')
  expect(off).toContain('<input type="hidden" name="digest_time" value="07:30"')
  const fields = Object.fromEntries(
    [...off.matchAll(/<input type="hidden" name="([\w.]+)" value="([^"]*)"/g)].map(([, n, v]) => [n!, v!]),
  )
  const on = await partly('daily', new URLSearchParams({ ...fields, digest: 'true' }).toString())
  expect(on.html).toMatch(/<select[^>]* name="digest_time"/)
  expect(await settings()).toMatchObject({ digest: true, digest_time: '07:30' })
  await partly('daily', undoIn(on.html).toString())
  expect(await settings()).toMatchObject({ digest: false, digest_time: '07:30' })
  expect(await daily()).toBe(off)
})

test('what was so before is no change: no notice, and nothing in the trail', async () => {
  const trail = () => w.db.read((tx) => tx.count("select count(*) from audit where action = 'update_notifications'"))
  const before = trail()
  const { low_index, low_check } = await settings()
  const { html } = await partly('events', `row=0&low_index=${low_index}&low_check=${low_check}&events.low_credits=true`)
  expect(html).not.toContain('hx-partial')
  expect(trail()).toBe(before)
})

test('a refusal is at the field of its row, with what was typed, and saves nothing', async () => {
  const before = await settings()
  const { status, html } = await partly(
    'daily',
    'row=0&digest=true&digest_time=77%3A00&time_zone=UTC&skip_if_unchanged=true',
  )
  expect(status).toBe(422)
  expect(html).toContain('class="error"')
  expect(html).not.toContain('hx-partial')
  // Without script it is the page.
  const page = await browser.send('ada', `${SELF}/events`, { row: '0', low_index: '0', low_check: '6' })
  expect(page.status).toBe(422)
  expect(page.main).toMatch(/name="low_index"[^>]*aria-invalid="true"[^>]*value="0"/)
  expect(page.main).toMatch(/name="low_check"[^>]*value="6"/)
  expect(await settings()).toEqual(before)
})

test('without script the row has a button, and leads back to its page', async () => {
  const { main } = await browser.visit('ada', SELF)
  expect(main).toContain('<button type="submit" class="btn small no-script">Save')
  const sent = await browser.send('ada', `${SELF}/events`, {
    row: '0',
    low_index: '11',
    low_check: '12',
    'events.low_credits': 'true',
  })
  expect([sent.status, sent.location]).toEqual([303, SELF])
  expect(await settings()).toMatchObject({ low_index: 11, low_check: 12 })
})

test.each(['', '9', '-1', 'x', '0.5'])('there is no row %p', async (row) => {
  expect((await browser.send('ada', `${SELF}/events`, { row, low_index: '1' })).status).toBe(404)
})

test('who may not change the settings is refused, and shown no row', async () => {
  expect((await browser.send('ben', `${SELF}/events`, { row: '0', low_index: '1', low_check: '1' })).status).toBe(403)
  expect((await browser.visit('ben', SELF)).main).not.toContain('class="set"')
})

test('an address is added and removed alone; a wrong one stays in its field', async () => {
  const add = (email: string) => browser.send('ada', `${SELF}/add`, { email })
  expect((await add('ben@northwind.example')).status).toBe(303)
  expect((await add('new@florist.example')).status).toBe(303)
  expect(await listed()).toEqual(['ben@northwind.example', 'new@florist.example'])
  const wrong = await add('no address')
  expect(wrong.status).toBe(422)
  expect(wrong.main).toMatch(/name="email"[^>]*aria-invalid="true"[^>]*value="no address"/)
  await browser.send('ada', `${SELF}/remove`, { email: 'ben@northwind.example' })
  expect(await listed()).toEqual(['new@florist.example'])
})

test('the brand is saved part by part, and its preview follows', async () => {
  const at = `/app/w/${id}/branding/look`
  const before = await w.call('ada', 'get_branding', { id })
  await browser.visit('ada', SELF)
  const { html } = await browser.raw(at, {
    method: 'POST',
    headers: {
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
      'hx-request-type': 'partial',
      cookie: browser.cookies.get('ada')!,
    },
    body: 'row=0&accent=%230f766e',
  })
  expect(html).toContain('hx-target="#preview"')
  expect(html).toContain('preview.0f766e.css')
  expect(await w.call('ada', 'get_branding', { id })).toMatchObject({ accent: '#0f766e', from_name: before.from_name })
})

test('name and zone of the workspace are saved there; an empty zone is the one of the workspace above', async () => {
  const page = `/app/w/${CAST.vera.tenant_id}/branding`
  const bakery = () => w.call<Record<string, unknown>>('ada', 'get_tenant', { id: CAST.vera.tenant_id })
  const { main } = await browser.visit('ada', page)
  expect(main.match(/<option value="" selected>[^<]*/)?.[0]).toEndWith('as above (UTC)')
  await w.call('ada', 'update_tenant', { id, time_zone: 'Europe/Berlin' })
  const inherited = async (who: 'ada' | 'vera') =>
    (await w.call<{ inherited_zone: object }>(who, 'get_tenant', { id: CAST.vera.tenant_id })).inherited_zone
  expect(await inherited('ada')).toEqual({ time_zone: 'Europe/Berlin', tenant_id: id, name: 'Northwind' })
  // People of the client alone read the zone, not who is above them.
  expect(await inherited('vera')).toEqual({ time_zone: 'Europe/Berlin', tenant_id: null, name: null })
  const named = (await browser.visit('ada', page)).main.match(/<option value="" selected>[^<]*/)
  expect(named?.[0]).toEndWith('as Northwind (Europe/Berlin)')
  await browser.send('ada', `${page}/workspace`, { row: '1', time_zone: 'Asia/Tokyo' })
  await browser.send('ada', `${page}/workspace`, { row: '0', name: 'Bakery & Sons' })
  expect(await bakery()).toMatchObject({ name: 'Bakery & Sons', time_zone: 'Asia/Tokyo' })
  await browser.send('ada', `${page}/workspace`, { row: '1', time_zone: '' })
  expect(await bakery()).toMatchObject({ name: 'Bakery & Sons', time_zone: null })
  expect((await browser.send('ada', `${page}/workspace`, { row: '0', name: '' })).status).toBe(422)
  expect((await browser.visit('vera', page)).main).not.toContain('class="set"')
})

test('a swatch sends its colour in place of the typed one', async () => {
  const { main } = await browser.visit('ada', `/app/w/${id}/branding`)
  const [swatch] = main.match(/<button type="submit" name="swatch" value="#\w{6}"/) ?? []
  const colour = /#\w{6}/.exec(swatch!)![0]
  // Enter in the field presses the first button of the form, which is Save.
  expect(main.indexOf('btn small no-script')).toBeLessThan(main.indexOf(swatch!))
  await browser.visit('ada', SELF)
  await browser.raw(`/app/w/${id}/branding/look`, {
    method: 'POST',
    headers: {
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
      'hx-request-type': 'partial',
      cookie: browser.cookies.get('ada')!,
    },
    body: `row=0&accent=&swatch=${encodeURIComponent(colour)}`,
  })
  expect(await w.call('ada', 'get_branding', { id })).toMatchObject({ accent: colour })
})

test('one click sends the visitor alone a test letter, five a day', async () => {
  const letters = () =>
    w.db.read((tx) =>
      tx.rows<{ to: string }>(`select to_address as "to" from mails where template = 'daily_digest' order by id`),
    )
  const { html } = await browser.visit('ada', SELF)
  expect(html).toMatch(new RegExp(`action="${SELF}/digest"[^>]*><input type="hidden" name="to" value="me"/?>`))
  expect(html).toContain('Send me a test letter')
  const send = () => partly('digest', 'to=me')
  for (let sent = 1; sent <= 5; sent++) {
    expect((await send()).status).toBeLessThan(400)
    expect(letters()).toEqual(Array(sent).fill({ to: 'ada@northwind.example' }))
  }
  expect((await send()).html).toContain('One address can be sent 5 digests a day by hand')
  expect(letters()).toHaveLength(5)
  expect(w.db.read((tx) => tx.count("select count(*) from audit where action = 'send_digest'"))).toBe(5)
})
