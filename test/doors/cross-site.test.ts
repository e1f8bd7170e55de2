import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type House, house } from './house.ts'

let plain: House
let tls: House
beforeAll(() => {
  plain = house({ env: { SIGNALPOST_SITE_URL: 'http://push.northwind.example' } })
  tls = house({ env: { SIGNALPOST_SITE_URL: 'https://push.northwind.example' } })
})
afterAll(async () => {
  await plain.close()
  await tls.close()
})

const SITE = 'https://push.northwind.example'
const EVIL = 'https://evil.example'

/** A rename of the own profile by cookie: it changes something. */
async function change(h: House, headers: Record<string, string>, method = 'PATCH'): Promise<number> {
  const answer = await fetch(`${h.url}/api/v1/profile`, {
    method,
    headers: { cookie: await h.cookieOf('ada'), 'content-type': 'application/json', ...headers },
    ...(method === 'GET' ? {} : { body: JSON.stringify({ name: 'Ada' }) }),
  })
  return answer.status
}

test.each([
  [{ 'sec-fetch-site': 'same-origin' }, 200],
  [{ 'sec-fetch-site': 'same-origin', origin: SITE }, 200],
  [{ 'sec-fetch-site': 'none' }, 200],
  [{ 'sec-fetch-site': 'none', origin: SITE }, 200],
  [{ 'sec-fetch-site': 'none', origin: EVIL }, 403],
  [{ 'sec-fetch-site': 'same-site', origin: 'https://report.northwind.example' }, 403],
  [{ 'sec-fetch-site': 'cross-site', origin: EVIL }, 403],
  [{ 'sec-fetch-site': 'cross-site', origin: SITE }, 403],
  [{ 'sec-fetch-site': 'anything' }, 403],
  [{ origin: SITE }, 200],
  [{ origin: EVIL }, 403],
  [{ origin: 'null' }, 403],
  [{ origin: 'http://push.northwind.example' }, 403],
  [{}, 403],
])('over TLS, a write by cookie with %o is %d', async (headers, status) => {
  expect(await change(tls, headers as Record<string, string>)).toBe(status)
})

test('on a plain-http install, an Origin equal to Host passes; another does not', async () => {
  const { host } = new URL(plain.url)
  expect(await change(plain, { origin: `http://${host}` })).toBe(200)
  expect(await change(plain, { origin: 'http://push.northwind.example' })).toBe(200)
  expect(await change(plain, { origin: EVIL })).toBe(403)
  expect(await change(plain, {})).toBe(403)
})

test('over TLS, Host is no proof', async () => {
  expect(await change(tls, { origin: tls.url })).toBe(403)
})

test('reading by cookie passes from anywhere, since no GET changes anything', async () => {
  expect(await change(tls, { 'sec-fetch-site': 'cross-site' }, 'GET')).toBe(200)
})

test('an API key skips the check, and then the cookie is not looked at', async () => {
  const key = tls.keyOf('ada')
  expect(await change(tls, { 'sec-fetch-site': 'cross-site', origin: EVIL, authorization: `Bearer ${key}` })).toBe(200)
  expect(await change(tls, { 'sec-fetch-site': 'same-origin', 'x-api-key': 'ipk_wrong' })).toBe(401)
})

test('a session that is over, or of another install, is 401', async () => {
  const over = await fetch(`${tls.url}/api/v1/me`, { headers: { cookie: '__Host-sid=sps_unknown' } })
  expect(over.status).toBe(401)
  expect(await change(tls, { cookie: await plain.cookieOf('ada'), 'sec-fetch-site': 'same-origin' })).toBe(401)
})
