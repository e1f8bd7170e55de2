/**
 * A small web on loopback: a few sites, each on an address of its own, whose pages have every condition that the
 * pre-flight knows. The first word of a path decides the answer, so no state is needed.
 */

/** Topics of the sites. All except the forum use IndexNow. */
const SITES = {
  bakery: ['recipes'],
  florist: ['bouquets'],
  inn: ['rooms'],
  magazine: ['blog', 'news'],
  forum: ['threads'],
} as const

export type SiteName = keyof typeof SITES
const NAMES = Object.keys(SITES) as SiteName[]

export type SmallWeb = {
  /** Origin of a site, `http://127.83.80.1:41000`. */
  origin(site: SiteName): string
  /** Addresses of the sites, for `SIGNALPOST_ALLOW_NETWORKS`. */
  networks: string[]
  /** Entries that a customer submits; about 4 of 5 are fine. The list is always the same, except for the ports. */
  entries(count: number): string[]
  /** A URL under the site's lasting name, without its port. */
  nameOf(url: string): string
  /** Serves a key file at this URL; with a status other than 200 the site answers that instead. */
  hostKey(url: string, key: string, status?: number): void
  /** Lists the first pages of the season in the sitemap of a site. */
  publish(site: SiteName, pages: number): void
  /** Gives these pages a noindex, as a new theme may do by mistake. */
  forbid(urls: readonly string[]): void
  isForbidden(url: string): boolean
  stop(): void
}

export function openWeb(): SmallWeb {
  const keyFiles = new Map<string, { key: string; status: number }>()
  const published = new Map<string, number>()
  const forbidden = new Set<string>()
  const answer = (request: Request) =>
    forbidden.has(request.url) ? noindexPage(new URL(request.url)) : answerOf(new URL(request.url), keyFiles, published)
  const servers = NAMES.map((_, i) =>
    onLoopback(i + 1, (hostname) => Bun.serve({ hostname, port: 0, development: false, fetch: answer })),
  )
  const silent = onLoopback(NAMES.length + 1, hangUp)
  const origins = new Map(NAMES.map((name, i) => [name, servers[i]!.url.origin]))
  const names = new Map(NAMES.map((name) => [origins.get(name)!, `http://${name}.example`]))
  const origin = (site: SiteName) => origins.get(site)!
  const dead = `http://${silent.hostname}:${silent.port}`
  return {
    origin,
    networks: [...new Set([...servers, silent].map(({ hostname }) => hostname!))],
    entries: (count) => entriesOf(count, origin, dead),
    nameOf: (url) => {
      const known = names.get(new URL(url).origin)
      return known ? url.replace(new URL(url).origin, known) : url
    },
    hostKey: (url, key, status = 200) => void keyFiles.set(url, { key, status }),
    publish: (site, pages) => void published.set(origin(site), pages),
    forbid: (urls) => {
      for (const url of urls) forbidden.add(url)
    },
    isForbidden: (url) => forbidden.has(url),
    stop: () => {
      for (const server of servers) void server.stop(true)
      silent.stop(true)
    },
  }
}

/** An address for each site keeps other programs of this machine apart. Some systems have only 127.0.0.1. */
export function onLoopback<T>(host: number, listen: (hostname: string) => T): T {
  try {
    return listen(`127.83.80.${host}`)
  } catch {
    return listen('127.0.0.1')
  }
}

/** A server that closes each connection without an answer. */
const hangUp = (hostname: string) =>
  Bun.listen({ hostname, port: 0, socket: { open: (socket) => void socket.terminate(), data() {} } })

type TroubleInput = { origin: string; n: number; before: string; dead: string }

/** Every fifth entry is one of these, in turn. `before` is the valid entry before it. */
const TROUBLE: ((asked: TroubleInput) => string)[] = [
  ({ origin, n }) => `${origin}/missing/${n}`,
  ({ before }) => before,
  ({ origin, n }) => `${origin}/drafts/${n}`,
  ({ origin, n }) => `${origin}/old/${n}`,
  ({ origin, n }) => `${origin}/members/${n}`,
  ({ n }) => `ftp://bakery.example/price-list-${n}.pdf`,
  ({ origin, n }) => `${origin}/removed/${n}`,
  ({ origin, n }) => `${origin}/print/${n}`,
  ({ origin, n }) => `${origin}/broken/${n}`,
  ({ origin, n }) => `${origin}/downloads/${n}`,
  ({ dead, n }) => `${dead}/hello/${n}`,
  ({ n }) => `http://10.83.80.1/intranet/${n}`,
  ({ before }) => ` ${before.replace('http://', 'HTTP://')}#reviews`,
  ({ n }) => `www.florist.example/bouquets/${n}`,
  ({ origin, n }) => `${origin}/overloaded/${n}`,
]

function entriesOf(count: number, originOf: (site: SiteName) => string, dead: string): string[] {
  const entries: string[] = []
  for (let i = 0; i < count; i++) {
    const n = Math.floor(i / 5)
    const fine = i - n
    const asked = { origin: originOf(NAMES[n % NAMES.length]!), n: n + 1, before: entries[i - 1] ?? '', dead }
    entries.push(i % 5 === 4 ? TROUBLE[n % TROUBLE.length]!(asked) : finePage(fine, originOf))
  }
  return entries
}

function finePage(i: number, originOf: (site: SiteName) => string): string {
  const site = NAMES[i % NAMES.length]!
  const round = Math.floor(i / NAMES.length)
  const topics = SITES[site]
  return `${originOf(site)}/${topics[round % topics.length]}/${round + 1}`
}

const noindexPage = (url: URL): Response => html(url, { head: '<meta name="robots" content="noindex">' })

const POSTING =
  '<script type="application/ld+json">{"@context":"https://schema.org","@type":"JobPosting","title":"Baker"}</script>'

const ROBOTS = 'User-agent: *\nDisallow: /members/\n'

/** Answers by the first word of the path; every other page is fine. */
const ANSWERS: Record<string, (url: URL) => Response> = {
  'robots.txt': () => new Response(ROBOTS, { headers: { 'content-type': 'text/plain' } }),
  missing: (url) => html(url, { status: 404 }),
  removed: (url) => html(url, { status: 410 }),
  broken: (url) => html(url, { status: 500 }),
  overloaded: (url) => html(url, { status: 503 }),
  old: () => new Response(null, { status: 301, headers: { location: '/about' } }),
  drafts: noindexPage,
  downloads: (url) => html(url, { headers: { 'x-robots-tag': 'noindex' } }),
  print: (url) => html(url, { head: `<link rel="canonical" href="${url.origin}/about">` }),
  jobs: (url) => html(url, { head: POSTING }),
}

function answerOf(
  url: URL,
  keyFiles: ReadonlyMap<string, { key: string; status: number }>,
  published: ReadonlyMap<string, number>,
): Response {
  const file = keyFiles.get(url.href)
  if (file) return new Response(file.status === 200 ? file.key : null, { status: file.status })
  if (url.pathname === '/sitemap.xml') return sitemapOf(url.origin, published.get(url.origin) ?? 0)
  if (url.pathname.endsWith('.txt') && url.pathname !== '/robots.txt') return html(url, { status: 404 })
  const word = url.pathname.split('/', 2)[1]!
  return Object.hasOwn(ANSWERS, word) ? ANSWERS[word]!(url) : html(url, {})
}

function sitemapOf(origin: string, pages: number): Response {
  const urls = Array.from({ length: pages }, (_, i) => `<url><loc>${origin}/season/${i + 1}</loc></url>`)
  return new Response(`<urlset>${urls.join('')}</urlset>`, { headers: { 'content-type': 'application/xml' } })
}

type Page = { status?: number; head?: string; headers?: Record<string, string> }

function html({ pathname }: URL, { status = 200, head = '', headers = {} }: Page): Response {
  const title = pathname.split('/').filter(Boolean).join(' ') || 'home'
  const text = `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><h1>${title}</h1>${proseOf(title)}</body></html>`
  return new Response(text, { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers } })
}

/** Enough text for a page; every twelfth page has none, so that the pre-flight warns. */
const proseOf = (title: string): string =>
  Number(title.split(' ').at(-1)) % 12 === 0
    ? ''
    : `<p>${'All about %, for whom it was made, what goes into it and how long it takes. '.replace('%', title).repeat(5)}</p>`
