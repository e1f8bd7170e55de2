/** Rules of a page for answer engines: 48 cases of one rule, and the odd ones by name. */
import { describe, expect, test } from 'bun:test'
import { type Facts, screenUrls } from '../../../src/domains/preflight/index.ts'
import { explain } from '../../../src/features/answers/findings.ts'
import { answerReaders } from '../../../src/features/answers/judge.ts'
import type { Fields } from '../../../src/kernel/web-fetch/http/head.ts'
import { type SafeFetch, SafeFetchError, type SafeResponse } from '../../../src/kernel/web-fetch/safe-fetch.ts'

const NOW = '2026-11-28T09:00:00.000Z'
const URL = 'https://shop.example/bread'
const TEXT = `<p>${'Fresh rye bread from our own oven, each morning. '.repeat(8)}</p>`

type Site = { robots?: string; status?: number; headers?: [string, string][]; head?: string; type?: string }

const fieldsOf = (lines: readonly [string, string][]): Fields => {
  const all = (wanted: string) => lines.flatMap(([name, value]) => (name === wanted ? [value] : []))
  return { all, get: (name) => all(name).join(', ') || null }
}

const answerTo =
  (site: Site): SafeFetch =>
  async (address): Promise<SafeResponse> => {
    const url = String(address)
    const is_robots = url.endsWith('/robots.txt')
    const headers = fieldsOf([
      ['content-type', is_robots ? 'text/plain' : (site.type ?? 'text/html')],
      ...((!is_robots && site.headers) || []),
    ])
    const text = is_robots
      ? (site.robots ?? '')
      : `<html lang="en"><head>${site.head ?? ''}<title>Rye</title></head><body>${TEXT}`
    const status = is_robots ? 200 : (site.status ?? 200)
    return {
      url,
      status,
      headers,
      body: Buffer.from(text),
      truncated: false,
      head_ms: 1,
      hops: [{ url, status, ip: null, location: null }],
    }
  }

async function factsOf(site: Site, fetch = answerTo(site)): Promise<Facts> {
  const [facts] = await screenUrls([URL], { fetch, now: NOW, readers: answerReaders })
  return facts!
}
const found = async (site: Site): Promise<Record<string, string>> =>
  Object.fromEntries(
    explain((await factsOf(site)).readers!).map(({ engine, verdict, why }) => [engine, `${verdict} ${why}`]),
  )

const RULES = ['nosnippet', 'max-snippet:0', 'max-snippet:100', 'noarchive', 'nocache', 'nocache,noarchive'] as const
const AGENTS = ['robots', 'googlebot', 'bingbot', 'otherbot'] as const
const PLACES = ['meta', 'header'] as const

/** By the documents of the vendors, written out. */
function expected(rule: (typeof RULES)[number], agent: string, place: string): Record<string, string> {
  const verdicts: Record<string, string> = {}
  if (agent === 'robots' || agent === 'googlebot') {
    const why = place === 'meta' ? 'nosnippet' : 'nosnippet_header'
    if (rule === 'nosnippet' || rule === 'max-snippet:0') verdicts.google_ai = `closed ${why}`
    if (rule === 'max-snippet:100') verdicts.google_ai = 'limited max_snippet'
  }
  if (agent === 'robots' || agent === 'bingbot') {
    if (rule === 'nosnippet') verdicts.copilot = 'limited nosnippet'
    if (rule === 'noarchive') verdicts.copilot = 'closed noarchive'
    if (rule.startsWith('nocache')) verdicts.copilot = 'limited nocache'
  }
  if (agent === 'robots' && rule === 'nosnippet') verdicts.apple = 'closed nosnippet'
  return verdicts
}

describe.each(RULES)('%s', (rule) => {
  describe.each(AGENTS)('for %s', (agent) => {
    test.each(PLACES)('in a %s', async (place) => {
      // A name before a rule in a header binds it; a rule for all has none.
      const sent = rule.split(',').map((one) => (agent === 'robots' ? one : `${agent}: ${one}`))
      const site: Site =
        place === 'meta'
          ? { head: `<meta name="${agent}" content="${rule}">` }
          : { headers: sent.map((one) => ['x-robots-tag', one]) }
      expect(await found(site)).toEqual(expected(rule, agent, place))
    })
  })
})

const meta = (content: string, name = 'robots') => `<meta name="${name}" content="${content}">`
const NOINDEX = {
  chatgpt: 'closed noindex',
  google_ai: 'closed noindex',
  copilot: 'closed noindex',
  apple: 'closed noindex',
}

test.each<[string, Site, Record<string, string>]>([
  ['a page without rules is open to all', {}, {}],
  [
    'nosnippet is stricter than max-snippet:-1',
    { head: meta('max-snippet:-1, nosnippet') },
    expected('nosnippet', 'robots', 'meta'),
  ],
  ['a limit that is no number is ignored', { head: meta('max-snippet: abc') }, {}],
  ['a long snippet is enough', { head: meta('max-snippet:200') }, {}],
  ['noindex binds those that state it', { head: meta('noindex') }, NOINDEX],
  ['a past unavailable_after is noindex', { head: meta('unavailable_after: 2026-01-01') }, NOINDEX],
  [
    'a PDF has headers alone',
    { type: 'application/pdf', headers: [['x-robots-tag', 'noarchive']] },
    { copilot: 'closed noarchive' },
  ],
  ['a rule outside the head does not count', { head: `</head><body>${TEXT}${meta('nosnippet')}` }, {}],
  [
    'a name binds what follows in its line',
    { headers: [['x-robots-tag', 'bingbot: noarchive, nosnippet']] },
    { copilot: 'closed noarchive' },
  ],
  [
    'a search crawler is barred while that for training is let in',
    { robots: 'User-agent: OAI-SearchBot\nDisallow: /' },
    { chatgpt: 'closed trade' },
  ],
  [
    'both are barred',
    { robots: 'User-agent: OAI-SearchBot\nUser-agent: GPTBot\nDisallow: /' },
    { chatgpt: 'closed robots' },
  ],
  [
    'training alone has no effect',
    { robots: 'User-agent: GPTBot\nUser-agent: ClaudeBot\nUser-agent: CCBot\nDisallow: /' },
    {},
  ],
  ['a barred user fetcher is a limit', { robots: 'User-agent: Claude-User\nDisallow: /' }, { claude: 'limited user' }],
])('%s', async (_, site, verdicts) => {
  expect(await found(site)).toEqual(verdicts)
})

test('a page that Google and Bing may not crawl stays unread: engines that state no page rule are open by robots.txt', async () => {
  const robots = 'User-agent: *\nDisallow: /\nUser-agent: OAI-SearchBot\nUser-agent: PerplexityBot\nAllow: /'
  const asked: string[] = []
  const serve = answerTo({ robots })
  const facts = await factsOf({}, async (address, options) => {
    asked.push(String(address))
    return serve(address, options)
  })
  const verdicts = explain(facts.readers!)
  expect(asked).toEqual(['https://shop.example/robots.txt'])
  expect(verdicts.find(({ engine }) => engine === 'perplexity')).toBeUndefined()
  expect(verdicts.find(({ engine }) => engine === 'chatgpt')).toMatchObject({ verdict: 'unknown' })
  expect(verdicts.find(({ engine }) => engine === 'claude')).toMatchObject({
    verdict: 'closed',
    rule: { line: 2, text: 'Disallow: /' },
  })
})

test('a redirect to a host that bars Claude alone bars it from there, and nobody else', async () => {
  const own = answerTo({ robots: 'User-agent: Claude-SearchBot\nUser-agent: ClaudeBot\nDisallow: /' })
  const serve = answerTo({})
  const facts = await factsOf({}, async (address, options) => {
    const { host, pathname } = new globalThis.URL(String(address))
    if (host !== 'shop.example') return own(address, options)
    if (pathname === '/robots.txt') return serve(address, options)
    const next = new globalThis.URL('https://elsewhere.example/bread')
    if (!(await options?.follow?.(next))) throw new SafeFetchError('redirects', 'stopped')
    return own(next.href, options)
  })
  expect(explain(facts.readers!).map(({ engine, why }) => `${engine} ${why}`)).toEqual(['claude robots'])
})

test('an open page has no finding, and one that was not read a short one', async () => {
  expect((await factsOf({})).readers).toEqual([])
  expect((await factsOf({ status: 403, headers: [['cf-ray', '1']] })).readers).toEqual(['*?unread'])
})

describe('nothing is inferred', () => {
  const failing =
    (code: 'timeout' | 'redirects'): SafeFetch =>
    async (address, options) =>
      String(address).endsWith('/robots.txt')
        ? answerTo({})(address, options)
        : Promise.reject(new SafeFetchError(code, 'no answer'))

  test.each<[string, SafeFetch]>([
    [
      '403 of Cloudflare',
      answerTo({
        status: 403,
        headers: [
          ['cf-ray', '1'],
          ['server', 'cloudflare'],
        ],
      }),
    ],
    ['401', answerTo({ status: 401 })],
    ['402, pay per crawl', answerTo({ status: 402, headers: [['crawler-price', 'USD 0.01']] })],
    ['429', answerTo({ status: 429, headers: [['retry-after', '3600']] })],
    ['503', answerTo({ status: 503 })],
    ['a time-out', failing('timeout')],
  ])('from %s', async (_, fetch) => {
    const verdicts = explain((await factsOf({}, fetch)).readers!)
    expect(new Set(verdicts.map(({ verdict }) => verdict))).toEqual(new Set(['unknown']))
    expect(verdicts).toHaveLength(10)
  })

  test('from a robots.txt that answers 500', async () => {
    const serve = answerTo({})
    const fetch: SafeFetch = async (address, options) => {
      const answer = await serve(address, options)
      return String(address).endsWith('/robots.txt') ? { ...answer, status: 500 } : answer
    }
    const verdicts = explain((await factsOf({}, fetch)).readers!)
    expect(verdicts.every(({ verdict }) => verdict === 'unknown')).toBe(true)
    expect(verdicts).toHaveLength(10)
  })
})
