/** Clients of the REST API as they are, with the report that shows it. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { bodyOf, type House, house, json } from '../doors/house.ts'

let h: House
beforeAll(() => {
  h = house()
})
afterAll(() => h.close())

const URLS = ['https://bakery.example/1']

describe('blanks in a body', () => {
  test.each([
    [{ name: '', tenant_id: '', drip_days: '' }, 'czlonkowski/n8n-mcp PR#776'],
    [{ name: null, tenant_id: null, drip_days: null, smart: null }, 'activepieces/activepieces#9597'],
    [{ tenant_id: '  ', max_credits: '' }, 'Lumeer/engine PR#435'],
    [{ recheck_days: '', preflight: '', smart: '' }, 'windmill-labs/windmill#3692'],
  ])('%j are options that are not given (%s)', async (blanks) => {
    const response = await h.ask('ada', '/api/v1/preflight', json({ urls: URLS, tenant_id: '' }))
    expect(response.status).toBe(200)
    const { error } = await bodyOf(await h.ask('ada', '/api/v1/jobs', json({ urls: URLS, ...blanks })))
    // The house has no supplier: the input was read.
    expect([error.code, error.message]).toEqual(['conflict', expect.stringContaining('No crawl supplier')])
  })

  test('empty a text that a PATCH may empty, and leave the rest of it alone', async () => {
    const patch = (body: object) =>
      h.ask('ada', '/api/v1/tenants/ten_bakery', { ...json(body), method: 'PATCH' }).then((one) => bodyOf(one))
    expect((await patch({ notes: 'Vegan' })).data).toMatchObject({ notes: 'Vegan' })
    expect((await patch({ parent_id: '' })).data).toMatchObject({ notes: 'Vegan' })
    expect((await patch({ notes: '' })).data).toMatchObject({ name: 'Bakery', notes: null })
  })

  test('give a new key no cap, and leave that of a key that is changed', async () => {
    const made = await bodyOf(await h.ask('ada', '/api/v1/api-keys', json({ name: 'Bot', daily_credit_cap: '' })))
    expect(made.data.daily_credit_cap).toBeNull()
    const patch = (daily_credit_cap: unknown) =>
      h.ask('ada', `/api/v1/api-keys/${made.data.id}`, { ...json({ daily_credit_cap }), method: 'PATCH' })
    expect((await bodyOf(await patch(50))).data.daily_credit_cap).toBe(50)
    expect((await bodyOf(await patch(''))).error.details.issues?.[0]?.path).toBe('daily_credit_cap')
    expect((await bodyOf(await patch(null))).data.daily_credit_cap).toBeNull()
  })

  test.each([
    [{ urls: '' }, 'urls'],
    [{ urls: null }, 'urls'],
    [{ urls: URLS, drip_days: 'two' }, 'drip_days'],
    [{ urls: URLS, smart: 'false' }, 'smart'],
    [{ urls: URLS, colour: '' }, 'colour'],
  ])('%j is still refused by its name', async (body, path) => {
    const { error } = await bodyOf(await h.ask('ada', '/api/v1/jobs', json(body)))
    expect([error.code, error.details.issues?.[0]?.path]).toEqual(['validation_failed', path])
  })

  test('a misspelt field is told its right name', async () => {
    const { error } = await bodyOf(await h.ask('ada', '/api/v1/jobs', json({ urls: URLS, tenantId: 'x', dripdays: 2 })))
    expect(error.details.issues).toEqual([
      { path: 'tenantId', message: 'is not a known field: did you mean tenant_id?' },
      { path: 'dripdays', message: 'is not a known field: did you mean drip_days?' },
    ])
  })
})

describe('addresses', () => {
  test.each([
    ['/api/v1//jobs', 'scramjetorg/transform-hub#373'],
    ['//api/v1/jobs', 'eikek/docspell#579'],
    ['/api/v1/jobs/', 'sebastienbarbier/seven23#232'],
    ['//api//v1//jobs//', 'rustdesk/rustdesk-server-pro#299'],
    ['/api/v1/jobs/?page=1', 'sebastienbarbier/seven23#232'],
    ['/api/v1/jobs?_=1764355555', 'RSS-Bridge/rss-bridge PR#1723'],
    ['/api/v1/jobs?_=1&_=2', 'untoldone/bloomapi#70'],
    ['/api/v1/jobs?page=1&utm_source=mail&utm_medium=x&fbclid=y', 'geoadmin/service-stac PR#242'],
    ['/api/v1/jobs?_t=1&_ts=2&nocache=3&cachebust=4', 'untoldone/bloomapi#70'],
    ['/api/v1/jobs?', 'an empty query'],
    ['/api/v1/jobs?tenant_id=&status=&page=', 'czlonkowski/n8n-mcp PR#776'],
    ['/healthz/', 'probes of load balancers'],
    ['//openapi.json', 'generators of clients'],
    ['//.well-known/oauth-authorization-server', 'an issuer with a slash at its end'],
    ['/.well-known/oauth-protected-resource/mcp/', 'vercel/ai#13988'],
  ])('%s is answered (%s)', async (path) => {
    expect((await h.ask('ada', path)).status).toBe(200)
  })

  test('a body arrives whole behind two slashes', async () => {
    const { data } = await bodyOf(await h.ask('ada', '/api/v1//urls/validate/', json({ urls: URLS })))
    expect(data).toMatchObject({ urls: URLS })
  })

  test.each(['/api', '/api/', '/api/v2/jobs', '/api/v1', '/api/v1/nothing', '/api/jobs'])(
    '%s is 404 in JSON',
    async (path) => {
      const response = await h.ask('ada', path)
      expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8'])
      expect((await bodyOf(response)).error.code).toBe('not_found')
    },
  )

  test.each(['page_=1', 'bogus=1', '__proto__=1', 'timestamp=1'])('?%s is refused by its name', async (query) => {
    expect((await h.ask('ada', `/api/v1/jobs?${query}`)).status).toBe(422)
  })
})

describe('a key in the wrong form is told so', () => {
  const KEY = `ipk_${'a'.repeat(38)}`
  test.each([
    [`Bearer "${KEY}"`, 'quotes'],
    [`"Bearer ${KEY}"`, 'quotes'],
    [`Bearer '${KEY}'`, 'quotes'],
    [`Bearer Bearer ${KEY}`, 'twice'],
    [`bearer Bearer ${KEY}`, 'twice'],
    [`Token ${KEY}`, 'begins with Token'],
    [`ApiKey ${KEY}`, 'begins with ApiKey'],
    [`Basic ${btoa(`${KEY}:`)}`, 'begins with Basic'],
    [KEY, 'without its scheme'],
    [`Bearer: ${KEY}`, 'colon'],
    [`Bearer SIGNALPOST_KEY=${KEY}`, 'name before the key'],
    [`Bearer <${KEY}>`, 'brackets'],
    ['Bearer YOUR_API_KEY', 'placeholder'],
    ['Bearer $SIGNALPOST_KEY', 'placeholder'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder as clients send it
    ['Bearer ${SIGNALPOST_KEY}', 'placeholder'],
    ['Bearer {{ $credentials.key }}', 'placeholder'],
  ])('Authorization: %s', async (authorization, words) => {
    for (const path of ['/api/v1/jobs', '/mcp']) {
      const response = await h.ask(null, path, { ...(path === '/mcp' && json({})), headers: { authorization } })
      const text = await response.text()
      expect([path, response.status]).toEqual([path, 401])
      expect(text).toContain(words)
      expect(text).not.toContain(KEY)
    }
  })

  test.each([
    [`"${KEY}"`, 'quotes'],
    [`Bearer ${KEY}`, 'begins with Bearer'],
    ['YOUR_API_KEY', 'placeholder'],
  ])('X-Api-Key: %s', async (key, words) => {
    const response = await h.ask(null, '/api/v1/jobs', { headers: { 'x-api-key': key } })
    expect([response.status, (await bodyOf(response)).error.message]).toEqual([401, expect.stringContaining(words)])
  })

  test.each([
    [`Bearer ${KEY}`, 'The API key is missing, invalid or revoked.'],
    ['Basic YTpi', 'Send an API key: Authorization: Bearer ipk_…'],
  ])('and the usual words otherwise: %s', async (authorization, message) => {
    const response = await h.ask(null, '/api/v1/jobs', { headers: { authorization } })
    expect((await bodyOf(response)).error.message).toBe(message)
  })
})
