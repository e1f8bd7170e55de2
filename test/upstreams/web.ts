/**
 * A small web on loopback with a page in every condition that the pre-flight knows (RFC 9309, RFC 9110, Google's
 * documents on robots meta tags, canonical links and redirects). Its main host is 127.0.0.1; further hosts are other
 * loopback addresses on the same port, so a guarded fetch needs `127.0.0.0/8` among its allowed networks.
 */
import net from 'node:net'
import zlib from 'node:zlib'
import type { Flag } from '../../src/domains/preflight/shapes.ts'

export type Case = {
  /** For `Web.url`: a path on the main host, `//name/path` on one of the others, or a whole URL. */
  path: string
  flags: Flag[]
  /** Answers only when the fetch runs out of patience. */
  slow?: true
}

export type Web = {
  /** Of the main host. */
  origin: string
  /** Of the plain hosts asked for with `hosts`; they show the same pages as the main one. */
  origins: string[]
  url(path: string): string
  /** What the main host and the plain ones answer at further paths, such as a key file. */
  files: Map<string, string>
  /** Every request, in order. */
  hits: { host: string; path: string; user_agent: string | null }[]
  /** The most requests under way at once, by host. */
  peaks: Map<string, number>
  stop(): void
}

/** Starts the web with so many plain hosts (127.1.0.1 and up) beside the ones with a name. */
export async function startWeb({ hosts = 0 } = {}): Promise<Web> {
  const hits: Web['hits'] = []
  const files: Web['files'] = new Map()
  const peaks: Web['peaks'] = new Map()
  const under_way = new Map<string, number>()
  const visits = new Map<string, number>()
  const stops: (() => void)[] = []
  let port = 0

  const open = (hostname: string, site: Site) => {
    const server = Bun.serve({
      hostname,
      port,
      idleTimeout: 0,
      async fetch(request) {
        const url = new URL(request.url)
        const path = url.pathname + url.search
        hits.push({ host: hostname, path, user_agent: request.headers.get('user-agent') })
        const nth = (visits.get(hostname + path) ?? 0) + 1
        visits.set(hostname + path, nth)
        const visit: Visit = { url, nth, origin: `http://127.0.0.1:${port}` }
        const now = (under_way.get(hostname) ?? 0) + 1
        under_way.set(hostname, now)
        peaks.set(hostname, Math.max(now, peaks.get(hostname) ?? 0))
        try {
          return await (url.pathname === '/robots.txt' ? site.robots(visit) : site.page(visit))
        } finally {
          under_way.set(hostname, under_way.get(hostname)! - 1)
        }
      },
    })
    stops.push(() => void server.stop(true))
    return server.port!
  }

  const main: Site = { ...MAIN, page: (visit) => fileOf(files.get(visit.url.pathname)) ?? MAIN.page(visit) }
  port = open('127.0.0.1', main)
  for (const [name, site] of Object.entries(SITES)) if (site) open(addressOf(name), site)
  stops.push(await openRude(addressOf('rude'), port))
  const plain = Array.from({ length: hosts }, (_, index) => `127.1.${index >> 8}.${(index & 255) + 1}`)
  for (const host of plain) open(host, main)
  return {
    origin: `http://127.0.0.1:${port}`,
    origins: plain.map((host) => `http://${host}:${port}`),
    url: (path) => place(path, port),
    files,
    hits,
    peaks,
    stop() {
      for (const stop of stops) stop()
    },
  }
}

/** `nth` says how often this very address was asked for; `origin` is the main host. */
type Visit = { url: URL; nth: number; origin: string }
type Handler = (visit: Visit) => Response | Promise<Response>
type Site = { robots: Handler; page: Handler }

const ROBOTS = `# Robots of a small web
User-agent: otherbot
Disallow: /

User-agent: *
Disallow: /private/
Allow: /private/press
Disallow: /*?session=
Disallow: /exactly$
`

const TEXT = '<p>Fresh bread every morning, of flour from the mill next door.</p>'.repeat(3)

const page = (head: string, headers: Record<string, string> = {}, body = TEXT): Response =>
  new Response(`<!doctype html><html><head><title>Fresh bread</title>${head}</head><body>${body}</body></html>`, {
    headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  })

const fileOf = (text: string | undefined): Response | null =>
  text === undefined ? null : new Response(text, { headers: { 'content-type': 'text/plain' } })

const redirect = (location: string, status = 302): Response => new Response(null, { status, headers: { location } })
const noindex = '<meta name="robots" content="noindex">'
const canonical = (href: string): string => `<link rel="canonical" href="${href}">`
const html = { 'content-type': 'text/html' }
const never = (): Promise<Response> => new Promise(() => {})

/** The parts one after another, then a byte now and then for ever. */
const drip = (...parts: string[]): Response => {
  let timer: Timer | undefined
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(parts.shift())
      timer = setInterval(() => controller.enqueue(parts.shift() ?? ' '), 20)
    },
    cancel: () => clearInterval(timer),
  })
  return new Response(body, { headers: html })
}

/** The start of a page, and then nothing for ever. */
const stall = (start: string): Response =>
  new Response(new ReadableStream({ start: (controller) => void controller.enqueue(Buffer.from(start)) }), {
    headers: html,
  })

const endless = (chunk: string): Response =>
  new Response(new ReadableStream({ pull: (controller) => controller.enqueue(chunk) }), { headers: html })

/** Pages by path without its query. What takes a number or a word takes it from the next part of the path. */
const PAGES: Record<string, Handler> = {
  '/ok': () => page(''),
  '/bread': () => page(''),
  '/gzip': () => encoded('gzip', zlib.gzipSync(`<head>${'<!-- crumbs -->'.repeat(50)}</head><body>`)),
  '/brotli': () => encoded('br', zlib.brotliCompressSync('<head></head><body>')),
  '/deflate': () => encoded('deflate', zlib.deflateSync('<head></head><body>')),
  '/text': () => new Response(`${noindex} is only text here`, { headers: { 'content-type': 'text/plain' } }),
  '/empty': () => new Response(null, { status: 204 }),
  '/large': () => new Response(`<head></head><body>${'x'.repeat(3_000_000)}`, { headers: html }),
  '/endless-body': () => endless('<body>'.padEnd(60_000)),
  '/endless-head': () => endless('<meta name="x">'.padEnd(60_000)),
  '/later': async () => {
    await Bun.sleep(5)
    return page('')
  },
  '/busy-once': ({ nth }) =>
    nth > 1 ? page('') : new Response('busy', { status: 429, headers: { 'retry-after': '0' } }),

  '/noindex': () => page(noindex),
  '/noindex-none': () => page('<META NAME="ROBOTS" CONTENT="NONE">'),
  '/noindex-googlebot': () => page('<meta name="googlebot" content="noindex, nofollow">'),
  '/noindex-wins': () => page('<meta name="robots" content="index"><meta name="googlebot" content="noindex">'),
  '/noindex-gzip': () => encoded('gzip', zlib.gzipSync(`<head>${noindex}<body>`)),
  '/noindex-header': () => page('', { 'x-robots-tag': 'noindex' }),
  '/noindex-header-agent': () => page('', { 'x-robots-tag': 'googlebot: noindex' }),
  '/noindex-header-joined': () => page('', { 'x-robots-tag': 'otherbot: nofollow, googlebot: nofollow, noindex' }),
  '/noindex-file': () =>
    new Response('%PDF', { headers: { 'content-type': 'application/pdf', 'x-robots-tag': 'none' } }),
  '/expired': () => page('<meta name="robots" content="unavailable_after: 25 Jun 2010 15:00:00 PST">'),
  '/expired-header': () => page('', { 'x-robots-tag': 'unavailable_after: Fri, 25 Jun 2010 15:00:00 GMT' }),
  '/index-otherbot': () => page('<meta name="bingbot" content="noindex">', { 'x-robots-tag': 'otherbot: noindex' }),
  '/index-until': () => page('<meta name="robots" content="unavailable_after: 2999-12-31">'),
  '/index-comment': () => page(`<!-- ${noindex} --><noscript>${noindex}</noscript>`),

  '/odd-header': () => page('', { 'x-robots-tag': 'otherbot: noindex, nofollow, noindex' }),
  '/odd-body': () => page('', {}, TEXT + noindex),
  '/odd-name': () => page('<meta name="robot" content="noindex">'),
  '/odd-both': () => page(noindex + canonical('/bread')),
  '/odd-title': () => new Response(`<title>Page not found</title><body>${TEXT}`, { headers: html }),
  '/odd-script': () =>
    page('', {}, '<div id=app></div><script>start("a long program, none of which is text")</script>'),
  '/odd-language': () => page('<link rel=alternate hreflang=de href=/de>'),
  '/odd-query': () => page(canonical('/odd-query')),
  '/odd-scheme': ({ url }) => page(canonical(url.href.replace('http:', 'https:'))),

  '/canonical-chain': ({ url }) => {
    const left = Number(url.pathname.split('/')[2])
    return page(canonical(`/canonical-chain/${Math.max(0, left - 1)}`))
  },
  '/canonical-circle': ({ url }) => page(canonical(`/canonical-circle/${url.pathname.endsWith('/a') ? 'b' : 'a'}`)),
  '/canonical-to': ({ url }) => page(canonical(url.searchParams.get('url')!)),
  '/no-bing': () => page(''),
  '/noindex-bing': () => page('<meta name="bingbot" content="noindex">'),
  '/noindex-msnbot': () => page('', { 'x-robots-tag': 'msnbot: noindex' }),
  '/slow-start': async () => {
    await Bun.sleep(3_200)
    return page('')
  },
  '/canonical': () => page(canonical('/bread')),
  '/canonical-absolute': () => page(canonical('https://bakery.example/bread')),
  '/canonical-query': () => page(canonical('/canonical-query?page=1&amp;sort=price')),
  '/canonical-slash': () => page(canonical('/canonical-slash/')),
  '/canonical-base': () => page(`<base href="/de/">${canonical('canonical-base')}`),
  '/canonical-header': () => page('', { link: '</a.css>; rel=preload, </bread>; rel="canonical"' }),
  '/canonical-file': () =>
    new Response('%PDF', { headers: { 'content-type': 'application/pdf', link: '</bread>; rel=canonical' } }),
  '/canonical-conflict': () => page(canonical('/canonical-conflict') + canonical('/bread')),
  '/canonical-self': ({ url }) => page(canonical(`${url.href}#top`), { link: `<${url.href}>; rel="canonical"` }),
  '/canonical-late': () => page(`<iframe></iframe>${canonical('/bread')}`),
  '/canonical-quoted': () => page('', { link: '</d>; title="a;rel=canonical, </e>"; rel=alternate' }),
  '/canonical-anchor': () => page('', { link: '</bread>; rel=canonical; anchor="/other"' }),
  '/canonical-nothing': () => page(canonical('') + canonical('javascript:void(0)')),

  '/refresh': () => page('<meta http-equiv="refresh" content="0; url=/bread">'),
  '/refresh-later': () => page('<meta http-equiv="Refresh" content="30;URL=\'https://bakery.example/\'">'),
  '/refresh-header': () => page('', { refresh: '0; url=/bread' }),
  '/refresh-body': () => page('', {}, `${TEXT}<meta http-equiv=refresh content="0; url=/bread">`),
  '/refresh-self': () =>
    page('<meta http-equiv="refresh" content="60"><meta http-equiv="refresh" content="0; url=#top">'),

  '/status': ({ url }) => {
    const status = Number(url.pathname.split('/')[2])
    const location = status < 400 ? { location: '/ok' } : undefined
    return new Response([204, 304].includes(status) ? null : 'x', {
      status,
      headers: { 'retry-after': '60', ...location },
    })
  },
  '/moved-nowhere': () => new Response('moved', { status: 301 }),
  '/chain': ({ url }) => {
    const left = Number(url.pathname.split('/')[2])
    return left > 0 ? redirect(`/chain/${left - 1}`, 301) : page('')
  },
  '/loop': ({ url }) => redirect(url.pathname === '/loop/a' ? '/loop/b' : '/loop/a'),
  '/loop-self': () => redirect('/loop-self'),
  '/to': ({ url }) => redirect(place(url.searchParams.get('url')!, Number(url.port))),

  '/private': () => page(''),
  '/exactly': () => page(''),

  '/broken-gzip': () => encoded('gzip', 'not gzip at all'),
  '/unknown-encoding': () => encoded('zstd', 'x'),
  '/bomb': () => encoded('gzip', BOMB),
  '/header-flood': () => page('', { 'x-flood': 'x'.repeat(70_000) }),
  '/hang': never,
  '/drip': () => drip('<!doctype html><head>'),
  '/drip-body': () => drip('<!doctype html><head></head><body>'),
  '/stall-body': () => stall('<!doctype html><head></head><body>'),
  '/drip-parts': () =>
    drip('<!doctype html><head>', `${noindex}<title>`, `${'crumbs '.repeat(20)}</title>`, '<p>'.repeat(90)),
}

const BOMB = zlib.gzipSync(`<head></head>${' '.repeat(5_000_000)}`)

function encoded(encoding: string, body: string | Uint8Array): Response {
  return new Response(body as Uint8Array<ArrayBuffer>, { headers: { ...html, 'content-encoding': encoding } })
}

const show: Handler = (visit) => {
  const name = `/${visit.url.pathname.split('/')[1]}`
  return PAGES[name]?.(visit) ?? new Response('not found', { status: 404, headers: html })
}

const MAIN: Site = { robots: () => new Response(ROBOTS), page: show }
const withRobots = (robots: Handler): Site => ({ robots, page: show })
const withStatus = (status: number): Site => withRobots(() => new Response('Disallow: /', { status }))

/** Hosts with a name, each with a robots.txt of its own; those without a site are not listening, or not to HTTP. */
const SITES = {
  'no-robots': withStatus(404),
  'robots-gone': withStatus(410),
  'robots-forbidden': withStatus(403),
  'robots-429': withStatus(429),
  'robots-500': withStatus(500),
  'robots-503': withStatus(503),
  'robots-hang': withRobots(never),
  'robots-moved': withRobots(({ origin }) => redirect(`${origin}/robots.txt`)),
  'robots-loop': withRobots(() => redirect('/robots.txt')),
  'robots-lost': withRobots(({ url }) => redirect(`/robots.txt?${Number(url.search.slice(1) || 0) + 1}`)),
  'robots-html': withRobots(() => page('<p>Disallow: /')),
  'robots-googlebot': withRobots(
    () => new Response('User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nDisallow: /no'),
  ),
  'robots-bing': withRobots(() => new Response('User-agent: msnbot\nDisallow: /no-bing\n\nUser-agent: *\nDisallow:')),
  'robots-google': withRobots(() => new Response('User-agent: Googlebot\nDisallow: /')),
  'robots-closed': withRobots(() => new Response('\ufeffUser-agent: Googlebot\r\nDisallow: /\r\n')),
  'robots-gzip': withRobots(() => encoded('gzip', zlib.gzipSync('User-agent: *\nDisallow: /'))),
  'robots-long': withRobots(() => new Response(`User-agent: *\n${'# crumbs\n'.repeat(60_000)}Disallow: /`)),
  silent: { robots: never, page: never },
  rude: null,
  down: null,
} satisfies Record<string, Site | null>

function addressOf(name: string): string {
  return `127.0.1.${Object.keys(SITES).indexOf(name) + 1}`
}

function place(path: string, port: number): string {
  const [, name, rest] = /^\/\/([^/]+)(\/.*)$/.exec(path) ?? []
  if (name === 'tls') return `https://127.0.0.1:${port}${rest}`
  if (name) return `http://${addressOf(name)}:${port}${rest}`
  return path.startsWith('/') ? `http://127.0.0.1:${port}${path}` : path
}

/** Takes connections and drops them. */
function openRude(hostname: string, port: number): Promise<() => void> {
  const server = net.createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.destroy())
  })
  return new Promise((resolve) => server.listen(port, hostname, () => resolve(() => server.close())))
}

const CLIENT_ERRORS = [
  ...[400, 401, 402, 403, 404, 405, 406, 407, 408, 409, 410, 411, 412, 413, 414, 415, 416, 417, 418, 421, 422, 423],
  ...[424, 425, 426, 428, 429, 431, 451, 499],
]
const SERVER_ERRORS = [500, 501, 502, 503, 504, 505, 506, 507, 508, 510, 511, 520, 599]
const all = (paths: string, flags: Flag[]): Case[] =>
  paths
    .split(/\s+/)
    .filter(Boolean)
    .map((path) => ({ path, flags }))
const slow = (paths: string, flags: Flag[]): Case[] => all(paths, flags).map((each) => ({ ...each, slow: true }))

/** Pages that only Bing may not see. */
export const NOT_FOR_BING = ['/index-otherbot', '/noindex-bing', '/noindex-msnbot', '//robots-bing/no-bing']

/** Every condition, with the flags that a page in it gets. */
export const CASES: Case[] = [
  ...all(
    `/ok /ok?a=1 /later /gzip /brotli /deflate /text /empty /large /bomb /busy-once /endless-body /endless-head /status/200
    /status/201 /status/206 /status/304 /index-otherbot /index-until /index-comment /canonical-self /canonical-late
    /canonical-nothing /canonical-quoted /canonical-anchor /refresh-self /odd-header /odd-body /odd-name /odd-title
    /odd-script /odd-language /private/press /exactly?no /drip-body
    //no-robots/private/page //robots-gone/ok //robots-forbidden/ok //robots-429/ok //robots-500/ok //robots-503/ok
    /bread /canonical-chain/0 /noindex-bing /noindex-msnbot //robots-bing/no-bing
    //robots-moved/ok //robots-loop/ok //robots-lost/ok //robots-html/ok //robots-googlebot/ok //robots-long/ok`,
    [],
  ),
  ...CLIENT_ERRORS.map((status): Case => ({ path: `/status/${status}`, flags: ['http_4xx'] })),
  ...all('/nothing-here //robots-500/nothing-here', ['http_4xx']),
  ...SERVER_ERRORS.map((status): Case => ({ path: `/status/${status}`, flags: ['http_5xx'] })),
  ...all(
    `/noindex /noindex-none /noindex-googlebot /noindex-wins /noindex-gzip /noindex-header /noindex-header-agent
    /noindex-header-joined /noindex-file /drip-parts /expired /expired-header //robots-503/noindex`,
    ['noindex'],
  ),
  ...all(
    `/private/ /private/noindex /ok?session=1 /exactly //robots-googlebot/noindex //robots-closed/ok
    //robots-moved/private/page //robots-gzip/ok //robots-google/ok`,
    ['robots_blocked'],
  ),
  ...all(
    `/status/300 /status/301 /status/302 /status/303 /status/305 /status/307 /status/308 /moved-nowhere /chain/1 /chain/10
    /refresh /refresh-body /refresh-later /refresh-header /to?url=/ok /to?url=ok /to?url=//robots-503/ok`,
    ['redirected'],
  ),
  ...all(
    `/canonical /canonical-absolute /canonical-query /canonical-slash /canonical-base /canonical-header /canonical-file
    /canonical-conflict /canonical-chain/1 /canonical-chain/2 /canonical-circle/a /canonical-to?url=/noindex`,
    ['canonical_elsewhere'],
  ),
  ...all('/odd-both', ['noindex', 'canonical_elsewhere']),
  ...all('/odd-query?a=1 /odd-scheme', ['canonical_elsewhere']),
  ...all('/to?url=/status/404', ['http_4xx', 'redirected']),
  ...all('/to?url=/status/500', ['http_5xx', 'redirected']),
  ...all('/to?url=/noindex', ['noindex', 'redirected']),
  ...all('/to?url=/private/page /to?url=//robots-closed/ok', ['robots_blocked', 'redirected']),
  ...all('/to?url=/canonical', ['redirected', 'canonical_elsewhere']),
  ...all('/to?url=ftp://bakery.example/ /to?url=http://127.0.1.250:9/', ['redirected', 'unreachable']),
  ...all('/to?url=http://10.0.0.1/ /to?url=http://169.254.169.254/', ['redirected', 'private_address']),
  ...all(`/chain/11 /chain/30 /loop/a /loop-self /broken-gzip /unknown-encoding /header-flood //rude/ //down/ //tls/`, [
    'unreachable',
  ]),
  ...all('http://10.0.0.1/ http://192.168.1.1/ http://[fd00::1]/ http://169.254.169.254/', ['private_address']),
  ...slow('/hang /drip //silent/', ['unreachable']),
  ...slow('//robots-hang/ok /stall-body', []),
]
