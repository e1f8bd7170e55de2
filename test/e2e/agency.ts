/**
 * An install as an agency has it: SpeedyIndex as its crawl supplier, DataForSEO as its check engine, IndexNow, each a
 * stand-in on loopback, connected through the settings as an operator would. Pages are on loopback too.
 */
import { expect } from 'bun:test'
import type { Time } from '../../src/kernel/time/clock.ts'
import { dataForSeo } from '../upstreams/dataforseo.ts'
import { indexNow } from '../upstreams/indexnow.ts'
import { speedyIndex } from '../upstreams/speedyindex.ts'
import { appliance, until } from './appliance.ts'

export type Job = {
  id: string
  name: string
  status: string
  note: string | null
  link_count: number
  accepted: number
  outcome: { states: Record<string, number>; credits: Record<string, number> }
}
export type Link = {
  uid: number
  url: string
  state: string
  credit: string | null
  flags: string[]
  before_indexed: string | null
}
export type Balance = { available: number; reserved: number }
export type Credits = { index: Balance; check: Balance }
type Page<T> = { items: T[]; total: number }

export type Agency = Awaited<ReturnType<typeof agency>>

const OPERATOR = { login: 'ops@northwind.example', password: 'a password of the check engine' }
export const CRAWL_KEY = 'the key of the crawl supplier'

/**
 * `shown` says whether the search engine shows a URL by now, `crawled` whether the crawl supplier had it indexed at a time,
 * `crawl_key` which key that takes by now; the check engine has results `ready_after` so long.
 */
export async function agency({
  shown = (_: string): boolean => true,
  crawled = (_url: string, _at: Time): boolean => true,
  ready_after = 0,
  crawl_key = (): string | undefined => CRAWL_KEY,
  env = {} as Record<string, string>,
  program = undefined as string | undefined,
} = {}) {
  const now = () => install.clock.now()
  const crawler = speedyIndex({
    now,
    get api_key() {
      return crawl_key() ?? ''
    },
    balance: { indexer: 100_000, checker: 0 },
    indexed: (url, _, at) => crawled(url, at),
  })
  // The search engine is asked for pages without saying by which scheme.
  const indexed = (url: string) => shown(url.replace(/^https:/, 'http:'))
  const engine = dataForSeo({ now, ...OPERATOR, balance: 1000, ready_after, indexed })
  const announced = indexNow({ now })
  const local = { SIGNALPOST_ALLOW_NETWORKS: '127.0.0.0/8', SIGNALPOST_INDEXNOW_ENDPOINT: announced.endpoint }
  const install = await appliance({ ...local, ...env }, program)
  const { get, post, put } = install
  await put('/settings/crawl', {
    routes: { primary: { adapter: 'speedyindex', base_url: crawler.url, api_key: CRAWL_KEY } },
  })
  await put('/settings/integrations', {
    engines: { scan_standard: { adapter: 'dataforseo', base_url: engine.url, ...OPERATOR } },
  })

  /** Every item of a list. */
  const all = async <T>(path: string): Promise<T[]> => {
    const items: T[] = []
    for (let page = 1; ; page++) {
      const part = await get<Page<T>>(`${path}${path.includes('?') ? '&' : '?'}page=${page}&page_size=200`)
      items.push(...part.items)
      if (items.length >= part.total || part.items.length === 0) return items
    }
  }
  return {
    ...install,
    crawler,
    engine,
    announced,
    all,
    job: (id: string) => get<Job>(`/jobs/${id}?url_limit=0`),
    links: (id: string) => all<Link>(`/jobs/${id}/urls`),
    credits: () => get<Credits>('/credits'),
    push: (urls: string[], order: Record<string, unknown> = {}) => post<Job>('/jobs', { urls, ...order }),
    /** Waits until the job has come to one of these states. */
    reaches: (id: string, ...statuses: string[]) =>
      until(`job ${id} to be ${statuses.join(' or ')}`, async () => {
        const job = await get<Job>(`/jobs/${id}?url_limit=0`)
        return statuses.includes(job.status) && job
      }),
    /** As the clock would, with the callbacks that the search engine sends for results that are ready. */
    async tick() {
      for (;;) {
        const left = await install.tick()
        const called = await engine.deliverPostbacks({ fresh: true, at: install.address() })
        if (called.length === 0) return left
      }
    },
    /** URLs the crawl supplier was given, in order. */
    ordered: () => crawler.tasks.flatMap((task) => task.urls),
    /** Adds the IndexNow site of pages on loopback, hosts its key and verifies it. */
    async announce(site: { url: string; files: Map<string, string> }): Promise<string> {
      const { id, key } = await post<{ id: string; key: string }>('/indexnow/sites', { host: site.url })
      site.files.set(`/${key}.txt`, key)
      const { verified } = await post<{ verified: boolean }>(`/indexnow/sites/${id}/verify`)
      expect(verified).toBe(true)
      return id
    },
    async close() {
      await install.close()
      for (const standIn of [crawler, engine, announced]) standIn.stop()
    },
  }
}

/**
 * What must hold at every moment, read through the API: the lines of a workspace's ledger add up to what is available,
 * and what is reserved belongs, credit by credit, to links that are reserved. Returns the credits.
 */
export async function expectBooksToBalance({ get, all, tenant_id }: Agency, of = tenant_id): Promise<Credits> {
  const credits = async (): Promise<Credits> => {
    const { index, check } = await get<Credits>(`/credits?tenant_id=${of}`)
    return { index, check }
  }
  return until('a moment between two transactions', async () => {
    const before = await credits()
    const lines = await all<Line>(`/credits/ledger?tenant_id=${of}`)
    const jobs = await all<Job>(`/jobs?tenant_id=${of}`)
    const reserved = await Promise.all(jobs.map(({ id }) => all<Link>(`/jobs/${id}/urls?credit=reserved`)))
    if (!Bun.deepEquals(before, await credits())) return null
    const { index, check } = before
    expect({ index: sumOf(lines, 'index'), check: sumOf(lines, 'check') }).toEqual({
      index: index.available,
      check: check.available,
    })
    expect(reserved.flat()).toHaveLength(index.reserved)
    expect(jobs.map((job) => job.outcome.credits.reserved)).toEqual(reserved.map((links) => links.length))
    return before
  })
}

type Line = { kind: 'index' | 'check'; direction: 'in' | 'out'; amount: number }

const sumOf = (lines: Line[], kind: Line['kind']): number =>
  lines
    .filter((line) => line.kind === kind)
    .reduce((sum, { direction, amount }) => sum + (direction === 'in' ? amount : -amount), 0)
