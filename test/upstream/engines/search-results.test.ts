import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { normaliseUrl } from '../../../src/domains/preflight/url.ts'
import { isSamePage, resultOf, sightingAmong, siteQuery } from '../../../src/upstream/engines/search-results.ts'

const SEED = 20261121

/** URLs as rows hold them: canonical, with letters, escapes and signs of every kind. */
const letter = fc.constantFrom('a', 'Z', '7', '-', '_', '~', '.', '(', ')', "'", ',', ';', '|', '[', '!', '@', ':', 'é')
const sign = fc.constantFrom('%2F', '%3F', '%26', '%25', '%C3%A9', '%E9', '+', '=', '&')
const word = fc
  .array(fc.oneof({ weight: 4, arbitrary: letter }, sign), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join(''))
const page = fc
  .record({
    host: fc.constantFrom('shop.example', 'www.shop.example', 'bücher.example', 'shop.example:8443', '127.0.0.1:8080'),
    path: fc.array(word, { maxLength: 3 }),
    query: fc.option(word, { nil: undefined }),
  })
  .map(({ host, path, query }) => normaliseUrl(`https://${host}/${path.join('/')}${query ? `?${query}` : ''}`))
  .filter((normalised) => normalised.ok)
  .map((normalised) => (normalised as { url: string }).url)

/** Another spelling of the same page, as far as the draws say. */
const spelling = fc.record({
  plain: fc.boolean(),
  port: fc.boolean(),
  www: fc.boolean(),
  capitals: fc.boolean(),
  slash: fc.boolean(),
  tag: fc.constantFrom('', 'front', 'back'),
  fragment: fc.constantFrom('', '#', '#:~:text=found%20words', '#top'),
  escapes: fc.array(fc.constantFrom('as it is', '%41', '%4a'), { minLength: 40, maxLength: 40 }),
})
type Spelling = typeof spelling extends fc.Arbitrary<infer T> ? T : never

function respelled(url: string, how: Spelling): string {
  const { hostname, port, pathname, search } = new URL(url)
  const www = how.www && /^[a-z]/.test(hostname) && !hostname.startsWith('www.') ? 'www.' : ''
  const host = www + (how.capitals ? hostname.toUpperCase() : hostname)
  const known = port ? `:${port}` : how.port ? (how.plain ? ':80' : ':443') : ''
  const path = how.slash ? (pathname.endsWith('/') ? pathname.slice(0, -1) : `${pathname}/`) : pathname
  const tag = 'srsltid=AfmBOop17FtW1U-6p2i_j'
  const query = [how.tag === 'front' && tag, search.slice(1), how.tag === 'back' && tag].filter(Boolean).join('&')
  const rewritten = escapesRewritten(path + (query && `?${query}`), how.escapes)
  return `http${how.plain ? '' : 's'}://${host}${known}${rewritten}${how.fragment}`
}

/** Every character that delimits nothing may stand escaped, in capital or small digits. */
function escapesRewritten(text: string, how: string[]): string {
  let place = 0
  return text.replace(/srsltid=[\w-]+|%[0-9A-F]{2}|[^/?&=+#]/g, (part) => {
    const way = how[place++ % how.length]
    if (part.length > 3 || way === 'as it is') return part
    const hex = part.length === 3 ? part : `%${part.charCodeAt(0).toString(16).toUpperCase()}`
    return way === '%4a' ? hex.toLowerCase() : hex
  })
}

describe('a result', () => {
  test('in any other spelling of the same page is that page, whichever comes first', () => {
    fc.assert(
      fc.property(page, spelling, spelling, (url, one, other) => {
        const [a, b] = [respelled(url, one), respelled(url, other)]
        expect([a, b, isSamePage(a, b), isSamePage(b, a)]).toEqual([a, b, true, true])
      }),
      { numRuns: 3000, seed: SEED },
    )
  })

  const PARTED: Record<string, (url: URL) => string> = {
    'a longer last word': (url) => `${url.origin}${url.pathname}-2${url.search}`,
    'a page below it': (url) => `${url.origin}${url.pathname.replace(/\/$/, '')}/2${url.search}`,
    'its AMP page': (url) => `${url.origin}${url.pathname.replace(/\/$/, '')}/amp/${url.search}`,
    'one more parameter': (url) => `${url.href}${url.search ? '&' : '?'}page=2`,
    'a parameter of its own tracking': (url) => `${url.href}${url.search ? '&' : '?'}utm_source=mail`,
    'a subdomain': (url) => url.href.replace('//', '//blog.'),
    'a host that begins alike': (url) => url.href.replace(url.hostname, `${url.hostname}.evil.example`),
    'a host that ends alike': (url) => url.href.replace('//', '//not'),
    'another port': (url) => url.href.replace(url.host, `${url.hostname}:9999`),
    'a path in other capitals': (url) => `${url.origin}/X${url.pathname.slice(1)}${url.search}`,
    'an escaped slash': (url) => `${url.origin}/x%2F${url.pathname.slice(1)}${url.search}`,
    "Google's AMP cache": (url) => `https://www.google.com/amp/s/${url.host}${url.pathname}${url.search}`,
    "Google's page cache": (url) => `https://webcache.googleusercontent.com/search?q=cache:${url.href}`,
    'a translation': (url) => `https://translate.google.com/translate?sl=de&u=${encodeURIComponent(url.href)}`,
    'a translating proxy': (url) =>
      url.href.replace(url.hostname, `${url.hostname.replaceAll('.', '-')}.translate.goog`),
    'a redirect of the search engine': (url) => `https://www.google.com/url?q=${encodeURIComponent(url.href)}`,
    'no address': () => 'shop.example › a',
    nothing: () => '',
  }
  test.each(Object.keys(PARTED))('that is %s proves nothing', (name) => {
    fc.assert(
      fc.property(page, (url) => {
        const other = PARTED[name]!(new URL(url))
        expect([url, other, isSamePage(url, other), isSamePage(other, url)]).toEqual([url, other, false, false])
      }),
      { numRuns: 300, seed: SEED },
    )
  })

  test.each([
    ['https://shop.example/a', 'http://www.shop.example/a/'],
    ['https://shop.example', 'https://www.shop.example/#top'],
    ['https://shop.example/%7Ea?b=1', 'https://SHOP.example/~a?b=1#x'],
    ['https://shop.example/a/?b=1', 'https://shop.example/a?b=1'],
    ['https://shop.example/a?b=1', 'https://shop.example/a?srsltid=AfmBOop&b=1'],
    ['https://shop.example/a', 'https://shop.example/a?srsltid=AfmBOop'],
    ['https://bücher.example/straße', 'https://xn--bcher-kva.example/stra%c3%9fe'],
    ['https://shop.example/a(b)', 'https://shop.example/a%28b%29'],
    ['https://shop.example/a|b', 'https://shop.example/a%7Cb'],
    ['https://shop.example./a', 'https://shop.example:443/a'],
    [`https://shop.example/a?q=${'x'.repeat(2000)}`, `http://shop.example/a?q=${'x'.repeat(2000)}`],
  ])('%s is the page %s', (a, b) => {
    expect([isSamePage(a, b), isSamePage(b, a)]).toEqual([true, true])
  })

  test.each([
    ['https://shop.example/page', 'https://shop.example/page-2'],
    ['https://shop.example/page', 'https://shop.example/Page'],
    ['https://shop.example/page', 'https://shop.example/page?a=1'],
    ['https://shop.example/?a=1&b=2', 'https://shop.example/?b=2&a=1'],
    ['https://shop.example/a?next=/', 'https://shop.example/a?next='],
    ['https://shop.example/a%2Fb', 'https://shop.example/a/b'],
    ['https://shop.example/a?b=1%262', 'https://shop.example/a?b=1&2'],
    ['https://shop.example/a+b', 'https://shop.example/a%20b'],
    ['https://shop.example/a?srsltids=1', 'https://shop.example/a'],
    ['https://www.www.shop.example/', 'https://shop.example/'],
    ['https://ada@shop.example/', 'https://shop.example/'],
    ['nonsense', 'nonsense'],
  ])('%s is not the page %s', (a, b) => {
    expect([isSamePage(a, b), isSamePage(b, a)]).toEqual([false, false])
  })
})

describe('a sighting', () => {
  const url = 'https://shop.example/page'
  const among = (entries: unknown[] | null) =>
    sightingAmong(url, {
      query: siteQuery(url),
      results: entries?.map((entry) => resultOf(entry, 'link')) ?? null,
      raw: '{}',
      cost_usd: 0.01,
    })

  test.each([
    [[{ link: url, title: 'The page' }], 'yes', `Found: “The page”, ${url}`],
    [[{ link: url, title: 7 }], 'yes', `Found: ${url}`],
    [[{}, null, { link: 3 }, { link: url }], 'yes', `Found: ${url}`],
    [[], 'no', 'No results of site:shop.example/page'],
    [[{ link: `${url}-2` }], 'no', 'Not among the 1 result of site:shop.example/page'],
    [[{ link: `${url}-2` }, {}], 'unknown', '1 of 2 results of site:shop.example/page came without an address'],
    [[{ link: 'shop.example › page' }], 'unknown', '1 of 1 result of site:shop.example/page came without an address'],
    [[null], 'unknown', '1 of 1 result of site:shop.example/page came without an address'],
    [null, 'unknown', 'The answer to site:shop.example/page held no list of results'],
  ] as const)('among %j is a %s: %s', (entries, indexed, evidence) => {
    expect(among(entries && [...entries])).toEqual({
      indexed,
      method: 'search_result',
      evidence,
      raw: '{}',
      cost_usd: 0.01,
      ...(entries?.length === 0 && { empty: true }),
    })
  })

  test('of a full page without the address is unknown, unless the count says that there is nothing more', () => {
    const results = Array.from({ length: 10 }, (_, i) => ({ url: `https://shop.example/page/${i}`, title: null }))
    const judged = (total?: number | null) =>
      sightingAmong('https://shop.example/page', { query: 'q', results, raw: '', cost_usd: 0, total })
    expect(judged()).toMatchObject({
      indexed: 'unknown',
      evidence: 'Not among the first 10 results of q: a full page is no complete list',
    })
    expect([null, 0, 9, 10, 11].map((total) => judged(total).indexed)).toEqual([
      'unknown',
      'unknown',
      'unknown',
      'no',
      'unknown',
    ])
  })

  test('of any page among its own longer addresses is a no, wherever they stand', () => {
    fc.assert(
      fc.property(page, fc.array(word, { minLength: 1, maxLength: 9 }), (target, tails) => {
        const results = tails.map((tail) => ({ url: `${target}x${tail}`, title: null }))
        const sighting = sightingAmong(target, { query: siteQuery(target), results, raw: '', cost_usd: 0 })
        expect(sighting.indexed).toBe('no')
        const last = [...results, { url: target, title: null }]
        expect(sightingAmong(target, { query: '', results: last, raw: '', cost_usd: 0 }).indexed).toBe('yes')
      }),
      { numRuns: 500, seed: SEED },
    )
  })
})

test.each([
  ['https://in.example/', 'site:in.example/'],
  ['http://www.in.example:8080/a/?q=1&r=2#part', 'site:www.in.example:8080/a/?q=1&r=2'],
  ['https://bücher.example/straße', 'site:xn--bcher-kva.example/stra%C3%9Fe'],
])('the query for %s is %s', (url, query) => {
  expect(siteQuery(url)).toBe(query)
})
