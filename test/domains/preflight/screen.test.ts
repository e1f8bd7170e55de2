import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { FIXES } from '../../../src/domains/preflight/facts.ts'
import { createRobotsCache } from '../../../src/domains/preflight/robots/robots-cache.ts'
import { MET_CANONICALS, MET_ROBOTS } from '../../../src/domains/preflight/run.ts'
import { type ScreenOptions, screenUrls } from '../../../src/domains/preflight/screen.ts'
import { type Facts, FLAGS } from '../../../src/domains/preflight/shapes.ts'
import { inPlainEnglish } from '../../../src/kernel/language/say.ts'
import { plus } from '../../../src/kernel/time/clock.ts'
import { parseNetworks } from '../../../src/kernel/web-fetch/addresses.ts'
import { createSafeFetch, type SafeFetch, SafeFetchError } from '../../../src/kernel/web-fetch/safe-fetch.ts'
import { CASES, startWeb, type Web } from '../../upstreams/web.ts'

const NOW = '2026-11-21T09:00:00.000Z'
const USER_AGENT = 'Mozilla/5.0 (compatible; Signalpost/1.0; +https://signalpost.example)'

let web: Web
let fetch: SafeFetch
beforeAll(async () => {
  web = await startWeb({ hosts: 3 })
  fetch = createSafeFetch({ allow_networks: parseNetworks('127.0.0.0/8'), user_agent: USER_AGENT, resolve })
})
afterAll(() => web.stop())

/** Names of the public DNS, all on the main host, but for those that are nowhere. */
async function resolve(host: string): Promise<string[]> {
  if (host.startsWith('nowhere.')) throw new Error('NXDOMAIN')
  return ['127.0.0.1']
}

/** With the warnings as programs read them. */
const screen = async (urls: string[], options: Partial<ScreenOptions> = {}) =>
  (await screenUrls(urls, { fetch, now: NOW, ...options })).map(inWords)
const inWords = (facts: Facts) => ({ ...facts, warnings: facts.warnings.map(inPlainEnglish) })
const look = async (path: string, options?: Partial<ScreenOptions>) => (await screen([web.url(path)], options))[0]!
const hitsOf = (path: string): number => web.hits.filter((hit) => hit.path === path).length

test('every condition gets its flags, whatever else is looked at in the same run', async () => {
  const cases = CASES.filter((each) => !each.slow)
  const facts = await screen(cases.map(({ path }) => web.url(path)))
  expect(facts.map(({ flags }, index) => [cases[index]!.path, flags])).toEqual(
    cases.map(({ path, flags }) => [path, FLAGS.filter((flag) => flags.includes(flag))]),
  )
})

test('the table of conditions has each flag, alone and behind a redirect, and pages without any', () => {
  const found = new Set(CASES.map(({ flags }) => flags.toSorted().join(' ')))
  for (const flag of ['', ...FLAGS]) expect([flag, found.has(flag)]).toEqual([flag, true])
  for (const flag of FLAGS.filter((one) => one !== 'redirected'))
    expect([flag, found.has([flag, 'redirected'].sort().join(' '))]).toEqual([flag, true])
})

test('what never answers is unreachable when the patience is over', async () => {
  const cases = CASES.filter((each) => each.slow)
  const facts = await screen(
    cases.map(({ path }) => web.url(path)),
    { hop_timeout_ms: 200, robots: createRobotsCache(impatient(200)) },
  )
  expect(facts.map(({ flags }, index) => [cases[index]!.path, flags])).toEqual(
    cases.map(({ path, flags }) => [path, flags]),
  )
})

describe('the facts', () => {
  test('of a page that is all right', async () => {
    expect(await look('/ok')).toEqual({
      url: `${web.origin}/ok`,
      final_url: `${web.origin}/ok`,
      status: 200,
      chain: [{ url: `${web.origin}/ok`, status: 200 }],
      robots: { verdict: 'allowed', rule: null },
      noindex: null,
      canonical: null,
      flags: [],
      warnings: [],
      fix: null,
      bing: { flags: [], robots: { verdict: 'allowed', rule: null }, noindex: null },
      sketch: expect.stringMatching(/^[\w-]{22}$/),
    })
  })

  test('name the whole chain of redirects and its end', async () => {
    expect(await look('/to?url=/chain/1')).toMatchObject({
      final_url: `${web.origin}/chain/0`,
      status: 200,
      chain: [
        { url: `${web.origin}/to?url=/chain/1`, status: 302 },
        { url: `${web.origin}/chain/1`, status: 301 },
        { url: `${web.origin}/chain/0`, status: 200 },
      ],
      fix: FIXES.redirected,
    })
  })

  test('have one line of advice for each flag', async () => {
    const { flags, fix } = await look('/to?url=/noindex')
    expect(flags).toEqual(['noindex', 'redirected'])
    expect(fix).toBe(`${FIXES.noindex}\n${FIXES.redirected}`)
    expect(Object.keys(FIXES)).toEqual([...FLAGS])
    expect(Object.values(FIXES).filter((line) => line.includes('\n') || !line.endsWith('.'))).toEqual([])
  })

  test.each([
    ['/noindex', { source: 'meta', directive: 'noindex' }],
    ['/noindex-googlebot', { source: 'meta', directive: 'googlebot: noindex' }],
    ['/noindex-header-joined', { source: 'header', directive: 'googlebot: noindex' }],
    ['/expired', { source: 'meta', directive: 'unavailable_after: 25 Jun 2010 15:00:00 PST' }],
    ['/noindex-file', { source: 'header', directive: 'none' }],
  ] as const)('of %s say where noindex stands', async (path, noindex) => {
    expect((await look(path)).noindex).toEqual(noindex)
  })

  test.each([
    ['/canonical', '/bread'],
    ['/canonical-header', '/bread'],
    ['/canonical-query', '/canonical-query?page=1&sort=price'],
    ['/canonical-base', '/de/canonical-base'],
    ['/canonical-self', '/canonical-self'],
  ])('of %s name the canonical address', async (path, canonical) => {
    expect((await look(path)).canonical).toBe(web.url(canonical))
  })

  test.each([
    [
      '/odd-header',
      '"X-Robots-Tag: otherbot: noindex, nofollow, noindex" may keep the page out of the index: noindex follows',
    ],
    ['/odd-body', 'A robots meta tag (noindex) outside the head may be obeyed.'],
    ['/index-comment', 'A robots meta tag (noindex) in <noscript> may be obeyed.'],
    ['/odd-name', '<meta name="robot"> with noindex is obeyed by some engines.'],
    ['/odd-both', 'The page says noindex and names another canonical address'],
    ['/odd-title', 'The title says that there is no page ("Page not found"), but the status is 200.'],
    ['/odd-script', 'The page has no text before scripts run.'],
    ['/odd-language', 'The page names 1 language versions (hreflang), but not itself among them.'],
    ['/odd-query?a=1', 'The canonical address leaves out a. Push the address without it.'],
    ['/canonical-chain/2', 'Canonical addresses form a chain: '],
    ['/canonical-circle/a', 'Canonical addresses form a circle: '],
    ['/canonical-to?url=/noindex', 'The canonical address http://127.0.0.1:'],
    ['/chain/2', 'It takes 2 redirects: '],
    ['/slow-start', 'The server took 3.'],
    ['/noindex-bing', 'Bing is blocked by noindex: it gets no IndexNow ping for the page.'],
    ['//robots-google/ok', 'Only Google is blocked, by robots.txt; Bing can show the page.'],
    ['/refresh-body', 'The page redirects visitors to'],
  ])('of %s warn of what is no flag, once', async (path, start) => {
    const { warnings } = await look(path)
    expect(warnings.map((warning) => warning.slice(0, start.length))).toEqual([start])
  })

  test('of two X-Robots-Tag lines judge each by itself', async () => {
    const robots = (...lines: string[]) => lines.map((line) => `X-Robots-Tag: ${line}\r\n`).join('')
    const answers: Record<string, string> = {
      '/all': robots('otherbot: noindex, nofollow', 'noindex'),
      '/other': robots('googlebot: nofollow', 'otherbot: noindex'),
    }
    const server = Bun.listen({
      hostname: '127.0.0.1',
      port: 0,
      socket: {
        data(socket, bytes) {
          const head = answers[bytes.toString().split(' ', 2)[1]!] ?? ''
          socket.end(`HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n${head}Content-Length: 0\r\n\r\n`)
        },
      },
    })
    const [all, other] = await screen(['/all', '/other'].map((path) => `http://127.0.0.1:${server.port}${path}`))
    server.stop(true)
    expect(all).toMatchObject({ flags: ['noindex'], noindex: { source: 'header', directive: 'noindex' }, warnings: [] })
    expect(other).toMatchObject({ flags: [], noindex: null, warnings: [] })
  })

  test('of a canonical address of another scheme that does not answer warn of both', async () => {
    const { warnings } = await look('/odd-scheme')
    expect(warnings).toEqual([
      'The page is http, its canonical address https. Use the scheme that the site is served with.',
      `The canonical address ${web.url('/odd-scheme').replace('http:', 'https:')} gives no answer. Name one that answers 200 and can be indexed.`,
    ])
  })

  test('of a chain show its hops', async () => {
    const hops = (path: string, count: number) =>
      Array.from({ length: count }, (_, index) => web.url(`/${path}/${count - 1 - index}`)).join(' → ')
    expect((await look('/canonical-chain/2')).warnings[0]).toContain(`: ${hops('canonical-chain', 3)}. `)
    expect((await look('/chain/3')).warnings[0]).toContain(`: ${hops('chain', 4)}. `)
    const circle = ['a', 'b', 'a'].map((name) => web.url(`/canonical-circle/${name}`)).join(' → ')
    expect((await look('/canonical-circle/a')).warnings[0]).toContain(`: ${circle}. `)
  })

  test('of a page with several canonical addresses warn of them', async () => {
    const { flags, canonical, warnings } = await look('/canonical-conflict')
    expect([flags, canonical]).toEqual([['canonical_elsewhere'], `${web.origin}/canonical-conflict`])
    expect(warnings).toEqual(['The page states 2 different canonical addresses. Keep only the right one.'])
  })

  test('compare a canonical address with the end of the chain, not with its beginning', async () => {
    expect((await look('/to?url=/canonical-self')).flags).toEqual(['redirected'])
    expect((await look(`/to?url=/canonical-slash`)).flags).toEqual(['redirected', 'canonical_elsewhere'])
  })

  test('of a page under an international name find it canonical to itself', async () => {
    const url = `http://xn--bcher-kva.example:${new URL(web.origin).port}/canonical-self`
    expect((await screen([url]))[0]).toMatchObject({ flags: [], canonical: url, final_url: url })
  })
})

describe('robots.txt', () => {
  test('that blocks a page keeps us from asking for it, and the page carries that flag alone', async () => {
    const before = hitsOf('/private/noindex')
    expect(await look('/private/noindex')).toMatchObject({
      flags: ['robots_blocked'],
      robots: { verdict: 'blocked', rule: { line: 6, text: 'Disallow: /private/' } },
      status: null,
      chain: [],
      noindex: null,
    })
    expect(hitsOf('/private/noindex')).toBe(before)
  })

  test('that blocks the target of a redirect keeps us from following it', async () => {
    const before = hitsOf('/private/target')
    expect(await look('/to?url=/private/target')).toMatchObject({
      flags: ['robots_blocked', 'redirected'],
      final_url: `${web.origin}/private/target`,
      status: null,
      chain: [{ url: `${web.origin}/to?url=/private/target`, status: 302 }],
      robots: { verdict: 'blocked', rule: { line: 6 } },
    })
    expect(hitsOf('/private/target')).toBe(before)
  })

  test('that allows a page by a rule of its own names that rule', async () => {
    expect((await look('/private/press')).robots).toEqual({
      verdict: 'allowed',
      rule: { line: 7, text: 'Allow: /private/press' },
    })
  })

  test.each([
    ['//robots-500/ok', 'robots.txt answers 500, which keeps crawlers away for a while. Make it answer 200 or 404.'],
    ['//robots-503/ok', 'robots.txt answers 503, which keeps crawlers away for a while. Make it answer 200 or 404.'],
    ['//robots-429/ok', 'robots.txt answers 429, which keeps crawlers away for a while. Make it answer 200 or 404.'],
  ])('of %s leaves the verdict open, with a warning', async (path, warning) => {
    expect(await look(path)).toMatchObject({
      robots: { verdict: 'unknown', rule: null },
      flags: [],
      warnings: [warning],
    })
  })

  test('that does not answer in time leaves the verdict open, with a warning', async () => {
    const facts = await look('//robots-hang/ok', { robots: createRobotsCache(impatient(100)) })
    expect(facts).toMatchObject({ robots: { verdict: 'unknown' }, flags: [], status: 200 })
    expect(facts.warnings).toEqual([
      'robots.txt could not be read: no complete answer in time. Make it answer 200 or 404.',
    ])
  })

  test('is asked for once by each run, and for a day by runs that share a book', async () => {
    const [origin] = web.origins as [string]
    const robots = () =>
      web.hits.filter(({ host, path }) => origin.includes(`//${host}:`) && path === '/robots.txt').length
    const urls = Array.from({ length: 20 }, (_, index) => `${origin}/ok?${index}`)
    await screen(urls)
    expect(robots()).toBe(1)
    const book = createRobotsCache(fetch)
    for (const ms of [0, 1, 86_399_999]) await screen(urls, { robots: book, now: plus(NOW, ms) })
    expect(robots()).toBe(2)
    await screen(urls, { robots: book, now: plus(NOW, 86_400_000) })
    expect(robots()).toBe(3)
  })
})

test('a book of robots.txt files forgets the oldest before it grows without end', async () => {
  const asked: string[] = []
  const answer = await fetch(web.url('/robots.txt'))
  const book = createRobotsCache(async (url) => {
    asked.push(String(url))
    return answer
  })
  for (let index = 0; index <= 10_000; index++) await book.judge(`https://h${index}.shop.org`, '/', NOW)
  for (const index of [9_999, 0]) await book.judge(`https://h${index}.shop.org`, '/', NOW)
  expect(asked.slice(10_001)).toEqual(['https://h0.shop.org/robots.txt'])
})

describe('each engine', () => {
  const ways = async (path: string) => {
    const { flags, bing } = await look(path)
    return { google: flags, bing: bing.flags }
  }

  test.each([
    ['/ok', [], []],
    ['/noindex', ['noindex'], ['noindex']],
    ['/noindex-googlebot', ['noindex'], []],
    ['/noindex-bing', [], ['noindex']],
    ['/noindex-msnbot', [], ['noindex']],
    ['/to?url=/noindex-bing', ['redirected'], ['noindex', 'redirected']],
    ['/status/404', ['http_4xx'], ['http_4xx']],
    ['//robots-bing/no-bing', [], ['robots_blocked']],
    ['//robots-bing/noindex', ['noindex'], ['noindex']],
    ['//robots-google/ok', ['robots_blocked'], []],
    ['//robots-google/noindex-bing', ['robots_blocked'], ['noindex']],
    ['/to?url=//robots-google/ok', ['robots_blocked', 'redirected'], ['redirected']],
    ['/to?url=//robots-bing/no-bing', ['redirected'], ['robots_blocked', 'redirected']],
    ['/canonical', ['canonical_elsewhere'], ['canonical_elsewhere']],
  ])('is judged by its own rules: %s', async (path, google, bing) => {
    expect(await ways(path)).toEqual({ google, bing } as Awaited<ReturnType<typeof ways>>)
  })

  test('has its own rule told', async () => {
    expect((await look('//robots-bing/no-bing')).bing.robots).toEqual({
      verdict: 'blocked',
      rule: { line: 2, text: 'Disallow: /no-bing' },
    })
    expect((await look('/noindex-msnbot')).bing.noindex).toEqual({ source: 'header', directive: 'msnbot: noindex' })
  })
})

describe('hosts that nobody named', () => {
  const leadTo = (hosts: number) =>
    Array.from({ length: hosts }, (_, index) => web.url(`/to?url=http://h${index}.shop.org:${port()}/ok`))
  const port = () => new URL(web.origin).port
  const robotsRead = async (urls: string[], options: Partial<ScreenOptions> = {}) => {
    const asked: string[] = []
    const counting: SafeFetch = (url, given) => {
      if (String(url).endsWith('/robots.txt')) asked.push(String(url))
      return fetch(url, given)
    }
    const facts = await screen(urls, { fetch: counting, ...options })
    return { asked: asked.length, facts }
  }

  test('have no more of their robots.txt read than a run may', async () => {
    const { asked, facts } = await robotsRead(leadTo(MET_ROBOTS + 20))
    expect(asked).toBe(1 + MET_ROBOTS)
    const unread = facts.filter(({ warnings }) => warnings.some((one) => one.includes('was not read')))
    expect(unread).toHaveLength(20)
    expect(unread.every(({ status, flags }) => status === 200 && flags.join() === 'redirected')).toBeTrue()
  })

  test('are asked for no more canonical addresses than a run may', async () => {
    const before = hitsOf('/bread') + web.hits.filter(({ path }) => path.startsWith('/bread?')).length
    const urls = Array.from({ length: MET_CANONICALS + 20 }, (_, i) => web.url(`/canonical-to?url=/bread?${i}`))
    await screen([...urls, web.url('/canonical'), web.url('/canonical-base')])
    expect(web.hits.filter(({ path }) => path.startsWith('/bread')).length - before).toBe(MET_CANONICALS)
  })
})

test('after 32 hosts that never answered, a new host has 2 s for its first answer', async () => {
  const given = new Map<string, number | undefined>()
  const fake: SafeFetch = async (address, options) => {
    given.set(String(address), options?.hop_timeout_ms)
    if (String(address).includes('dead')) throw new SafeFetchError('timeout', 'no complete answer in time')
    return { ...page, url: String(address) }
  }
  const page = await fetch(web.url('/ok'))
  const dead = Array.from({ length: 80 }, (_, index) => `https://dead${index}.example/`)
  const facts = await screen([...dead, 'https://fine.example/ok'], { fetch: fake })
  expect(facts.at(-1)).toMatchObject({ flags: [], status: 200 })
  expect([given.get('https://dead0.example/robots.txt'), given.get('https://dead79.example/')]).toEqual([
    undefined,
    2_000,
  ])
  expect([given.get('https://fine.example/robots.txt'), given.get('https://fine.example/ok')]).toEqual([
    2_000,
    undefined,
  ])
  given.clear()
  const mostly_fine = Array.from({ length: 400 }, (_, index) => `https://h${index}.example/ok`)
  await screen([...dead.slice(0, 40), ...mostly_fine], { fetch: fake })
  expect([...given.values()].filter((ms) => ms !== undefined)).toEqual([])
})

describe('what cannot be fetched', () => {
  test.each([
    ['/loop/a', ['/loop/a', '/loop/b']],
    ['/chain/11', Array.from({ length: 11 }, (_, index) => `/chain/${11 - index}`)],
  ])('%s is unreachable and no more, with its chain', async (path, chain) => {
    const facts = await look(path)
    expect(facts.flags).toEqual(['unreachable'])
    expect(facts.chain.map(({ url }) => url)).toEqual(chain.map(web.url))
    expect(facts.warnings).toHaveLength(1)
  })

  test.each([
    ['http://nowhere.shop.org/', 'unreachable', 'nowhere.shop.org was not found'],
    ['http://10.0.0.1/', 'private_address', '10.0.0.1 is not a public address'],
    ['https://[::1]/', 'private_address', '::1 is not a public address'],
    ['http://93.184.216.34:8080/', 'unreachable', 'port 8080 is not fetched, only 80 and 443'],
  ] as const)('%s is %s, and a warning says why', async (url, flag, reason) => {
    expect((await screen([url]))[0]).toMatchObject({ flags: [flag], status: null, warnings: [`No page: ${reason}.`] })
  })

  test.each([
    ['http://localhost/', 'private_address'],
    ['http://intranet/', 'private_address'],
    ['http://nas.local/', 'private_address'],
    ['http://127.0.0.1/', 'private_address'],
    ['http://shop.invalid/', 'unreachable'],
    ['http://shop.test/', 'unreachable'],
  ] as const)('without allowed networks, %s is %s', async (url, flag) => {
    const strict = createSafeFetch({
      allow_networks: [],
      user_agent: USER_AGENT,
      resolve: () => Promise.reject(new Error('no')),
    })
    expect((await screen([url], { fetch: strict }))[0]!.flags).toEqual([flag])
  })

  test('a host that lets request after request run out of time is given up', async () => {
    let asked = 0
    const dead: SafeFetch = async () => {
      asked++
      await Bun.sleep(0)
      throw new SafeFetchError('timeout', 'no complete answer in time')
    }
    const facts = await screen(
      Array.from({ length: 500 }, (_, index) => `https://dead.shop.org/${index}`),
      { fetch: dead },
    )
    expect(asked).toBeLessThan(20)
    expect(facts.every(({ flags }) => flags.length === 1 && flags[0] === 'unreachable')).toBeTrue()
    expect(facts.at(-1)!.warnings).toEqual(['Not fetched: the host had stopped answering.'])
  })

  test('some pages that hang do not make a host that answers given up', async () => {
    const hanging: SafeFetch = async (url, options) => {
      await Bun.sleep(0)
      if (String(url).includes('/hang')) throw new SafeFetchError('timeout', 'no complete answer in time')
      return await fetch(web.url('/ok'), options)
    }
    const urls = [...Array(20).keys()].map((index) => `https://alive.shop.org/hang-${index}`)
    const facts = await screen([...urls, 'https://alive.shop.org/ok'], { fetch: hanging })
    expect(facts.filter(({ flags }) => flags.includes('unreachable'))).toHaveLength(20)
    expect(facts.at(-1)!.flags).toEqual([])
  })
})

describe('manners', () => {
  test('at most four requests are with one host at a time', async () => {
    const [, second, third] = web.origins as [string, string, string]
    const urls = [...Array(60).keys()].flatMap((index) => [`${second}/later?${index}`, `${third}/later?${index}`])
    await screen(urls)
    for (const origin of [second, third]) expect(web.peaks.get(new URL(origin).hostname)).toBe(4)
  })

  test('every request says who asks', async () => {
    await look('/ok')
    expect(new Set(web.hits.map((hit) => hit.user_agent))).toEqual(new Set([USER_AGENT]))
  })

  test('a page that is busy is asked for once more, when the wait that it names is short', async () => {
    const facts = await look('/busy-once?again')
    expect([facts.status, facts.flags]).toEqual([200, []])
    expect(hitsOf('/busy-once?again')).toBe(2)
    expect((await look('/status/429?later')).flags).toEqual(['http_4xx'])
    expect(hitsOf('/status/429?later')).toBe(1)
  })
})

describe('a run', () => {
  test('answers in the order of its list, and tells each result as it comes', async () => {
    const paths = ['/hang', '/ok', '/noindex', '/status/404']
    const told: [number, string][] = []
    const facts = await screen(paths.map(web.url), {
      hop_timeout_ms: 300,
      on_result: (each, index) => told.push([index, each.url]),
    })
    expect(facts.map(({ url }) => url)).toEqual(paths.map(web.url))
    expect(told.at(-1)).toEqual([0, web.url('/hang')])
    expect(told.toSorted(([a], [b]) => a - b)).toEqual(paths.map((path, index) => [index, web.url(path)]))
  })

  test('ends with the reason of its signal', async () => {
    const stop = new AbortController()
    const running = screen(
      Array.from({ length: 300 }, (_, index) => web.url(`/hang?${index}`)),
      { signal: stop.signal },
    )
    setTimeout(() => stop.abort(new Error('shutting down')), 50)
    await expect(running).rejects.toThrow('shutting down')
  })

  test('of an empty list is empty', async () => {
    expect(await screen([])).toEqual([])
  })

  test('lets the event loop turn while thousands of answers come in', async () => {
    const answer = await fetch(web.url('/ok'))
    const instant: SafeFetch = async (url) => ({ ...answer, url: String(url) })
    let turns = 0
    const probe = setInterval(() => turns++, 0)
    await screen(
      Array.from({ length: 5_000 }, (_, index) => `https://h${index % 50}.shop.org/${index}`),
      { fetch: instant },
    )
    clearInterval(probe)
    expect(turns).toBeGreaterThan(1)
  })
})

/** The same fetch with less patience. */
function impatient(hop_timeout_ms: number): SafeFetch {
  return (url, options) => fetch(url, { ...options, hop_timeout_ms })
}
