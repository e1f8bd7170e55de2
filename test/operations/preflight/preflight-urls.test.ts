import { afterAll, beforeAll, expect, test } from 'bun:test'
import { callerOf, type World, world } from '../../world.ts'

const page = (body: string, init?: ResponseInit) =>
  new Response(`<!doctype html><head>${body}</head><body>`, { ...init, headers: { 'content-type': 'text/html' } })

let w: World
let site: ReturnType<typeof Bun.serve>
let origin: string
beforeAll(() => {
  w = world({ env: { SIGNALPOST_ALLOW_NETWORKS: '127.0.0.0/8' } })
  site = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const { pathname } = new URL(request.url)
      if (pathname === '/robots.txt') return new Response('User-agent: *\nDisallow: /private')
      if (pathname === '/gone') return page('', { status: 410 })
      if (pathname === '/hidden') return page('<meta name=robots content=noindex>')
      return page('')
    },
  })
  origin = site.url.origin
})
afterAll(() => {
  site.stop(true)
  w.close()
})

type Answer = { counts: Record<string, unknown>; results: Record<string, unknown>[] } & Record<string, unknown>
const preflight = (urls: string[], who: 'ben' | 'vera' = 'ben') => w.call<Answer>(who, 'preflight_urls', { urls })

test('every URL is named in its order, with what stands in its way and what to do about it', async () => {
  const { counts, results } = await preflight(
    ['ok', 'gone', 'hidden', 'private/page'].map((path) => `${origin}/${path}`),
  )
  expect(results).toMatchObject([
    { url: `${origin}/ok`, flags: [], fix: null, status: 200, robots: { verdict: 'allowed' }, noindex: null },
    { url: `${origin}/gone`, flags: ['http_4xx'], fix: expect.any(String), status: 410 },
    { url: `${origin}/hidden`, flags: ['noindex'], noindex: { source: 'meta' } },
    {
      url: `${origin}/private/page`,
      flags: ['robots_blocked'],
      status: null,
      robots: { verdict: 'blocked', rule: { line: 2, text: 'Disallow: /private' } },
    },
  ])
  expect(counts).toMatchObject({
    given: 4,
    valid: 4,
    ready: 1,
    flagged: 3,
    flags: { http_4xx: 1, noindex: 1, robots_blocked: 1, http_5xx: 0 },
  })
})

test('dropped entries are told with their original spelling, and not looked at', async () => {
  const { counts, results, duplicates, invalid } = await preflight([`${origin}/ok`, ` ${origin}/ok#twice`, 'rubbish'])
  expect(results).toHaveLength(1)
  expect(duplicates).toEqual([{ url: `${origin}/ok`, given: ` ${origin}/ok#twice` }])
  expect(invalid).toEqual([{ given: 'rubbish', reason: expect.any(String) }])
  expect(counts).toMatchObject({ given: 3, valid: 1, duplicates: 1, invalid: 1 })
})

test('a list without any valid URL is refused, and each entry is named', async () => {
  await expect(preflight(['rubbish', 'ftp://bakery.example/'])).rejects.toMatchObject({
    status: 422,
    details: {
      issues: [
        { path: 'urls', message: 'contains no valid URL' },
        { path: 'urls', message: expect.stringContaining('rubbish') },
        { path: 'urls', message: expect.stringContaining('ftp://bakery.example/') },
      ],
    },
  })
})

test('more than 10,000 URLs are too many', async () => {
  await expect(preflight(Array(10_001).fill(`${origin}/ok`))).rejects.toMatchObject({ status: 413 })
})

test('a viewer may not ask, a read-only key neither', async () => {
  await expect(preflight([`${origin}/ok`], 'vera')).rejects.toMatchObject({ status: 403 })
  await expect(w.call(callerOf('vera', 'key'), 'preflight_urls', { urls: [`${origin}/ok`] })).rejects.toMatchObject({
    code: 'read_only_key',
  })
})

test('a workspace out of reach is not found', async () => {
  const asked = { urls: [`${origin}/ok`], tenant_id: 'ten_rival' }
  await expect(w.call('ben', 'preflight_urls', asked)).rejects.toMatchObject({ status: 404 })
})

test('ten thousand URLs are answered in one call, each by name', async () => {
  const urls = Array.from({ length: 10_000 }, (_, i) => `${origin}/page-${i}`)
  const { counts, results } = await preflight(urls)
  expect(counts).toMatchObject({ valid: 10_000, ready: 10_000 })
  expect(results.map(({ url }) => url)).toEqual(urls)
})
