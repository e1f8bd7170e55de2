/** Calls of the API from pages of other sites, as browsers make them (CORS protocol, fetch.spec.whatwg.org). */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readConfig } from '../../src/kernel/environment/config.ts'
import { type House, house } from '../doors/house.ts'

const DASH = 'https://dash.northwind.example'
let named: House
let off: House
beforeAll(() => {
  named = house({ env: { SIGNALPOST_CORS_ORIGINS: `${DASH}/, http://localhost:3000` } })
  off = house()
})
afterAll(async () => {
  await named.close()
  await off.close()
})

const asked = (h: House, path: string, origin: string, method = 'POST') =>
  h.ask(null, path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type',
    },
  })
const openTo = ({ headers }: Response) => headers.get('access-control-allow-origin')

describe('an origin that is named', () => {
  test.each([DASH, 'http://localhost:3000'])('%s may ask and read', async (origin) => {
    const before = await asked(named, '/api/v1/jobs', origin)
    expect([before.status, openTo(before)]).toEqual([204, origin])
    expect(before.headers.get('access-control-allow-methods')).toContain('PATCH')
    expect(before.headers.get('access-control-allow-headers')).toMatch(/authorization.*content-type.*idempotency-key/)
    const call = await named.ask('ada', '/api/v1/jobs', { headers: { origin } })
    expect([call.status, openTo(call)]).toEqual([200, origin])
    expect(call.headers.get('access-control-expose-headers')).toMatch(/x-request-id.*ratelimit-remaining.*retry-after/)
    expect(call.headers.get('vary')).toContain('Origin')
    for (const { headers } of [before, call]) expect(headers.get('access-control-allow-credentials')).toBeNull()
  })

  test('reads refusals too', async () => {
    for (const path of ['/api/v1/jobs', '/api/v1/nothing']) {
      const refused = await named.ask(null, path, { headers: { origin: DASH } })
      expect([refused.status >= 400, openTo(refused)]).toEqual([true, DASH])
    }
  })

  test('gets no page, no token and no session', async () => {
    for (const path of ['/app/sign-in', '/r/token', '/docs', '/healthz'])
      expect([path, openTo(await named.ask(null, path, { headers: { origin: DASH } }))]).toEqual([path, null])
  })
})

test.each([
  'https://evil.example',
  'null',
  'https://dash.northwind.example.evil.example',
  'http://dash.northwind.example',
  'https://dash.northwind.example:8443',
])('%s is not named, and reads nothing', async (origin) => {
  expect(openTo(await asked(named, '/api/v1/jobs', origin))).toBeNull()
  expect(openTo(await named.ask('ada', '/api/v1/jobs', { headers: { origin } }))).toBeNull()
})

test('without the setting no origin is answered', async () => {
  expect(openTo(await asked(off, '/api/v1/jobs', DASH))).toBeNull()
  expect(openTo(await off.ask('ada', '/api/v1/jobs', { headers: { origin: DASH } }))).toBeNull()
})

test.each(['*', 'https://dash.northwind.example/app', 'dash.northwind.example', 'null', `${DASH},*`])(
  '%s stops the start',
  (text) => {
    expect(() => readConfig({ SIGNALPOST_CORS_ORIGINS: text })).toThrow('SIGNALPOST_CORS_ORIGINS')
  },
)
