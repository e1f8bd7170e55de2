import Type from 'typebox'
import {
  apiKeyName,
  breakerOf,
  CRAWL_SETTING,
  CrawlInput,
  CrawlStatus,
  closeBreaker,
  crawlSettings,
  crawlStatus,
  forgetSupplier,
  forgiveEstimates,
  JOB_SYNC_DEFAULT,
  JOB_SYNC_SETTING,
  JobSync,
  jobSync,
  keyOf,
  noSupplier,
  openRoute,
  ROUTES,
  type RouteName,
  SEND_LINKS,
  type StoredRoute,
  SYNC_BATCHES,
} from '../domains/providers/index.ts'
import type { Tx } from '../kernel/database/database.ts'
import { patched, readSetting, secretHint, writeSecret, writeSetting } from '../kernel/database/settings.ts'
import type { Install } from '../kernel/operation/app.ts'
import { conflict, invalid, notFound } from '../kernel/operation/fault.ts'
import { type OutboundCall, outbound, read, write } from '../kernel/operation/operation.ts'
import { Nullable } from '../kernel/operation/shape.ts'
import { assertEntered, isMoved } from '../kernel/secrets/destination.ts'
import { asTimeZone } from '../kernel/time/clock.ts'
import { destinationOf, TEST_CALL, withoutSlash } from '../kernel/web-fetch/adapter.ts'

export const getCrawlSettings = read({
  name: 'get_crawl_settings',
  route: 'GET /settings/crawl',
  role: 'platform',
  sensitive: true,
  summary: 'Crawl routes: suppliers, circuit breakers, last failures, plan and thresholds.',
  input: Type.Object({}),
  output: CrawlStatus,
  example: {},
  handle: ({ tx }) => crawlStatus(tx),
})

export const getJobSync = read({
  name: 'get_job_sync',
  route: 'GET /settings/job-sync',
  role: null,
  summary: 'The interval at which the crawl status of sent batches is fetched.',
  input: Type.Object({}),
  output: JobSync,
  example: {},
  handle: ({ tx }) => readSetting(tx, JOB_SYNC_SETTING) ?? JOB_SYNC_DEFAULT,
})

export const resetCrawlBreaker = outbound({
  name: 'reset_crawl_breaker',
  route: 'POST /settings/crawl/breaker/reset',
  role: 'platform',
  proof: false,
  summary: 'Close the circuit breaker: new batches go to the primary route again.',
  description:
    'Where the supplier refused the API key, a free call tests the key first; 409 while it is still refused.',
  input: Type.Object({}),
  output: CrawlStatus,
  example: {},
  faults: ['conflict'],

  async handle(call) {
    await assertKeysAccepted(call)
    return call.write((tx) => {
      const closed = ROUTES.filter((route) => closeBreaker(tx, route))
      forgiveEstimates(tx)
      call.changed({ target: 'crawl', after: { closed } })
      tx.afterCommit(() => call.app.wake(SEND_LINKS))
      return crawlStatus(tx)
    })
  },
})

/** Asks each supplier that refused its key whether it accepts it now. */
async function assertKeysAccepted({ app, signal, read }: OutboundCall<unknown>): Promise<void> {
  const refused = read((tx) => ROUTES.filter((route) => breakerOf(tx, route)?.cause === 'auth'))
  for (const name of refused) {
    const route = read((tx) => openRoute(tx, app, name, TEST_CALL))
    const tested = await route?.balance(signal)
    if (tested && !tested.ok)
      throw conflict(
        `The supplier still refuses the API key of the ${name} route. Enter a new key (PUT /settings/crawl).`,
      )
  }
}

export const testCrawlRoute = outbound({
  name: 'test_crawl_route',
  route: 'POST /settings/crawl/{route}/test',
  role: 'platform',
  harmless: true,
  summary: 'Test a crawl route with a free, read-only call.',
  input: Type.Object({ route: Type.String({ title: 'Route', description: 'primary or fallback' }) }),
  output: Type.Object({
    route: Type.String(),
    adapter: Type.String(),
    ok: Type.Boolean(),
    message: Type.String(),
    credits: Nullable(Type.Number()),
  }),
  example: { route: 'primary' },
  faults: ['conflict'],
  subject(_tx, _caller, { route }) {
    if (!ROUTES.includes(route as RouteName)) throw notFound('crawl route')
    return route as RouteName
  },

  async handle({ app, subject, signal, read }) {
    const route = read((tx) => openRoute(tx, app, subject, TEST_CALL))
    if (!route) throw conflict(noSupplier(subject))
    const { ok, message, credits } = await route.balance(signal)
    return { route: subject, adapter: route.adapter, ok, message, credits: credits ?? null }
  },
})

type RouteInput = { adapter?: string; enabled?: boolean; base_url?: string | null; api_key?: string | null } | null
type RouteInputs = Partial<Record<RouteName, RouteInput>>

export const updateCrawlSettings = write({
  name: 'update_crawl_settings',
  route: 'PUT /settings/crawl',
  role: 'platform',
  proof: true,
  instead: 'the settings of the web interface',
  summary: 'Connect crawl suppliers; set plan, costs and failover thresholds. Omitted fields stay; null clears one.',
  input: CrawlInput,
  output: CrawlStatus,
  example: { failover_errors: 3, routes: { primary: { adapter: 'simulated', enabled: true } } },

  handle({ tx, app, changed }, { routes: given = {}, ...thresholds }) {
    const before = crawlSettings(tx)
    const routes = { ...before.routes }
    for (const name of ROUTES) {
      const wanted = (given as RouteInputs)[name]
      if (wanted !== undefined) routes[name] = connect(tx, app, name, before.routes[name], wanted)
    }
    const after = { ...before, ...thresholds, routes }
    writeSetting(tx, CRAWL_SETTING, after)
    const renewed = ROUTES.flatMap((name) =>
      (given as RouteInputs)[name]?.api_key === undefined ? [] : [`${name}.api_key`],
    )
    changed({ target: 'crawl', before, after: { ...after, renewed: renewed.length > 0 ? renewed : undefined } })
    for (const name of [SEND_LINKS, SYNC_BATCHES]) tx.afterCommit(() => app.wake(name))
    return crawlStatus(tx)
  },
})

/** A newly connected route starts with a closed breaker; null disconnects it and removes its key. */
function connect(
  tx: Tx,
  app: Pick<Install, 'sealer' | 'crawl_adapters'>,
  name: RouteName,
  was: StoredRoute | null,
  wanted: RouteInput,
): StoredRoute | null {
  if (wanted === null) {
    writeSecret(tx, app.sealer, apiKeyName(name), null)
    if (name === 'primary') forgetSupplier(tx, app)
    return null
  }
  const adapter = wanted.adapter ?? was?.adapter
  if (!adapter) throw invalid({ path: `routes.${name}.adapter`, message: 'is required: name the supplier' })
  const route: StoredRoute = patched(
    { adapter, enabled: true, base_url: null, ...was },
    { ...wanted, base_url: withoutSlash(wanted.base_url) },
  )
  keepAtDestination(tx, app, name, { was, route, given: wanted.api_key !== undefined })
  if (wanted.api_key !== undefined) writeSecret(tx, app.sealer, apiKeyName(name), wanted.api_key)
  if (route.enabled && adapter !== 'simulated' && !secretHint(tx, keyOf(tx, name)))
    throw invalid({ path: `routes.${name}.api_key`, message: 'is required before the route can be used' })
  if (JSON.stringify(was) !== JSON.stringify(route) || wanted.api_key !== undefined) closeBreaker(tx, name)
  return route
}

/** Another supplier, or another address of it, gets neither the stored key nor the sign-in of the connected account. */
function keepAtDestination(
  tx: Tx,
  app: Pick<Install, 'sealer' | 'crawl_adapters'>,
  name: RouteName,
  { was, route, given }: { was: StoredRoute | null; route: StoredRoute; given: boolean },
): void {
  const [before, after] = [destinationOf(app.crawl_adapters, was), destinationOf(app.crawl_adapters, route)]
  const stored = secretHint(tx, keyOf(tx, name)) !== null
  assertEntered(before, after, [{ path: `routes.${name}.api_key`, stored, given }])
  if (name === 'primary' && isMoved(before, after)) forgetSupplier(tx, app)
}

export const updateJobSync = write({
  name: 'update_job_sync',
  route: 'PUT /settings/job-sync',
  role: 'platform',
  summary: 'Set how often the crawl status of sent batches is fetched. Omitted fields stay.',
  input: Type.Partial(Type.Object(JobSync.properties)),
  output: JobSync,
  example: { frequency: '6h' },

  handle({ tx, changed }, given) {
    const before = jobSync(tx)
    const tz = given.tz === undefined ? before.tz : asTimeZone(given.tz)
    if (!tz) throw invalid({ path: 'tz', message: 'must be a time zone such as Europe/Vienna' })
    const after = patched(before, { ...given, tz })
    writeSetting(tx, JOB_SYNC_SETTING, after)
    changed({ target: 'job-sync', before, after })
    return after
  },
})
