/**
 * Google Search Console, URL Inspection (developers.google.com/webmaster-tools/v1/urlInspection.index): Google's own
 * answer for a URL of a verified property. Free, with a limit of 2,000 inspections a day and property.
 */
import Type from 'typebox'
import type {
  AccessToken,
  Engine,
  EngineSettings,
  LookAnswer,
  LookOrder,
  Sighting,
} from '../../domains/checks/engine.ts'
import { propertyFor, propertyKey } from '../../domains/checks/google/property.ts'
import type { Indexed } from '../../domains/jobs/index.ts'
import { compiled } from '../../kernel/environment/compiled.ts'
import { between, dayOf, HOUR, MINUTE, plus, type Time } from '../../kernel/time/clock.ts'
import { nextMomentAt } from '../../kernel/time/zones.ts'
import { UpstreamError } from '../../kernel/web-fetch/upstream-error.ts'
import { shownPages } from '../google/search-analytics.ts'
import { type Call, type Context, createHttp, type Http, type Reply, type Shape } from '../http.ts'
import { oneByOne, reporting, unasked } from './answers.ts'
import { googleToken } from './google-token.ts'
import { findingIn, type IndexStatus, Inspection } from './url-inspection.ts'

export const SEARCH_CONSOLE_URL = 'https://searchconsole.googleapis.com'

export function createSearchConsole(settings: EngineSettings, context: Context): Engine {
  const { service_account, properties = [] } = settings
  const tokenOf = settings.token ?? tokenOfAccount(settings, context)
  const connect = (token: string): Http =>
    createHttp({
      ...context,
      name: 'Search Console',
      base_url: settings.base_url ?? SEARCH_CONSOLE_URL,
      secrets: [token],
      headers: { authorization: `Bearer ${token}` },
    })

  /** A token may be revoked early: after a 401 the call is repeated once with a new token. */
  const send = async (call: Call, signal: AbortSignal, fresh = false): Promise<{ http: Http; reply: Reply }> => {
    if (!tokenOf) throw connect('').failure('auth', 'has no service account')
    const http = connect(await tokenOf(signal, fresh))
    const reply = await http.send(call, signal)
    return reply.status === 401 && !fresh ? send(call, signal, true) : { http, reply }
  }

  const readSites = async (signal: AbortSignal): Promise<string[]> => {
    const { http, reply } = await send({ path: '/webmasters/v3/sites' }, signal)
    const { siteEntry = [] } = accepted(Sites, http, reply, context.clock.now())
    return siteEntry.filter((site) => site.permissionLevel !== 'siteUnverifiedUser').map((site) => site.siteUrl)
  }

  const look = async ({ ref, url, place }: LookOrder, signal: AbortSignal): Promise<LookAnswer> => {
    const property = propertyFor(url, properties)
    if (!property) return unasked(ref, connect('').failure('invalid', 'has no verified property that covers this URL'))
    const key = `${service_account?.client_email ?? ''} ${property}`
    const siteUrl = await googlesSpelling(property, key, context.clock.now(), () => readSites(signal))
    const json = { inspectionUrl: url, siteUrl, languageCode: languageOf(place) }
    const { http, reply } = await send({ path: '/v1/urlInspection/index:inspect', json }, signal)
    const status = accepted(Inspection, http, reply, context.clock.now()).inspectionResult.indexStatusResult ?? {}
    return { ref, state: 'seen', sighting: { ...sightingIn(status, url), raw: http.mask(reply.text) } }
  }

  async function* shown(property: string, day: string, signal: AbortSignal) {
    const key = `${service_account?.client_email ?? ''} ${property}`
    const siteUrl = await googlesSpelling(property, key, context.clock.now(), () => readSites(signal))
    yield* shownPages((call) => send(call, signal), siteUrl, day)
  }

  return oneByOne({
    adapter: 'search_console',
    concurrency: 5,
    look,
    shown,
    report: (signal) =>
      reporting(async () => {
        const open = await readSites(signal)
        const keys = new Set(open.map(propertyKey))
        const closed = properties.filter((property) => !keys.has(propertyKey(property)))
        if (closed.length) return { ok: false, message: `Search Console: no access to ${closed.join(', ')}` }
        return { ok: true, message: `Search Console: ${open.length} properties can be read` }
      }),
  })
}

function sightingIn(status: IndexStatus, url: string): Omit<Sighting, 'raw'> {
  const { verdict = '', coverageState } = status
  const indexed = VERDICTS[verdict] ?? 'unknown'
  const google = findingIn(status, url, indexed)
  const said = coverageState || verdict
  const crawled = google.crawled_at ? `, crawled ${dayOf(google.crawled_at)}` : ''
  const chose = google.cause === 'other_canonical' ? `. It chose another page: ${google.canonical}` : ''
  const evidence = said ? `Google says: ${said}${crawled}${chose}` : 'Google gave no verdict'
  return { indexed, method: 'inspection', evidence, cost_usd: 0, google }
}

const tokenOfAccount = ({ service_account }: EngineSettings, context: Context): AccessToken | undefined =>
  service_account && ((signal, fresh) => googleToken(service_account, SCOPE, context, signal, fresh))

/** People of the workspace read Google's sentence; what it means is read from codes alone. */
const languageOf = (place: LookOrder['place']): string => (place && place.language !== 'en' ? place.language : 'en-US')

/** Umlauts, or their form in the name system. */
const NOT_ASCII = /[^\x20-\x7e]|xn--/
const spellings = new Map<string, { site: string; until: Time }>()

/** Google knows a domain with umlauts in one spelling only, and lists it so. */
async function googlesSpelling(
  property: string,
  key: string,
  now: Time,
  readSites: () => Promise<string[]>,
): Promise<string> {
  if (!NOT_ASCII.test(property)) return property
  const known = spellings.get(key)
  if (known && known.until > now) return known.site
  const site = (await readSites()).find((one) => propertyKey(one) === propertyKey(property)) ?? property
  spellings.set(key, { site, until: plus(now, HOUR) })
  return site
}

const SCOPE = 'https://www.googleapis.com/auth/webmasters.readonly'

/**
 * Google answers 403 for too many calls and for missing access; the reason tells which
 * (developers.google.com/webmaster-tools/v1/errors). After one of these, waiting helps.
 */
const TOO_MANY = new Set(['rateLimitExceeded', 'userRateLimitExceeded'])
/** After one of these, nothing more is answered until the next day. */
const OF_THE_DAY = new Set(['quotaExceeded', 'dailyLimitExceeded'])

/** An inspection beyond the day's quota names the property and no reason (goenning/google-indexing-script issue 45). */
const DAY_WORDS = /per day|^Quota exceeded for (sc-domain|https?):/i

/** `coverageState` is free, translated text: it is shown and never parsed. */
const VERDICTS: Record<string, Indexed> = { PASS: 'yes', NEUTRAL: 'no', FAIL: 'no' }

const Sites = compiled(
  Type.Object({
    siteEntry: Type.Optional(
      Type.Array(Type.Object({ siteUrl: Type.String(), permissionLevel: Type.Optional(Type.String()) })),
    ),
  }),
)
const Refusal = compiled(
  Type.Object({
    error: Type.Object({
      message: Type.Optional(Type.String()),
      errors: Type.Optional(
        Type.Array(Type.Union([Type.Object({ reason: Type.Optional(Type.Unknown()) }), Type.Null()])),
      ),
    }),
  }),
)

function accepted<T>(shape: Shape<T>, http: Http, reply: Reply, now: Time): T {
  const refused = reply.status === 403 || reply.status === 429 ? http.peek(Refusal, reply)?.error : null
  const reasons = (refused?.errors ?? []).map((error) => `${error?.reason}`)
  const isOfDay = reasons.some((reason) => OF_THE_DAY.has(reason)) || DAY_WORDS.test(refused?.message ?? '')
  if (isOfDay) throw new UpstreamError('rate', http.refusal(reply).message, untilGooglesDay(now), true, true)
  if (reply.status === 403 && reasons.some((reason) => TOO_MANY.has(reason))) throw http.refusal(reply, 'rate')
  return http.read(shape, reply)
}

/** Google counts days in Pacific time. */
function untilGooglesDay(now: Time): number {
  return Math.max(MINUTE, between(now, nextMomentAt('America/Los_Angeles', 0, now, null)))
}
