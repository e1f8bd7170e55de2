/** The world outside of the sample agency. Each port answers from memory, so that nothing leaves the process. */
import type { Engine } from '../domains/checks/engine.ts'
import type { CrawlRoute } from '../domains/providers/route.ts'
import type { App } from '../kernel/operation/app.ts'
import { type Clock, DAY, HOUR, millis, plus } from '../kernel/time/clock.ts'
import { readHead } from '../kernel/web-fetch/http/head.ts'
import type { SafeFetch } from '../kernel/web-fetch/safe-fetch.ts'
import { crawlAdapters, engineAdapters } from '../upstream/index.ts'
import { dayOfPage, wordOf } from './clients.ts'

export const ENGINE = 'serper'
export const SUPPLIER = 'speedyindex'
/** Published prices of small plans, in US dollars. */
export const PRICES = { link: 0.0075, look: 0.001 }

type Outside = Pick<App, 'bucket' | 'courier' | 'crawl_adapters' | 'engines' | 'fetch' | 'indexnow'> &
  Pick<App, 'lookUpTxt' | 'readRelease' | 'sendSyslog' | 'signIn'>

/** `files`: texts that sites serve, by address. */
export function outside(clock: Clock, files: ReadonlyMap<string, string> = new Map()): Outside {
  const engine = engineAdapters.get(ENGINE)!
  const route = crawlAdapters.get(SUPPLIER)!
  return {
    engines: new Map([[ENGINE, { ...engine, limits: {}, create: () => searching(clock) }]]),
    crawl_adapters: new Map([[SUPPLIER, { ...route, limits: {}, create: () => crawling(clock) }]]),
    fetch: web(files, clock),
    courier: { deliver: async () => {} },
    indexnow: { submit: async () => ({ status: 200, body: '' }) },
    lookUpTxt: async () => [],
    bucket: nothing,
    readRelease: nothing,
    sendSyslog: nothing,
    signIn: nothing,
  }
}

const nothing = (): never => {
  throw new Error('sample data reaches nothing outside')
}

const isIn = (url: string, sent_at: string | undefined, now: string): boolean => {
  const day = dayOfPage(url)
  return sent_at !== undefined && day !== null && now >= plus(sent_at, day * DAY - HOUR)
}

function searching(clock: Clock): Engine {
  return {
    adapter: ENGINE,
    simulated: false,
    per_call: 1000,
    concurrency: 1,
    look: async (orders) =>
      orders.map(({ ref, url, sent_at }) => {
        const indexed = isIn(url, sent_at, clock.now())
        const evidence = indexed ? 'The first result is this page' : 'No result is this page'
        const raw = JSON.stringify({ sample: true, organic: indexed ? [{ link: url }] : [] })
        const sighting = { indexed: indexed ? 'yes' : 'no', method: 'search_result', evidence, raw } as const
        return { ref, state: 'seen', sighting: { ...sighting, cost_usd: PRICES.look } } as const
      }),
    report: async () => ({ ok: true, message: 'Sample data' }),
  }
}

function crawling(clock: Clock): CrawlRoute {
  return {
    adapter: SUPPLIER,
    simulated: false,
    batch: 10_000,
    asks_by_url: true,
    send: async ({ ref }) => ({ task_id: `sample-${ref}`, rejected: [] }),
    find: async () => null,
    async report({ urls, sent_at }) {
      const indexed = urls.filter((url) => isIn(url, sent_at, clock.now())).length
      return { done: true, status: 'done', indexed, unindexed: urls.length - indexed }
    },
    balance: async () => ({ ok: true, message: 'Sample data', credits: 40_000 }),
  }
}

/** The newest pages; each third day brings one. */
function sitemapOf(origin: string, clock: Clock): string {
  const newest = Math.floor(millis(clock.now()) / DAY / 3)
  const pages = Array.from(
    { length: 40 },
    (_, i) => `<url><loc>${origin}/season/${wordOf(newest - i)}-${newest - i}</loc></url>`,
  )
  return `<urlset>${pages.join('')}</urlset>`
}

const PROSE = 'A page with a few hundred words that somebody may want to read. '.repeat(40)

/** Pages of the clients, as the screening reads them. */
function web(files: ReadonlyMap<string, string>, clock: Clock): SafeFetch {
  return async (address, { take } = {}) => {
    const url = new URL(String(address))
    const answer = async (status: number, text: string, type = 'text/html; charset=utf-8') => {
      const { headers } = readHead(`HTTP/1.1 ${status} OK\r\ncontent-type: ${type}\r\n`, 'GET')
      const body = new TextEncoder().encode(text)
      await take?.(body, status, headers)
      return { url: url.href, status, headers, body, truncated: false, head_ms: 80, hops: [] }
    }
    const file = files.get(url.href)
    if (file !== undefined) return answer(200, file, 'text/plain')
    if (url.pathname === '/sitemap.xml') return answer(200, sitemapOf(url.origin, clock), 'application/xml')
    if (/\.(txt|ico)$|\/sold-out\//.test(url.pathname)) return answer(404, 'Not found')
    const robots = url.pathname.includes('/tag/') ? '<meta name="robots" content="noindex">' : ''
    return answer(200, `<!doctype html><html lang="en"><title>${url.pathname}</title>${robots}<h1>Page</h1><p>${PROSE}`)
  }
}
