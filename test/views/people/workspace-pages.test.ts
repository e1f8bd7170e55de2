import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { hashPassword, openSession } from '../../../src/domains/accounts/index.ts'
import { callerOfKey } from '../../../src/domains/keys/index.ts'
import { takeDailyCredits } from '../../../src/kernel/scheduling/limits.ts'
import { exactly } from '../../../views/parts/text/format.ts'
import { CAST, type Person, type World, world } from '../../world.ts'
import { browserOf } from '../browser.ts'

let w: World
let browser: ReturnType<typeof browserOf>
beforeAll(() => {
  w = world()
  browser = browserOf(w)
})
afterAll(() => w.close())
beforeEach(() => w.db.write((tx) => void tx.run('delete from api_keys')))

const browse = (person: Person, path: string, form?: Record<string, string>) =>
  form ? browser.send(person, path, form) : browser.visit(person, path)

const KEYS = `/app/w/${CAST.ada.tenant_id}/keys`
const secretIn = (html: string) => /ipk_\w{30,}/.exec(html)?.[0]
const keys = async () => (await w.call<{ items: { id: string }[] }>('ada', 'list_api_keys')).items

test('a key is made on its page, shown once, and works', async () => {
  const { html, headers } = await browse('ada', KEYS, { name: 'Nightly push', role: 'member' })
  const secret = secretIn(html)!
  expect(headers.get('cache-control')).toContain('no-store')
  const list = await browse('ada', KEYS)
  expect(list.html).toContain('Nightly push')
  expect(list.html).toContain(secret.slice(0, 8))
  expect(list.html).not.toContain(secret)
  expect((await browser.visit(null, '/api/v1/me', { authorization: `Bearer ${secret}` })).status).toBe(200)
})

test('a key takes its ceilings on credits from the form, and shows them', async () => {
  await browse('ada', KEYS, { name: 'Bot', role: 'member', daily_credit_cap: '1200', approval_above: '0' })
  expect(await keys()).toMatchObject([{ daily_credit_cap: 1200, approval_above: 0 }])
  expect((await browse('ada', KEYS)).html).toContain('1,200 a day, asks above 0')
  const { status, html } = await browse('ada', KEYS, { name: 'Bot', role: 'member', approval_above: '-1' })
  expect([status, html]).toEqual([
    422,
    expect.stringMatching(/<input[^>]*name="approval_above"[^>]*aria-invalid="true"/),
  ])
  await browse('ada', KEYS, { name: 'Free', role: 'member', daily_credit_cap: '', approval_above: '' })
  expect((await keys())[0]).toMatchObject({ daily_credit_cap: null, approval_above: null })
})

test('name and limits of a key are changed on its page, which says what it used today', async () => {
  const made = { name: 'Bot', role: 'member', rate_per_min: '30', rate_per_day: '500', daily_credit_cap: '40' }
  const secret = secretIn((await browse('ada', KEYS, made)).html)!
  const [{ id }] = (await keys()) as [{ id: string }]
  expect(await keys()).toMatchObject([{ rate_per_min: 30, rate_per_day: 500 }])
  await browser.visit(null, '/api/v1/me', { authorization: `Bearer ${secret}` })
  w.app.limits.save()
  const { caller } = w.db.read((tx) => callerOfKey(tx, secret))!
  w.db.write((tx) => takeDailyCredits(tx, caller, 7))
  const text = (await browse('ada', `${KEYS}/${id}`)).text.replace(/\s+/g, ' ')
  for (const words of ['Calls today 1 of 500', 'Credits today 7 of 40']) expect(text).toContain(words)
  const change = { name: 'Bakery bot', rate_per_min: '90', rate_per_day: '', daily_credit_cap: '', approval_above: '5' }
  expect((await browse('ada', `${KEYS}/${id}`, change)).location).toBe(`${KEYS}/${id}`)
  const limits = { name: 'Bakery bot', rate_per_min: 90, rate_per_day: null, daily_credit_cap: null }
  expect(await keys()).toMatchObject([{ ...limits, approval_above: 5 }])
  const wrong = await browse('ada', `${KEYS}/${id}`, { ...change, rate_per_min: '601' })
  expect([wrong.status, wrong.html]).toEqual([
    422,
    expect.stringMatching(/<input[^>]*name="rate_per_min"[^>]*aria-invalid="true"/),
  ])
  for (const form of [undefined, change]) expect((await browse('ben', `${KEYS}/${id}`, form)).status).toBe(403)
})

test('the role of a key is seen and changed on its page, up to one’s own', async () => {
  await browse('ada', KEYS, { name: 'Bot', role: 'member' })
  const [{ id }] = (await keys()) as [{ id: string }]
  const { html } = await browse('ada', `${KEYS}/${id}`)
  expect(html).toMatch(/<option value="member" selected/)
  await browse('ada', `${KEYS}/${id}`, { name: 'Bot', role: 'client_viewer' })
  expect(await keys()).toMatchObject([{ role: 'client_viewer' }])
  const wrong = await browse('ada', `${KEYS}/${id}`, { name: 'Bot', role: 'emperor' })
  expect([wrong.status, wrong.html]).toEqual([
    422,
    expect.stringMatching(/<select[^>]*name="role"[^>]*aria-invalid="true"/),
  ])
})

test('the secret stands once beside a first call that reads it from the environment', async () => {
  const { html } = await browse('ada', KEYS, { name: 'Bot', role: 'member' })
  expect(html.split(secretIn(html)!)).toHaveLength(2)
  expect(html).toMatch(/curl[^<]*\/api\/v1\/me[^<]*\$SIGNALPOST_KEY/)
})

test('a replacement that is sent twice makes one key and shows the same secret', async () => {
  await browse('ada', KEYS, { name: 'Nightly push', role: 'member' })
  const path = `${KEYS}/${(await keys())[0]!.id}/replace`
  const [, idempotency_key = ''] = /name="idempotency_key" value="([^"]+)"/.exec((await browse('ada', path)).html) ?? []
  expect(idempotency_key).not.toBe('')
  const [first, again] = [
    await browse('ada', path, { idempotency_key }),
    await browse('ada', path, { idempotency_key }),
  ]
  expect(secretIn(first.html)).toBeString()
  expect(secretIn(again.html)).toBe(secretIn(first.html)!)
  expect(await keys()).toHaveLength(2)
})

test('a form that is sent twice makes one key and shows the same secret', async () => {
  const form = { name: 'Nightly push', role: 'member', idempotency_key: 'once' }
  const [first, again] = [await browse('ada', KEYS, form), await browse('ada', KEYS, form)]
  expect(secretIn(again.html)).toBe(secretIn(first.html)!)
  expect(await keys()).toHaveLength(1)
})

test('a key that is being replaced says until when it works, and can be revoked at once', async () => {
  await browse('ada', KEYS, { name: 'Nightly push', role: 'admin' })
  const { id } = (await keys())[0]!
  expect((await browse('ada', `${KEYS}/${id}/replace`)).html).toContain('Replace this key?')
  expect(secretIn((await browse('ada', `${KEYS}/${id}/replace`, {})).html)).toBeString()
  const during = await browse('ada', KEYS)
  expect(during.html).toContain('Works until 3 Nov, 09:00')
  expect(during.html).not.toContain(`${id}/replace"`)
  expect((await browse('ada', `${KEYS}/${id}/revoke`, {})).headers.get('location')).toBe(KEYS)
  expect((await browse('ada', KEYS)).html).toContain('Revoked')
})

test('a revoked key is deleted after a question, by those who may make one', async () => {
  const key = await w.call<{ id: string }>('ada', 'create_api_key', { name: 'Nightly push', role: 'member' })
  const there = `${KEYS}/${key.id}`
  expect((await browse('ada', KEYS)).html).not.toContain(`${there}/delete`)
  await w.call('ada', 'revoke_api_key', { id: key.id })
  for (const page of [KEYS, there]) expect((await browse('ada', page)).html).toContain(`href="${there}/delete"`)
  expect((await browse('ada', `${there}/delete`)).html).toContain('Delete this key?')
  expect((await browse('ben', `${there}/delete`, {})).status).toBe(403)
  expect((await browse('ada', `${there}/delete`, {})).headers.get('location')).toBe(KEYS)
  expect((await browse('ada', KEYS)).html).not.toContain('Nightly push')
  expect((await browse('ada', there)).status).toBe(404)
})

test('what is wrong with a new key is said at its field, and what was given stays', async () => {
  const { status, html } = await browse('ada', KEYS, { name: 'n'.repeat(121), role: 'admin' })
  expect(status).toBe(422)
  expect(html).toMatch(/<input[^>]*name="name"[^>]*aria-invalid="true"/)
  expect(html).toMatch(/<option value="admin" selected/)
})

test('who is no admin sees the keys and nothing that makes, replaces or revokes one', async () => {
  await browse('ada', KEYS, { name: 'Nightly push', role: 'member' })
  const { id } = (await keys())[0]!
  const { html } = await browse('ben', KEYS)
  expect(html).toContain('Nightly push')
  expect(html).not.toContain('Create key')
  expect(html).not.toContain(`/keys/${id}`)
  expect((await browse('ben', `${KEYS}/${id}/revoke`)).status).toBe(403)
  expect((await browse('ben', KEYS, { name: 'Mine', role: 'member' })).status).toBe(403)
})

test('the pages of a workspace show a platform admin what stands in it and below, and nothing of others', async () => {
  await w.call('rita', 'create_api_key', { name: 'Key of a rival' })
  await w.call('ada', 'create_api_key', { name: 'Key of Northwind' })
  const { html } = await browse('pat', KEYS)
  expect(html).toContain('Key of Northwind')
  expect(html).not.toContain('Key of a rival')
  await w.call('pat', 'update_crawl_settings', { routes: { primary: { adapter: 'simulated', enabled: true } } })
  const gift = { tenant_id: CAST.rita.tenant_id, kind: 'index', amount: 1, reason: 'A gift' }
  await w.call('pat', 'adjust_credits', gift)
  const push = { name: 'Push of a rival', urls: ['https://rival.example/'], preflight: false }
  const { id } = await w.call<{ id: string }>('rita', 'submit_index_job', push)
  for (const page of ['', '/jobs', '/palette?q=rival'])
    expect((await browse('pat', KEYS.replace('/keys', page))).html).not.toContain('Push of a rival')
  expect((await browse('pat', `/app/w/${CAST.rita.tenant_id}/jobs`)).html).toContain(`/jobs/${id}`)
})

test('people of an agency cross to its clients and back; those of a client see none but their own', async () => {
  const menu = async (person: Person, tenant_id: string) => {
    const { html } = await browse(person, `/app/w/${tenant_id}`)
    const switcher = html.slice(html.indexOf('id="workspaces"'), html.indexOf('id="person"'))
    return [...switcher.matchAll(/<a href="\/app\/w\/(ten_\w+)"><(?:span|svg)/g)].map(([, id]) => id)
  }
  const [northwind, bakery] = [CAST.ben.tenant_id, CAST.vera.tenant_id]
  expect(await menu('ben', northwind)).toEqual([bakery])
  expect(await menu('ben', bakery)).toEqual([northwind])
  expect(await menu('vera', bakery)).toEqual([])
})

test('somebody sees where they are signed in, and signs out there', async () => {
  const account = `/app/w/${CAST.ben.tenant_id}/account`
  const from = { ip: '192.0.2.7', user_agent: 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0' }
  await openSession(w.app, CAST.ben.id, from)
  const { html } = await browse('ben', account)
  expect(html).toContain('Firefox on Windows')
  const end = /action="([^"]+\/end)"/.exec(html)![1]!
  expect((await browse('ben', end, {})).headers.get('location')).toBe(account)
  expect((await browse('ben', account)).html).not.toContain('Firefox on Windows')
  expect((await browse('vera', end.replace(CAST.ben.tenant_id, CAST.vera.tenant_id), {})).status).toBe(404)
})

test('a password is changed on its page; a wrong or a weak one is refused at its field', async () => {
  const account = `/app/w/${CAST.ben.tenant_id}/account`
  const OLD = 'seven lamps over the harbour'
  const password_hash = await hashPassword(OLD)
  w.db.write((tx) => void tx.run('update users set password_hash = ? where id = ?', password_hash, CAST.ben.id))
  const send = (current_password: string, new_password: string) =>
    browse('ben', `${account}/password`, { current_password, new_password })
  const wrong = await send('not this one at all', 'quiet harbour, nine gulls')
  expect([wrong.status, /name="current_password"[^>]*aria-invalid/.test(wrong.html)]).toEqual([422, true])
  const weak = await send(OLD, 'short')
  expect([weak.status, /name="new_password"[^>]*aria-invalid/.test(weak.html)]).toEqual([422, true])
  expect(weak.html).not.toContain(OLD)
  const done = await send(OLD, 'quiet harbour, nine gulls')
  expect(done.headers.get('location')).toBe(account)
  expect((await browse('ben', account)).headers.get('location')).toContain('/app/sign-in')
  browser.cookies.set(
    'ben',
    done.headers
      .getSetCookie()
      .find((one) => one.startsWith('sid='))!
      .split(';', 1)[0]!,
  )
  expect((await browse('ben', account)).status).toBe(200)
})

test('a profile is one page: name, zone and language are saved there, and times follow', async () => {
  const account = `/app/w/${CAST.ada.tenant_id}/account`
  const row = (at: string, fields: Record<string, string>) => browse('ada', account, { row: at, ...fields })
  const wrong = await row('1', { time_zone: 'Mars/Olympus' })
  expect([wrong.status, /name="time_zone"[^>]*aria-invalid/.test(wrong.html)]).toEqual([422, true])
  expect(wrong.html).toContain('value="Mars/Olympus" selected')
  const before = /datetime="([^"]+)" title="([^"]+)"/.exec((await browse('ada', account)).main)!
  await row('0', { name: 'Ada of Tokyo' })
  await row('2', { locale: 'de' })
  const sent = await row('1', { time_zone: 'asia/tokyo' })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, account])
  const { main } = await browse('ada', account)
  expect(main).toContain('Ada of Tokyo')
  const after = /datetime="([^"]+)" title="([^"]+)"/.exec(main)!
  // The page is in English, and so are its dates.
  expect([after[1], exactly(after[1]!, 'Asia/Tokyo en-GB')]).toEqual([before[1], after[2]!])
  expect(main).toMatch(/<option[^>]*value="de"[^>]*selected/)
  expect(after[2]).not.toBe(before[2])
})

test('a new address waits until its link is opened; a wrong password sends nothing', async () => {
  const account = `/app/w/${CAST.ada.tenant_id}/account`
  const password = 'nine lanterns on the quay'
  const password_hash = await hashPassword(password)
  w.db.write((tx) => void tx.run('update users set password_hash = ? where id = ?', password_hash, CAST.ada.id))
  const send = (current_password: string) =>
    browse('ada', `${account}/email`, { email: 'ada@elsewhere.example', current_password })
  const refused = await send('not this one at all')
  expect([refused.status, /name="current_password"[^>]*aria-invalid/.test(refused.html)]).toEqual([422, true])
  expect((await send('')).status).toBe(422)
  expect((await browse('ada', account)).main).not.toContain('is not verified yet')
  expect((await send(password)).status).toBe(303)
  expect((await browse('ada', account)).main).toContain('<b>ada@elsewhere.example</b> is not verified yet')
})

test('theme, rows and shortcuts are kept in the browser alone', async () => {
  const account = `/app/w/${CAST.ben.tenant_id}/account`
  const sent = await browse('ben', `${account}/browser`, { theme: 'dark', density: 'compact', keys: 'off' })
  const cookies = sent.headers.getSetCookie().map((one) => one.split(';', 1)[0])
  expect(cookies).toEqual(expect.arrayContaining(['theme=dark', 'density=compact', 'keys=off']))
  const odd = await browse('ben', `${account}/browser`, { theme: 'x;y', density: '', keys: 'on' })
  expect(odd.headers.getSetCookie().filter((one) => /^(theme|density|keys)=[^;]/.test(one))).toEqual([])
})

test('somebody deletes their account by its address, and by no other', async () => {
  const account = `/app/w/${CAST.ben.tenant_id}/account`
  const wrong = await browse('ben', `${account}/delete`, { confirm: 'ada@northwind.example' })
  expect([wrong.status, /name="confirm"[^>]*aria-invalid/.test(wrong.html)]).toEqual([422, true])
  const gone = await browse('ben', `${account}/delete`, { confirm: CAST.ben.email })
  expect([gone.status, gone.headers.get('location')]).toEqual([303, '/app/sign-in'])
  expect((await browse('ben', account)).headers.get('location')).toContain('/app/sign-in')
})

test('the switcher leads up from the last of many workspaces', async () => {
  const add = async (name: string, more: object = {}) =>
    (await w.call<{ id: string }>('ada', 'create_sub_tenant', { name, ...more })).id
  for (let at = 0; at < 31; at++) await add(`Branch ${at}`)
  const team = await add('Zebra team', { kind: 'team' })
  const client = await add('Last one', { parent_id: team })
  expect((await browse('ada', `/app/w/${client}`)).html).toContain('Up to <bdi class="nm" title="Zebra team">')
  expect((await browse('ada', `/app/w/${team}`)).html).toContain('Up to <bdi class="nm" title="Northwind">')
  expect((await browse('vera', `/app/w/${CAST.vera.tenant_id}`)).html).not.toContain('Up to ')
})
