/** Clients and members by hand: added, funded, archived, invited, and taken leave of, without the API. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { grant } from '../../../src/domains/credits/index.ts'
import { DAY, plus } from '../../../src/kernel/time/clock.ts'
import { expectBooksToBalance } from '../../books.ts'
import { CAST, type Person, type World, world } from '../../world.ts'
import { browserOf } from '../browser.ts'

let w: World
let browser: ReturnType<typeof browserOf>
beforeAll(() => {
  w = world()
  browser = browserOf(w)
  w.db.write((tx) => {
    grant(tx, { tenant_id: CAST.ada.tenant_id, kind: 'index', amount: 1000, reason: 'adjustment', actor: 'pat' })
    return null
  })
})
afterAll(() => w.close())

const CLIENTS = `/app/w/${CAST.ada.tenant_id}/clients`
const MEMBERS = `/app/w/${CAST.ada.tenant_id}/members`
const browse = (person: Person, path: string, form?: Record<string, string>) =>
  form ? browser.send(person, path, form) : browser.visit(person, path)
const available = async (tenant_id: string) =>
  (await w.call<{ index: { available: number } }>('ada', 'get_credits', { tenant_id })).index.available

test('a client is added, gets credits from the panel once, and gives some back', async () => {
  const { status, location } = await browse('ada', CLIENTS, { name: 'Flower shop', kind: 'client' })
  expect(status).toBe(303)
  const id = location!.split('/').at(-1)!
  expect((await browse('ada', CLIENTS)).html).toContain('Flower shop')
  await browse('ada', `${CLIENTS}/${id}/credits`, { amount: '300', idempotency_key: 'one-click' })
  await browse('ada', `${CLIENTS}/${id}/credits`, { amount: '300', idempotency_key: 'one-click' })
  expect(await available(id)).toBe(300)
  await browse('ada', `${CLIENTS}/${id}/credits`, { amount: '100', way: 'back' })
  expect(await available(id)).toBe(200)
  expectBooksToBalance(w.db)
  expect((await browse('ada', CLIENTS)).html).toMatch(/Flower shop[\s\S]*?200/)
})

test('a client is made whole on one form: hosts, credits and a person', async () => {
  const form = { hosts: 'one.example\ntwo.example', credits: '40', email: 'mara@quay.example', role: 'client_viewer' }
  const { location } = await browse('ada', CLIENTS, { name: 'Quay', kind: 'client', ...form, idempotency_key: 'whole' })
  const { text } = await browse('ada', location!)
  for (const words of ['one.example', 'two.example', 'mara', 'Invited']) expect(text).toContain(words)
  expect(await available(location!.split('/').at(-1)!)).toBe(40)
  const again = await browse('ada', CLIENTS, { name: 'Quay', kind: 'client', ...form, idempotency_key: 'whole' })
  expect(again.location).toBe(location)
  expect(await available(location!.split('/').at(-1)!)).toBe(40)
  expectBooksToBalance(w.db)
})

test('a part of a new client that is refused is asked again alone, and the rest stays done', async () => {
  const form = { name: 'Half', kind: 'client', hosts: 'three.example\nno host', credits: '999999' }
  const { status, html, text } = await browse('ada', CLIENTS, form)
  expect(status).toBe(422)
  expect(text).toContain('Half is added, with 1 host')
  const [, rest = ''] = /action="([^"]+\/rest)"/.exec(html) ?? []
  expect(html).not.toContain('name="name"')
  expect(html).toMatch(/name="credits"[^>]*aria-invalid="true"/)
  expect(html).not.toContain('three.example')
  const { location } = await browse('ada', rest, { hosts: '', credits: '25' })
  expect(rest).toBe(`${location}/rest`)
  expect(await available(location!.split('/').at(-1)!)).toBe(25)
  expect((await browse('ada', location!)).text).toContain('three.example')
})

test('a hundred hosts are added at a time, and the others are left in the field', async () => {
  const hosts = Array.from({ length: 102 }, (_, i) => `host-${i}.example`).join(' ')
  const { status, html, text } = await browse('ada', CLIENTS, { name: 'Many hosts', kind: 'client', hosts })
  expect([status, text.includes('with 100 hosts'), text.includes('Send the others again')]).toEqual([422, true, true])
  expect(/<textarea[^>]*name="hosts"[^>]*>([^<]*)</.exec(html)![1]!.trim().split(/\s+/)).toEqual([
    'host-100.example',
    'host-101.example',
  ])
})

test('the panel shows what is left on both sides, and stays with the reason when it is refused', async () => {
  const start = await available('ten_bakery')
  const own = await available(CAST.ada.tenant_id)
  const panel = await browse('ada', `${CLIENTS}?q=bake&transfer=ten_bakery&amount=40`)
  expect(panel.text).toContain('Transfer 40 credits')
  const number = (n: number) => new Intl.NumberFormat('en').format(n)
  expect(panel.text).toContain(number(start + 40))
  expect(panel.text).toContain(number(own - 40))
  const credits = `${CLIENTS}/ten_bakery/credits`
  const back = `${CLIENTS}?q=bake&transfer=ten_bakery&amount=40`
  const { location } = await browse('ada', credits, { amount: '40', back })
  expect([location, await available('ten_bakery')]).toEqual([`${CLIENTS}?q=bake`, start + 40])
  await browse('ada', credits, { amount: '40', way: 'back' })
  const refused = await browse('ada', credits, { amount: '9999999', back })
  expect(refused.status).toBe(402)
  expect(refused.html).toMatch(/id="amount"[^>]*aria-invalid="true"/)
  expect(await available('ten_bakery')).toBe(start)
})

test('the panel of more than there is says what there is, offers no button and tells no date beyond two years', async () => {
  const own = await available(CAST.ada.tenant_id)
  const more = (n: number) => browse('ada', `${CLIENTS}?transfer=ten_bakery&amount=${n}`)
  const button = /<button type="submit" class="btn primary wide"( disabled)?/
  const panel = await more(99_999_999)
  expect(panel.text).toContain(`${new Intl.NumberFormat('en').format(own)} index credits available`)
  expect(panel.text).not.toMatch(/\s[-−]\d/)
  expect(button.exec(panel.html)?.[1]).toBe(' disabled')
  expect(panel.main).not.toMatch(/class="pick"[^>]*aria-current/)
  expect(button.exec((await more(1)).html)![1]).toBeUndefined()
  const { check } = await w.call<{ check: { available: number } }>('ada', 'get_credits')
  expect(button.exec((await more(Math.max(own, check.available) + 1)).html)?.[1]).toBe(' disabled')
  w.db.write((tx) => {
    tx.run(
      "update purses set available = available + 9000000 where tenant_id = ? and kind = 'index'",
      CAST.ada.tenant_id,
    )
    for (let day = 0; day < 28; day++)
      tx.run(
        `insert into credit_quarters (tenant_id, quarter, kind, set_aside, used) values ('ten_bakery', ?, 'index', 1, 1)
         on conflict do update set set_aside = 1, used = 1`,
        plus(w.clock.now(), -day * DAY),
      )
    return null
  })
  const long = (await more(9_000_000)).text
  expect(long).toContain('over 2 years')
  expect(long).not.toMatch(/\b\d{5}\b/)
  w.db.write((tx) => {
    tx.run(
      "update purses set available = available - 9000000 where tenant_id = ? and kind = 'index'",
      CAST.ada.tenant_id,
    )
    tx.run("delete from credit_quarters where tenant_id = 'ten_bakery'")
    return null
  })
})

test('a transfer from the page of a client stays there, with the reason when it is refused', async () => {
  const start = await available('ten_bakery')
  const at = `${CLIENTS}/ten_bakery`
  const { main } = await browse('ada', at)
  expect(main).toContain(`href="${at}?transfer=ten_bakery"`)
  expect(main).toContain(`href="/app/w/${CAST.ada.tenant_id}/push?tenant_id=ten_bakery"`)
  const panel = await browse('ada', `${at}?transfer=ten_bakery&amount=40`)
  const [, action = ''] = /<form method="post" action="([^"]+)" class="form"/.exec(panel.main) ?? []
  expect(panel.text).toContain('Transfer 40 credits')
  expect((await browse('ada', action, { amount: '40' })).location).toBe(at)
  expect(await available('ten_bakery')).toBe(start + 40)
  const refused = await browse('ada', action, { amount: '9999999' })
  expect(refused.status).toBe(402)
  expect(refused.html).toMatch(/id="amount"[^>]*aria-invalid="true"/)
  await browse('ada', action, { amount: '40', way: 'back' })
})

test('New push, while an agency looks at a client, is the one of the agency for that client', async () => {
  const { html } = await browse('ada', `/app/w/ten_bakery/jobs`)
  const push = `/app/w/${CAST.ada.tenant_id}/push?tenant_id=ten_bakery`
  expect(html).toContain(`href="${push}"`)
  const page = await browse('ada', push)
  expect(page.main).toMatch(/name="client".*<option value="Bakery" selected/s)
})

test('the panel tells how a program does the same, with the amount that is in it', async () => {
  const { html } = await browse('ada', `${CLIENTS}?transfer=ten_bakery`)
  const [, href = ''] = /formaction="([^"]+ten_bakery\/credits[^"]*)"/.exec(html) ?? []
  const { status, text } = await browse('ada', href.replaceAll('&amp;', '&'), { amount: '12' })
  expect(status).toBe(200)
  for (const words of ['/api/v1/credits/allocate', '&quot;amount&quot;: 12', 'ten_bakery'])
    expect(text).toContain(words)
})

test('the page of a client says what needs somebody there, and who and what it has; the act comes back to it', async () => {
  await w.call('ada', 'add_indexnow_site', { host: 'florist.example', tenant_id: 'ten_bakery' })
  w.db.write((tx) => tx.run("update indexnow_sites set status = 'failing', failing_since = ?, enabled = 1", tx.now))
  const at = `${CLIENTS}/ten_bakery`
  const { text, main } = await browse('ada', at)
  for (const words of [
    'Needs attention',
    'florist.example: the IndexNow key file is missing',
    'Key not found',
    'Vera',
    'Viewer',
  ])
    expect(text).toContain(words)
  const [, fields = ''] = /<form[^>]*action="[^"]*\/morning\/verify"[^>]*>(.*?)<\/form>/s.exec(main) ?? []
  const form = Object.fromEntries(
    [...fields.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
  )
  expect((await browse('ada', `${CLIENTS}/../morning/verify`.replace('clients/../', ''), form)).location).toBe(at)
})

test('before a client is archived its people, credits and links are named, and the way back', async () => {
  await w.call('ada', 'allocate_credits', { tenant_id: 'ten_bakery', amount: 25 })
  const { text } = await browse('ada', `${CLIENTS}/ten_bakery/archive`)
  expect(text).toMatch(/Its \d+ (person|people) cannot open it/)
  expect(text).toContain('Its 25 index credits stay in it and cannot be used meanwhile. Take them back first')
  expect(text).toContain('Show archived')
  await w.call('ada', 'allocate_credits', { tenant_id: 'ten_bakery', amount: -25 })
})

test('a client with pushes or credits is offered to be archived instead of deleted', async () => {
  const { text, html } = await browse('ada', `${CLIENTS}/ten_bakery/delete`)
  expect(text).toContain('Bakery cannot be deleted')
  expect(html).toContain(`href="${CLIENTS}/ten_bakery/archive"`)
  expect(html).not.toContain('name="confirm" autocomplete="off" required')
})

test('what is wrong with a new client is said in its form', async () => {
  const { status, html } = await browse('ada', CLIENTS, { name: '  ', kind: 'client' })
  expect([status, html]).toEqual([422, expect.stringMatching(/<input[^>]*name="name"[^>]*aria-invalid="true"/)])
})

test('a client is archived and restored after a question, and deleted by its name alone', async () => {
  const { location } = await browse('ada', CLIENTS, { name: 'Short stay', kind: 'client' })
  const page = location!
  expect((await browse('ada', `${page}/archive`)).html).toContain('Archive Short stay?')
  await browse('ada', `${page}/archive`, {})
  expect((await browse('ada', CLIENTS)).html).not.toContain('Short stay')
  expect((await browse('ada', `${CLIENTS}?include_archived=true`)).html).toContain('Short stay')
  await browse('ada', `${page}/restore`, {})
  expect((await browse('ada', `${page}/delete`, { confirm: 'short stay' })).status).not.toBe(200)
  expect((await browse('ada', CLIENTS)).html).toContain('Short stay')
  await browse('ada', `${page}/delete`, { confirm: 'Short stay' })
  expect((await browse('ada', `${CLIENTS}?include_archived=true`)).html).not.toContain('Short stay')
})

test("a client's name leads to its page, whose tabs are the pages of its workspace under the menu of the agency", async () => {
  const page = `${CLIENTS}/ten_bakery`
  expect((await browse('ada', CLIENTS)).html).toContain(`href="${page}"`)
  const tabs = (html: string) =>
    [.../<nav class="tabs".*?<\/nav>/s.exec(html)![0].matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
  const menu = (html: string) =>
    [.../<nav class="nav" aria-label="Main".*?<\/nav>/s.exec(html)![0].matchAll(/href="([^"]*)"/g)].length
  const [overview, jobs] = [await browse('ada', page), await browse('ada', '/app/w/ten_bakery/jobs')]
  expect(tabs(overview.html)).toEqual([
    page,
    ...['jobs', 'standing', 'reports', 'credits', 'members', 'branding'].map((one) => `/app/w/ten_bakery/${one}`),
  ])
  expect(tabs(jobs.html)).toEqual(tabs(overview.html))
  expect(menu(jobs.html)).toBe(menu(overview.html))
})

test('name and note of a client are changed, and a name that is too long is said in the form', async () => {
  const page = `${CLIENTS}/ten_bakery`
  const saved = await browse('ada', `${page}/edit`, { name: 'Bakery', kind: 'client', notes: 'Ask for Vera' })
  expect(saved).toMatchObject({ status: 303, location: page })
  expect((await browse('ada', page)).text).toContain('Ask for Vera')
  const { status, html } = await browse('ada', `${page}/edit`, { name: 'x'.repeat(121), kind: 'client', notes: '' })
  expect([status, html]).toEqual([422, expect.stringMatching(/name="name"[^>]*aria-invalid="true"/)])
})

test('a member sees the clients, and no control that they may not use', async () => {
  const list = await browse('ben', CLIENTS)
  expect(list.html).toContain(`href="${CLIENTS}/ten_bakery"`)
  expect(list.html).not.toContain('transfer=')
  const page = await browse('ben', `${CLIENTS}/ten_bakery`)
  expect(page.status).toBe(200)
  for (const act of ['/edit', '/archive', '/delete', 'transfer=']) expect(page.main).not.toContain(act)
  expect((await browse('ben', `${CLIENTS}?transfer=ten_bakery`)).html).not.toContain('name="amount"')
  for (const path of ['new', 'ten_bakery/edit', 'ten_bakery/archive'])
    expect((await browse('ben', `${CLIENTS}/${path}`)).status).toBe(403)
  expect((await browse('ben', `${CLIENTS}/ten_bakery/credits`, { amount: '5' })).status).toBe(403)
  expect((await browse('rita', CLIENTS)).status).toBe(404)
})

test('somebody is invited with a link to hand over, gets another role, and is removed', async () => {
  const invited = await browse('ada', MEMBERS, { email: 'new@northwind.example', role: 'member', name: 'Noa' })
  expect(invited.status).toBe(200)
  expect(invited.html).toContain('/welcome')
  const { items } = await w.call<{ items: { uid: string; email: string; role: string }[] }>('ada', 'list_members', {
    id: CAST.ada.tenant_id,
  })
  const { uid } = items.find(({ email }) => email === 'new@northwind.example')!
  const changed = await browse('ada', `${MEMBERS}/${uid}/role`, { role: 'client_viewer' })
  expect([changed.status, (await browse('ada', MEMBERS)).html]).toEqual([303, expect.stringContaining('Noa')])
  await browse('ada', `${MEMBERS}/${uid}/remove`, {})
  expect((await browse('ada', MEMBERS)).html).not.toContain('Noa')
})

test('the last owner stays, and why is said', async () => {
  const { status } = await browse('ada', `${MEMBERS}/${CAST.ada.id}/remove`, {})
  expect([303, 409]).toContain(status)
  expect((await browse('ada', MEMBERS)).html).toContain(CAST.ada.email)
})

test('credits move for a push only where all that it lacks can be given', async () => {
  const url = 'https://nowhere.example/page'
  const form = { urls: url, push_anyway: url, tenant_id: 'ten_bakery', smart: 'true', step: 'give' }
  w.db.write((tx) => void tx.run("update purses set available = 0 where kind = 'check'"))
  const before = await available('ten_bakery')
  const push = `/app/w/${CAST.ada.tenant_id}/push`
  const [, quoted = ''] = /name="quoted" value="([^"]+)"/.exec((await browse('ada', push, form)).html) ?? []
  expect(quoted).toStartWith('1+1+')
  expect((await browse('ada', push, { ...form, quoted })).status).toBe(402)
  expect([before, await available('ten_bakery')]).toEqual([0, 0])
})

test('credits that were given for a push that is then refused are told of, with the way back', async () => {
  await w.call('pat', 'adjust_credits', { tenant_id: CAST.ada.tenant_id, amount: 50, kind: 'index', reason: 'test' })
  const url = 'https://nowhere.example/other'
  const form = { urls: url, push_anyway: url, tenant_id: 'ten_bakery', step: 'give' }
  w.db.write((tx) => {
    tx.run("update purses set available = 0 where tenant_id = 'ten_bakery'")
    return tx.run("update settings set value = json_set(value, '$.routes', json('{}')) where name = 'crawl'")
  })
  const push = `/app/w/${CAST.ada.tenant_id}/push`
  const [, quoted = ''] = /name="quoted" value="([^"]+)"/.exec((await browse('ada', push, form)).html) ?? []
  const { status, text } = await browse('ada', push, { ...form, quoted })
  expect([status >= 400, text]).toEqual([
    true,
    expect.stringMatching(/transferred .*1 index credit to .*Use them for the next/),
  ])
})

test('an invitation says that an e-mail was sent only where the install sends any', async () => {
  const invited = (email: string) => browse('ada', MEMBERS, { email, role: 'member', idempotency_key: email })
  const silent = (await invited('zoe@northwind.example')).text
  for (const words of ['Invitation ready', 'This install sends no e-mail.', 'Send this link yourself.'])
    expect(silent).toContain(words)
  expect(silent).not.toContain('got an e-mail')
  await w.call('pat', 'update_email_settings', { host: '127.0.0.1', port: 1, from_address: 'a@b.example' })
  expect((await invited('yan@northwind.example')).text).toContain('yan@northwind.example got an e-mail with this link.')
})
