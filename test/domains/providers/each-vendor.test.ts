/**
 * The product over each crawl supplier and each engine that answers at once: a push from its order to its refunds, with
 * a lost answer, errors, a wrong key and an empty account on the way. Nothing is ordered twice, the books balance after
 * each step, and the booked cost is the vendor's bill. The long run takes 200 links and all vendors, each commit 24 links
 * and some vendors.
 */
import { afterEach, expect, test } from 'bun:test'
import type { SLOT_ADAPTERS } from '../../../src/domains/checks/shapes.ts'
import type { CrawlAdapterName } from '../../../src/domains/providers/shapes.ts'
import type { App } from '../../../src/kernel/operation/app.ts'
import { between, DAY, HOUR, MINUTE } from '../../../src/kernel/time/clock.ts'
import { syncBatchesTask } from '../../../src/tasks/pushes/sync-batches.ts'
import { crawlAdapters, engineAdapters } from '../../../src/upstream/index.ts'
import { some, WHOLE } from '../../long/whole.ts'
import { indexMeNow } from '../../upstreams/indexmenow.ts'
import { rapidUrlIndexer } from '../../upstreams/rapidurlindexer.ts'
import { searchApi } from '../../upstreams/searchapi.ts'
import { serper } from '../../upstreams/serper.ts'
import { speedyIndex } from '../../upstreams/speedyindex.ts'
import type { StandIn } from '../../upstreams/stand-in.ts'
import { traject } from '../../upstreams/traject.ts'
import { twoIndex } from '../../upstreams/twoindex.ts'
import { xmlRiver } from '../../upstreams/xmlriver.ts'
import { yandexWebmaster } from '../../upstreams/yandex-webmaster.ts'
import { START } from '../../world.ts'
import { type Setting, setting } from './setting.ts'

const LINKS = WHOLE ? 200 : 24
const KEY = 'planted-key-7d1f'
const links = (name: string, n = LINKS) => Array.from({ length: n }, (_, i) => `https://bakery.example/${name}/${i}`)
/** Two of three links get indexed, after two days. */
const shows = (url: string, now: string) => Number(url.split('/').at(-1)) % 3 > 0 && between(START, now) > 2 * DAY

const found = (n: number) => n - Math.ceil(n / 3)

const open: Setting[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.end()
})

/** The real adapters; while `patience` is set, a call is given up after so many milliseconds. */
function hasty<T extends ReadonlyMap<string, { create(settings: never, context: never): unknown }>>(
  adapters: T,
  patience: () => number | undefined,
): T {
  return new Map(
    [...adapters].map(([name, adapter]) => [
      name,
      {
        ...adapter,
        create: (settings: never, context: object) => {
          const timeout_ms = patience()
          return adapter.create(settings, { ...context, ...(timeout_ms && { timeout_ms }) } as never)
        },
      },
    ]),
  ) as unknown as T
}

async function start() {
  const state = { patience: undefined as number | undefined }
  const one = await setting({
    index: 5000,
    check: 5000,
    engines: hasty(engineAdapters, () => state.patience) as App['engines'],
    crawl_adapters: hasty(crawlAdapters, () => state.patience) as App['crawl_adapters'],
  })
  open.push(one)
  const sum = (sql: string) => one.db.read((tx) => tx.row<{ n: number | null }>(`select ${sql} as n`)!.n ?? 0)
  /** Work, with the clock going on, as the scheduler does. */
  const pass = async (minutes: number, rounds = 3) => {
    for (let i = 0; i < rounds; i++) {
      await one.work(1)
      one.clock.turn((minutes * MINUTE) / rounds)
    }
  }
  const toTheEnd = async () => {
    for (let day = 0; day < 12; day++) {
      for (let i = 0; i < 4; i++) await pass(6 * 60, 3)
      await one.run(syncBatchesTask)
    }
  }
  return { ...one, state, sum, pass, toTheEnd }
}
type Install = Awaited<ReturnType<typeof start>>

/** `ordered`: the links at the vendor. `drain`: empties the account, and returns how it is filled again. */
type Supplier = {
  server: StandIn
  order: RegExp
  ordered(): string[]
  drain(): () => void
  billed: 'all' | 'found' | 'none'
}

const SUPPLIERS: Record<Exclude<CrawlAdapterName, 'simulated'>, (one: Install) => Supplier> = {
  speedyindex(one) {
    const indexed = (url: string, _: unknown, now: string) => shows(url, now)
    const server = speedyIndex({ now: one.now, api_key: KEY, balance: { indexer: 5000, checker: 0 }, indexed })
    const drain = () => drained(server.balance, 'indexer')
    return { server, order: /create$/, ordered: () => server.tasks.flatMap(({ urls }) => urls), drain, billed: 'found' }
  },
  rapidurlindexer(one) {
    const indexed = (url: string, _: unknown, now: string) => shows(url, now)
    const server = rapidUrlIndexer({ now: one.now, api_key: KEY, credits: 5000, indexed })
    const drain = () => drained(server, 'credits')
    return {
      server,
      order: /projects$/,
      ordered: () => server.projects.flatMap(({ urls }) => urls),
      drain,
      billed: 'found',
    }
  },
  indexmenow(one) {
    const server = indexMeNow({
      now: one.now,
      api_key: KEY,
      credits: 5000,
      completed: (url, _, now) => shows(url, now),
    })
    const drain = () => drained(server, 'credits')
    return {
      server,
      order: /project\/add$/,
      ordered: () => server.projects.flatMap(({ urls }) => urls),
      drain,
      billed: 'all',
    }
  },
  twoindex(one) {
    const server = twoIndex({ now: one.now, api_key: KEY, available: 5000, indexed: (url, _, now) => shows(url, now) })
    const drain = () => drained(server, 'available')
    return {
      server,
      order: /add_simple$/,
      ordered: () => server.projects.flatMap(({ urls }) => urls),
      drain,
      billed: 'all',
    }
  },
  yandex_webmaster(one) {
    const server = yandexWebmaster({ now: one.now, token: KEY, sites: ['https://bakery.example'] })
    const drain = () => drained(server, 'daily_quota')
    return {
      server,
      order: /recrawl\/queue$/,
      ordered: () => server.tasks.map(({ url }) => url),
      drain,
      billed: 'none',
    }
  },
}

test.each(some(Object.keys(SUPPLIERS) as (keyof typeof SUPPLIERS)[], 2))(
  '%s: each link is ordered once and refunded when it is not indexed, whatever fails',
  async (adapter) => {
    const one = await start()
    const { server, order, ordered, drain, billed } = SUPPLIERS[adapter](one)
    one.use(server)
    await one.call('pat', 'update_crawl_settings', {
      failover_cooldown_min: 5,
      failover_day3_min_rate_pct: 0,
      routes: { primary: { adapter, base_url: server.url, api_key: KEY } },
    })
    const engine = one.use(
      traject({ now: one.now, api_key: KEY, credits: 50_000, results: (query) => resultsOf(query, one.now()) }),
    )
    await one.call('pat', 'update_integrations', {
      engines: { scan_standard: { adapter: 'valueserp', base_url: engine.url, api_key: KEY } },
    })

    // The answer to the order is lost after it took effect.
    one.state.patience = 200
    server.fail('lost', 1, order)
    await one.push(links('lost'))
    await one.work(1)
    one.state.patience = undefined
    await one.pass(60)
    expect(ordered().toSorted()).toEqual(links('lost').toSorted())

    const others: [string, () => () => void][] = [
      ['error', failing(server, { status: 500 }, 2)],
      ['gateway', failing(server, { status: 502, body: '<html>bad gateway</html>' }, 2)],
      ['key', failing(server, { status: 401, body: { message: 'wrong key' } }, 1000)],
      ['empty', drain],
    ]
    for (const [name, begin] of others) {
      const end = begin()
      await one.push(links(name, 12))
      await one.pass(10)
      end()
      await one.pass(30 * 60, 6)
      expect(
        ordered()
          .filter((url) => url.includes(`/${name}/`))
          .toSorted(),
      ).toEqual(links(name, 12).toSorted())
    }
    expect(ordered().length).toBe(new Set(ordered()).size)

    await one.toTheEnd()
    const all = LINKS + 4 * 12
    expect(one.sum("(select count(*) from links where credit = 'consumed')")).toBe(found(LINKS) + 4 * found(12))
    expect(one.sum("(select count(*) from links where credit = 'released')")).toBe(all - found(LINKS) - 4 * found(12))
    expect(one.sum("(select count(*) from jobs where status <> 'done')")).toBe(0)
    one.clock.turn(8 * DAY)
    await one.run(syncBatchesTask)
    expect(one.sum("(select sum(billed) from batches where state = 'sent')")).toBe(
      { all, found: found(LINKS) + 4 * found(12), none: 0 }[billed],
    )
    // What costs money is never shown as free.
    const unpriced = one.sum("(select count(*) from batches where state = 'sent' and price_usd = 0)")
    expect(unpriced > 0).toBe(adapter === 'yandex_webmaster')
  },
  300_000,
)

const resultsOf = (query: string, now: string): string[] => {
  const url = `https://${query.replace(/^\w+:/, '')}`
  return shows(url, now) ? [url] : [`${url}-2`]
}

type Vendor = { server: StandIn; spent(): number; drain(): () => void; login?: string }

/** Engines of the guarantee that answer at once. */
type AtOnce = Exclude<(typeof SLOT_ADAPTERS)['scan_standard'][number], 'dataforseo' | 'simulated'>
const ENGINES: Record<AtOnce, (one: Install) => Vendor> = {
  valueserp: byTraject,
  scaleserp: byTraject,
  serpwow: byTraject,
  searchapi(one) {
    const server = searchApi({
      now: one.now,
      api_key: KEY,
      credits: 50_000,
      results: (query) => resultsOf(query, one.now()),
    })
    return { server, spent: () => 50_000 - server.credits, drain: () => drained(server, 'credits') }
  },
  xmlriver(one) {
    const server = xmlRiver({
      now: one.now,
      user: '4711',
      key: KEY,
      roubles: 1000,
      results: (query) => resultsOf(query, one.now()),
    })
    return {
      server,
      spent: () => (1000 - server.roubles) / 0.025,
      drain: () => drained(server, 'roubles'),
      login: '4711',
    }
  },
  serper(one) {
    const server = serper({
      now: one.now,
      api_key: KEY,
      balance: 50_000,
      results: (query) => resultsOf(query, one.now()),
    })
    return { server, spent: () => 50_000 - server.balance, drain: () => drained(server, 'balance') }
  },
}

function byTraject(one: Install): Vendor {
  const server = traject({
    now: one.now,
    api_key: KEY,
    credits: 50_000,
    results: (query) => resultsOf(query, one.now()),
  })
  return { server, spent: () => 50_000 - server.credits, drain: () => drained(server, 'credits') }
}

/** Lets calls go wrong, and returns how that ends. */
const failing =
  (server: StandIn, ...how: Parameters<StandIn['fail']>) =>
  () => {
    server.fail(...how)
    return () => server.heal()
  }

/** Takes the money away, and returns how it is given back. */
function drained<N extends string>(server: Record<N, number>, name: N): () => void {
  const had = server[name]
  Object.assign(server, { [name]: 0 })
  return () => void Object.assign(server, { [name]: had })
}

test.each(some(Object.keys(ENGINES) as AtOnce[], 3))(
  '%s: all checks of a push are answered, and each search is booked once, whatever fails',
  async (adapter) => {
    const one = await start()
    const { server, spent, drain, login } = ENGINES[adapter](one)
    one.use(server)
    const engine = { adapter, base_url: server.url, api_key: KEY, ...(login && { login }), cost_usd: 0.01 }
    await one.call('pat', 'update_integrations', { engines: { scan_standard: engine } })
    await one.push(links('checked'))
    await one.pass(30)

    const days: (() => () => void)[] = [
      failing(server, 'lost', 2, /search/),
      failing(server, { status: 500 }, 4, /search/),
      failing(server, { status: 401, body: { error: 'wrong key' } }, 1000),
      drain,
    ]
    for (const begin of days) {
      one.state.patience = 300
      const end = begin()
      one.clock.turn(DAY)
      await one.pass(10)
      end()
      one.state.patience = undefined
      await one.pass(8 * 60, 8)
    }
    await one.toTheEnd()
    expect(one.sum("(select count(*) from looks where state <> 'done')")).toBe(0)
    expect(one.sum("(select count(*) from links where credit = 'consumed')")).toBe(found(LINKS))
    expect(one.sum("(select count(*) from links where credit = 'released')")).toBe(LINKS - found(LINKS))
    expect(one.sum('(select count(*) from lost_calls)')).toBeGreaterThan(0)
    one.clock.turn(HOUR)
    const doubt = one.sum("(select sum(cost_usd) from lost_calls where state in ('open', 'untold'))")
    expect(one.sum('(select sum(cost_usd) from looks)') + doubt).toBeCloseTo(spent() * 0.01, 6)
  },
  300_000,
)
