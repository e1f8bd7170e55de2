import { afterAll, beforeAll, expect, test } from 'bun:test'
import { contentSecurityPolicy } from '../../src/doors/headers.ts'
import { CAST, type World, world } from '../world.ts'
import { browserOf } from './browser.ts'

let w: World
beforeAll(() => {
  w = world()
})
afterAll(() => w.close())

const send = (path: string, fields: Record<string, string> | string, who: 'ada' | null = 'ada') =>
  browserOf(w).send(who, path, fields)

test.each(['', 'no address', 'ftp://bakery.example/'])('a push of %p is refused at the list of links', async (urls) => {
  const answer = await send(`/app/w/${CAST.ada.tenant_id}/push`, { urls, step: 'review' })
  expect(answer.status).toBe(422)
  expect(answer.html).toMatch(/<textarea[^>]*name="urls"[^>]*aria-invalid="true"/)
})

test('whoever tries too many passwords is told when to come back', async () => {
  const tries = []
  for (let i = 0; i < 7; i++) tries.push(await send('/app/sign-in', { email: 'ada@northwind.example', password: 'no' }))
  const last = tries.at(-1)!
  expect(last.status).toBe(429)
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('a large form is taken from nobody who has not signed in, and one of too many fields from nobody at all', async () => {
  const push = `/app/w/${CAST.ada.tenant_id}/push`
  const large = `step=review&urls=${'%20'.repeat(30_000)}`
  const many = 'a=1&'.repeat(30_000)
  expect((await send('/app/sign-in', large, null)).status).toBe(413)
  expect((await send(push, large, null)).headers.get('location')).toStartWith('/app/sign-in')
  expect((await send(push, large)).status).toBe(422)
  expect((await send(push, many)).status).toBe(413)
})

test('what is too large is refused as 413 with the whole policy and words for people, on a page and beside one', async () => {
  const { raw, cookies, visit } = browserOf(w)
  const push = `/app/w/${CAST.ada.tenant_id}/push`
  await visit('ada', push)
  const form = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' }
  const large = (path: string, more: Record<string, string>, body = `urls=${'x'.repeat(33 << 20)}`) =>
    raw(path, { method: 'POST', headers: { ...form, ...more }, body })
  const signedIn = { cookie: cookies.get('ada')!, referer: `http://localhost:8080${push}` }
  const words = 'A form may have at most 32 MiB. Nothing was changed: go back and send it in parts.'
  const page = await large(push, signedIn)
  const toast = await large(`${push}/preflight`, { ...signedIn, 'hx-request': 'true', 'hx-request-type': 'partial' })
  const stranger = await large('/app/sign-in', {}, `email=${'x'.repeat(65 << 10)}`)
  for (const { status, headers } of [page, toast, stranger])
    expect([status, headers.get('content-security-policy')]).toEqual([413, contentSecurityPolicy()])
  expect(page.main).toContain('<h1>Too much at once</h1>')
  expect(page.text).toContain(words)
  expect(page.html).toContain('<div class="side"')
  expect(toast.html).toContain('role="alert"')
  expect(toast.html).toContain(words)
  expect(stranger.text).toContain(words.replace('32 MiB', '64 KiB'))
  const fields = await large(push, signedIn, 'a=1&'.repeat(30_000))
  expect([fields.status, fields.text]).toEqual([
    413,
    expect.stringContaining('The form may have at most 25,000 fields.'),
  ])
})

const zipped = { 'accept-encoding': 'gzip, br' }

test('pages and fragments travel compressed, also those that carry a status or headers of their own', async () => {
  const base = `/app/w/${CAST.ada.tenant_id}`
  const { visit } = browserOf(w)
  for (const path of [base, `${base}/push`, `${base}/palette?q=`, '/app/sign-in', '/app/nowhere']) {
    const [plain, packed] = [await visit('ada', path), await visit('ada', path, zipped)]
    expect([path, packed.status]).toEqual([path, plain.status])
    const worth = plain.html.length >= 1400
    expect([path, packed.headers.get('content-encoding')]).toEqual([path, worth ? 'gzip' : null])
    if (worth) expect(packed.html.length).toBeLessThan(plain.html.length / 2)
  }
})

test('pages of a workspace say which links may be fetched ahead; fragments and public pages do not', async () => {
  const base = `/app/w/${CAST.ada.tenant_id}`
  const { visit } = browserOf(w)
  const rules = async (path: string, headers?: Record<string, string>) =>
    (await visit('ada', path, headers)).headers.get('speculation-rules')
  for (const path of [base, `${base}/push`, `${base}/jobs`]) {
    const address = /^"(.+)"$/.exec((await rules(path))!)![1]!
    const file = await visit(null, address)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/speculationrules+json'])
    expect(JSON.parse(file.html)).toHaveProperty('prefetch')
  }
  expect(await rules(`${base}/jobs`, { 'hx-request': 'true', 'hx-request-type': 'partial' })).toBeNull()
  expect(await rules('/app/sign-in')).toBeNull()
})

test('signing out ends the session and has the browser clear what it kept, but not its cookies', async () => {
  const { send: post, visit, cookies } = browserOf(w)
  const push = `/app/w/${CAST.ada.tenant_id}/push`
  expect((await visit('ada', push)).headers.get('clear-site-data')).toBeNull()
  const left = await post('ada', '/app/sign-out')
  expect([left.status, left.location, left.headers.get('clear-site-data')]).toEqual([
    303,
    '/app/sign-in',
    '"cache", "storage"',
  ])
  expect((await visit('ada', push)).location).toStartWith('/app/sign-in')
  expect(cookies.has('ada')).toBe(true)
})
