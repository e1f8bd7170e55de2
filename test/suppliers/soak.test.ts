/**
 * Thousands of links over suppliers that fail at random: whatever happens, every credit ends used or returned, nothing is
 * ordered twice, and what the suppliers billed is what we booked. `SOAK_SEED` makes another run than the one that every
 * commit is judged by.
 */
import { afterEach, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '../../src/app.ts'
import { between, DAY, HOUR, MINUTE, SECOND } from '../../src/kernel/clock.ts'
import { syncCrawlStatus } from '../../src/providers/index.ts'
import { takeLooksJob } from '../../src/pushes/index.ts'
import { crawlAdapters, engineAdapters } from '../../src/upstream/index.ts'
import { dataForSeo } from '../upstreams/dataforseo.ts'
import { rapidUrlIndexer } from '../upstreams/rapidurlindexer.ts'
import { serper } from '../upstreams/serper.ts'
import { speedyIndex } from '../upstreams/speedyindex.ts'
import type { Fault, StandIn } from '../upstreams/stand-in.ts'
import { START } from '../world.ts'
import { type Setting, setting } from './setting.ts'

const SEED = Number(process.env.SOAK_SEED ?? 746161842)
const LINKS = 2500
const JOBS = 20

/** Planted where secrets go; they must come out nowhere. */
const SECRETS = {
  speedy: 'planted-speedy-8f3kd92ls0',
  rapid: 'planted-rapid-77dkw01mxz',
  login: 'planted-login-5jd83k@agency.example',
  password: 'planted-password-zz81kd7a',
  serper: 'planted-serper-q0w9e8r7t6',
}

const open: Setting[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.end()
})

/** The real adapters, with less patience: a lost answer is given up after a moment. */
const hasty = <P, S>(adapters: ReadonlyMap<string, { create(settings: S, context: never): P }>) =>
  new Map(
    [...adapters].map(([name, adapter]) => [
      name,
      {
        ...adapter,
        create: (s: S, c: object) =>
          adapter.create(s, { ...c, timeout_ms: name === 'serper' ? 10 * SECOND : 150 } as never),
      },
    ]),
  )

async function start(draw: () => number) {
  const heard: string[] = []
  const hear =
    (level: string) =>
    (...said: unknown[]) =>
      void heard.push(`${level} ${JSON.stringify(said)}`)
  const log = { debug: hear('debug'), info: hear('info'), warn: hear('warn'), error: hear('error') }
  const one = await setting({
    index: 5000,
    check: 5000,
    log: log as unknown as App['log'],
    engines: hasty(engineAdapters) as unknown as App['engines'],
    routes: hasty(crawlAdapters) as unknown as App['routes'],
  })
  open.push(one)
  const { now } = one
  const day = (url: string) => (Number(BigInt(Bun.hash(url)) % 1000n) / 1000) * 14
  const at = (url: string, _: unknown, time: string) => between(START, time) / DAY > day(url)
  const shows = (url: string) => at(url, null, now())
  const speedy = one.use(
    speedyIndex({ now, api_key: SECRETS.speedy, balance: { indexer: 9000, checker: 0 }, indexed: at }),
  )
  const rapid = one.use(rapidUrlIndexer({ now, api_key: SECRETS.rapid, credits: 9000, indexed: at }))
  const seo = one.use(
    dataForSeo({ now, login: SECRETS.login, password: SECRETS.password, balance: 200, indexed: shows }),
  )
  const results = (query: string) => {
    const url = `https://${query.replace('site:', '')}`
    return shows(url) ? [url] : [`${url}-2`]
  }
  const google = one.use(serper({ now, api_key: SECRETS.serper, balance: 50_000, results }))
  await one.call('pat', 'update_crawl_settings', {
    failover_errors: 3,
    failover_cooldown_min: 20,
    failover_day3_min_rate_pct: 0,
    routes: {
      primary: { adapter: 'speedyindex', base_url: speedy.url, api_key: SECRETS.speedy },
      fallback: { adapter: 'rapidurlindexer', base_url: rapid.url, api_key: SECRETS.rapid },
    },
  })
  const pick = <T>(of: T[]): T => of[Math.floor(draw() * of.length)]!
  return { ...one, heard, speedy, rapid, seo, google, pick }
}

/** Nothing has happened at the vendor; anything may have. */
const BEFORE: Fault[] = [
  { status: 500 },
  { status: 503, body: 'busy' },
  { status: 429, headers: { 'retry-after': '90' } },
  'html',
  'garbage',
  'empty',
  'hang',
]
const AFTER: Fault[] = ['lost', 'cut']
const ACCOUNT: Fault[] = [{ status: 401 }, { status: 402 }]

function generator(seed: number): () => number {
  let a = seed >>> 0
  return () => {
    a = (a + 0x6d2b79f5) >>> 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

const cases = [
  ['dataforseo', { adapter: 'dataforseo', login: SECRETS.login, password: SECRETS.password }],
  ['serper', { adapter: 'serper', api_key: SECRETS.serper }],
] as const

test.each(cases)(
  `whatever fails, %s and both routes: no credit is lost, nothing is sent twice, billed is booked (seed ${SEED})`,
  async (name, engine) => {
    const draw = generator(SEED)
    const one = await start(draw)
    const vendor: StandIn = name === 'serper' ? one.google : one.seo
    await one.call('pat', 'update_integrations', { engines: { scan_standard: { ...engine, base_url: vendor.url } } })

    const misfortune = () => {
      const any = draw() < 0.5
      if (any) one.speedy.fail(one.pick([...BEFORE, ...AFTER, ...ACCOUNT]), 1 + Math.floor(draw() * 3))
      if (draw() < 0.4) one.rapid.fail(one.pick([...BEFORE, ...AFTER, ...ACCOUNT]), 1 + Math.floor(draw() * 3))
      // Where an answer comes at once, one that got lost was billed and cannot be looked up: nobody can tell.
      const faults = name === 'serper' ? BEFORE.filter((fault) => fault !== 'hang') : [...BEFORE, ...AFTER]
      if (draw() < 0.5) vendor.fail(one.pick([...faults, ...ACCOUNT]), 1 + Math.floor(draw() * 2))
    }

    const ids: string[] = []
    for (let i = 0; i < JOBS; i++) {
      const urls = Array.from({ length: LINKS / JOBS }, (_, k) => `https://bakery.example/${name}/${i}/${k}`)
      ids.push((await one.push(urls, { drip_days: i % 4, pre_check: i % 5 === 0 })).id)
      // Whatever chance brings later: one batch goes to each route.
      if (i === 2) one.speedy.fail({ status: 401 }, 1, /create/)
      if (i === 1 || i === 2) await one.work(1)
    }
    for (let minute = 0; minute < 60; minute += 3) {
      misfortune()
      await one.work(1)
      one.clock.turn(3 * MINUTE)
    }
    for (let hour = 1; hour < 12 * 24; hour += 4) {
      misfortune()
      for (let again = 0; again < 3; again++) {
        await one.work(1)
        await drain(one)
        one.clock.turn(6 * MINUTE + 7 * SECOND)
      }
      await one.run(syncCrawlStatus)
      one.clock.turn(4 * HOUR - 3 * (6 * MINUTE + 7 * SECOND))
    }
    for (const server of [one.speedy, one.rapid, vendor]) server.heal()
    for (let again = 0; again < 6; again++) {
      await one.work(2)
      await drain(one)
      one.clock.turn(30 * MINUTE)
    }

    const sum = (sql: string) => one.db.read((tx) => tx.row<{ n: number }>(`select ${sql} as n`)!.n)
    expect(sum("(select count(*) from links where credit = 'reserved')")).toBe(0)
    expect(sum("(select count(*) from looks where state <> 'done')")).toBe(0)
    expect(sum("(select count(*) from jobs where status <> 'done')")).toBe(0)
    const { index, check } = await one.call<Purses>('ada', 'get_credits')
    expect([index.reserved, check.reserved]).toEqual([0, 0])
    expect(index.available).toBe(5000 - sum("(select count(*) from links where credit = 'consumed')"))

    const ordered = [...one.speedy.tasks, ...one.rapid.projects].flatMap(({ urls }) => urls)
    expect(ordered.length - new Set(ordered).size).toBe(0)
    expect(ordered.length).toBe(sum('(select count(*) from links where sent_at is not null)'))
    expect(one.rapid.projects.length).toBeGreaterThan(0)
    expect(one.speedy.tasks.length).toBeGreaterThan(0)

    one.clock.turn(5 * DAY)
    await one.call('pat', 'sync_supplier')
    const billed = 9000 - one.speedy.balance.indexer + 9000 - one.rapid.credits
    expect(billed).toBe(sum("(select coalesce(sum(billed), 0) from campaigns where state = 'sent')"))
    const spent = name === 'serper' ? (50_000 - one.google.balance) * 0.001 : 200 - one.seo.balance
    expect(sum('(select sum(cost_usd) from looks)')).toBeCloseTo(spent, 6)

    await expectNoSecrets(one, ids)
  },
  300_000,
)

/** The scheduler runs a job again while it leaves work behind; so does this. */
async function drain(one: Setting): Promise<void> {
  const due = () =>
    one.db.read((tx) =>
      tx.count("select count(*) as n from looks where state = 'queued' and next_attempt_at <= ?", tx.now),
    )
  for (let before = Number.POSITIVE_INFINITY, left = due(); left > 0 && left < before; left = due()) {
    before = left
    await one.run(takeLooksJob)
  }
}

type Purses = { index: { reserved: number; available: number }; check: { reserved: number } }

/** Searches the database's files, the log and every answer that could tell. */
async function expectNoSecrets(one: Awaited<ReturnType<typeof start>>, ids: string[]): Promise<void> {
  const files = readdirSync(one.folder).map((file) => readFileSync(join(one.folder, file), 'latin1'))
  const reads = one.app.operations.filter(
    (operation) => operation.method === 'GET' && operation.path_names.length === 0,
  )
  const answers: string[] = []
  for (const { name, produces } of reads)
    if (!produces) answers.push(JSON.stringify(await one.call('pat', name).catch((error) => String(error))))
  for (const source of ['scan_standard', 'primary', 'fallback'])
    answers.push(
      JSON.stringify(
        await (source === 'scan_standard'
          ? one.call('pat', 'test_integration', { source })
          : one.call('pat', 'test_crawl_route', { route: source })),
      ),
    )
  for (const id of ids) answers.push(JSON.stringify(await one.results(id)))
  expect(one.heard.length).toBeGreaterThan(0)
  expect(answers.length).toBeGreaterThan(20)
  for (const [name, secret] of Object.entries(SECRETS)) {
    const forms = [secret, Buffer.from(secret).toString('base64'), encodeURIComponent(secret)]
    for (const [where, texts] of Object.entries({ files, log: one.heard, answers }))
      expect([name, where, texts.some((text) => forms.some((form) => text.includes(form)))]).toEqual([
        name,
        where,
        false,
      ])
  }
}
