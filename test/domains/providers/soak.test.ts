/**
 * Thousands of links over suppliers that fail at random: whatever happens, every credit ends used or returned, nothing is
 * ordered twice, and what the suppliers billed is what we booked. `SOAK_SEED` makes another run than the one that every
 * commit is judged by.
 */
import { afterEach, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '../../../src/kernel/operation/app.ts'
import { between, DAY, HOUR, MINUTE, SECOND } from '../../../src/kernel/time/clock.ts'
import { takeLooksTask } from '../../../src/tasks/checks/take-looks.ts'
import { syncBatchesTask } from '../../../src/tasks/pushes/sync-batches.ts'
import { crawlAdapters, engineAdapters } from '../../../src/upstream/index.ts'
import { some, WHOLE } from '../../long/whole.ts'
import { dataForSeo } from '../../upstreams/dataforseo.ts'
import { ACCOUNT, AFTER, BEFORE, chance } from '../../upstreams/misfortune.ts'
import { rapidUrlIndexer } from '../../upstreams/rapidurlindexer.ts'
import { serpApi } from '../../upstreams/serpapi.ts'
import { serper } from '../../upstreams/serper.ts'
import { speedyIndex } from '../../upstreams/speedyindex.ts'
import type { StandIn } from '../../upstreams/stand-in.ts'
import { START } from '../../world.ts'
import { type Setting, setting } from './setting.ts'

const SEED = Number(process.env.SOAK_SEED ?? 746161842)
const LINKS = WHOLE ? 2500 : 200
const JOBS = WHOLE ? 20 : 10
/** Hours between two rounds of work. */
const STEP = WHOLE ? 4 : 12

/** Planted where secrets go; they must come out nowhere. */
const SECRETS = {
  speedy: 'planted-speedy-8f3kd92ls0',
  rapid: 'planted-rapid-77dkw01mxz',
  login: 'planted-login-5jd83k@agency.example',
  password: 'planted-password-zz81kd7a',
  serper: 'planted-serper-q0w9e8r7t6',
  serpapi: 'planted-serpapi-a9s8d7f6g5',
}

const open: Setting[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.end()
})

/** Engines whose answer comes with the call: each lost one is a call more, not only a later look-up. */
const AT_ONCE = ['serper', 'serpapi', 'dataforseo_live']

/** The real adapters, with less patience while things fail: a lost answer is given up after a moment. */
const hasty = <P, S>(adapters: ReadonlyMap<string, { create(settings: S, context: never): P }>, fails: () => boolean) =>
  new Map(
    [...adapters].map(([name, adapter]) => [
      name,
      {
        ...adapter,
        create: (s: S, c: object) =>
          adapter.create(s, { ...c, ...(fails() ? { timeout_ms: AT_ONCE.includes(name) ? 400 : 150 } : {}) } as never),
      },
    ]),
  )

async function start() {
  const heard: string[] = []
  const hear =
    (level: string) =>
    (...said: unknown[]) =>
      void heard.push(`${level} ${JSON.stringify(said)}`)
  const log = { debug: hear('debug'), info: hear('info'), warn: hear('warn'), error: hear('error') }
  let fails = true
  const one = await setting({
    index: 5000,
    check: 5000,
    log: log as unknown as App['log'],
    engines: hasty(engineAdapters, () => fails) as unknown as App['engines'],
    crawl_adapters: hasty(crawlAdapters, () => fails) as unknown as App['crawl_adapters'],
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
  const serp = one.use(
    serpApi({ now, api_key: SECRETS.serpapi, searches_left: 5000, results: (_, query) => results(query) }),
  )
  await one.call('pat', 'update_crawl_settings', {
    failover_errors: 3,
    failover_cooldown_min: 20,
    failover_day3_min_rate_pct: 0,
    routes: {
      primary: { adapter: 'speedyindex', base_url: speedy.url, api_key: SECRETS.speedy },
      fallback: { adapter: 'rapidurlindexer', base_url: rapid.url, api_key: SECRETS.rapid },
    },
  })
  const heal = () => {
    fails = false
    for (const server of [speedy, rapid, seo, google, serp]) server.heal()
  }
  return { ...one, heard, speedy, rapid, seo, google, serp, heal }
}

const dataForSeoAccount = { login: SECRETS.login, password: SECRETS.password }
const cases = [
  ['dataforseo', { adapter: 'dataforseo', ...dataForSeoAccount }, { adapter: 'dataforseo_live', ...dataForSeoAccount }],
  [
    'serper',
    { adapter: 'serper', api_key: SECRETS.serper },
    { adapter: 'serpapi', api_key: SECRETS.serpapi, cost_usd: 0.015 },
  ],
] as const

test.each(some(cases, 2))(
  `whatever fails, %s and both routes: no credit is lost, nothing is sent twice, billed is booked (seed ${SEED})`,
  async (name, engine, live_engine) => {
    const { draw, upTo, pick } = chance(SEED)
    const one = await start()
    const vendor: StandIn = name === 'serper' ? one.google : one.seo
    const live: StandIn = name === 'serper' ? one.serp : one.seo
    await one.call('pat', 'update_integrations', {
      engines: {
        scan_standard: { ...engine, base_url: vendor.url },
        scan_live: { ...live_engine, base_url: live.url },
      },
    })
    const checkLive = (when: string) =>
      one.call('ada', 'check_index', {
        urls: Array.from({ length: 8 }, (_, k) => `https://bakery.example/${name}/live/${when}/${k}`),
        engine: 'scan_live',
      })

    const misfortune = () => {
      const anything = [...BEFORE, 'hang' as const, ...AFTER, ...ACCOUNT]
      if (draw() < 0.5) one.speedy.fail(pick(anything), 1 + upTo(3))
      if (draw() < 0.4) one.rapid.fail(pick(anything), 1 + upTo(3))
      if (draw() < 0.5) vendor.fail(pick(anything), 1 + upTo(2))
      if (draw() < 0.5) live.fail(pick(anything), 1 + upTo(3), /live|search|account|id_list/)
    }

    const ids: string[] = []
    for (let i = 0; i < JOBS; i++) {
      const urls = Array.from({ length: LINKS / JOBS }, (_, k) => `https://bakery.example/${name}/${i}/${k}`)
      ids.push((await one.push(urls, { drip_days: i % 4, pre_check: i % 5 === 0 })).id)
      // Whatever chance brings later: one batch goes to each route.
      if (i === 2) one.speedy.fail({ status: 401 }, 1, /create/)
      if (i === 0) await checkLive('first')
      if (i === 1 || i === 2) await one.work(1)
    }
    for (let minute = 0; minute < 60; minute += 3) {
      misfortune()
      await one.work(1)
      one.clock.turn(3 * MINUTE)
    }
    for (let hour = 1; hour < 12 * 24; hour += STEP) {
      misfortune()
      if (hour % 24 === 1) await checkLive(`hour-${hour}`)
      for (let again = 0; again < 3; again++) {
        await one.work(1)
        await drain(one)
        one.clock.turn(6 * MINUTE + 7 * SECOND)
      }
      await one.run(syncBatchesTask)
      one.clock.turn(STEP * HOUR - 3 * (6 * MINUTE + 7 * SECOND))
    }
    one.heal()
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

    // Rapid URL Indexer gives back what is not indexed after 14 days, of its last orders too.
    // A slow machine loses an answer to the short timeout here and there: the next sync asks again.
    one.clock.turn(8 * DAY)
    for (let again = 0; again < 4; again++) {
      await one.call('pat', 'sync_supplier')
      one.clock.turn(12 * HOUR)
    }
    const billed = 9000 - one.speedy.balance.indexer + 9000 - one.rapid.credits
    expect(billed).toBe(sum("(select coalesce(sum(billed), 0) from batches where state = 'sent')"))
    const atGoogle = (50_000 - one.google.balance) * 0.001 + (5000 - one.serp.searches_left) * 0.015
    const spent = name === 'serper' ? atGoogle : 200 - one.seo.balance
    expect(sum('(select count(*) from lost_calls)')).toBeGreaterThan(0)
    expect(sum("(select count(*) from lost_calls where state in ('open', 'untold'))")).toBe(0)
    expect(sum('(select sum(cost_usd) from looks)')).toBeCloseTo(spent, 6)

    await expectNoSecrets(one, ids)
  },
  600_000,
)

/** The scheduler runs a job again while it leaves work behind; so does this. */
async function drain(one: Setting): Promise<void> {
  const due = () =>
    one.db.read((tx) => tx.count("select count(*) from looks where state = 'queued' and next_attempt_at <= ?", tx.now))
  for (let before = Number.POSITIVE_INFINITY, left = due(); left > 0 && left < before; left = due()) {
    before = left
    await one.run(takeLooksTask)
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
