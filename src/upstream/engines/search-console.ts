/**
 * Google Search Console, URL Inspection (developers.google.com/webmaster-tools/v1/urlInspection.index): Google's own
 * answer for a URL of a verified property. Free, with a limit of 2,000 inspections a day and property.
 */
import Type from 'typebox'
import type { Engine, EngineSettings, LookAnswer, LookOrder } from '../../domains/checks/engine.ts'
import { propertyFor } from '../../domains/checks/property.ts'
import type { Indexed } from '../../domains/jobs/index.ts'
import { compiled } from '../../kernel/environment/compiled.ts'
import { dayOf } from '../../kernel/time/clock.ts'
import { type Call, type Context, createHttp, type Http, type Reply, type Shape } from '../http.ts'
import { oneByOne, reporting, unasked } from './answers.ts'
import { googleToken } from './google-token.ts'

export const SEARCH_CONSOLE_URL = 'https://searchconsole.googleapis.com'

export function createSearchConsole(settings: EngineSettings, context: Context): Engine {
  const { service_account, properties = [] } = settings
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
    if (!service_account) throw connect('').failure('auth', 'has no service account')
    const http = connect(await googleToken(service_account, SCOPE, context, signal, fresh))
    const reply = await http.send(call, signal)
    return reply.status === 401 && !fresh ? send(call, signal, true) : { http, reply }
  }

  const look = async ({ ref, url }: LookOrder, signal: AbortSignal): Promise<LookAnswer> => {
    const siteUrl = propertyFor(url, properties)
    if (!siteUrl) return unasked(ref, connect('').failure('invalid', 'has no verified property that covers this URL'))
    const json = { inspectionUrl: url, siteUrl, languageCode: 'en-US' }
    const { http, reply } = await send({ path: '/v1/urlInspection/index:inspect', json }, signal)
    const {
      verdict = '',
      coverageState,
      lastCrawlTime,
    } = accepted(Inspection, http, reply).inspectionResult.indexStatusResult ?? {}
    const said = coverageState || verdict
    const crawled = lastCrawlTime && /^\d{4}-\d\d-\d\dT/.test(lastCrawlTime) ? `, crawled ${dayOf(lastCrawlTime)}` : ''
    const evidence = said ? `Google says: ${said}${crawled}` : 'Google gave no verdict'
    const indexed = VERDICTS[verdict] ?? 'unknown'
    const sighting = { indexed, method: 'inspection', evidence, raw: http.mask(reply.text), cost_usd: 0 } as const
    return { ref, state: 'seen', sighting }
  }

  return oneByOne({
    adapter: 'search_console',
    concurrency: 5,
    look,
    report: (signal) =>
      reporting(async () => {
        const { http, reply } = await send({ path: '/webmasters/v3/sites' }, signal)
        const { siteEntry = [] } = accepted(Sites, http, reply)
        const open = siteEntry
          .filter((site) => site.permissionLevel !== 'siteUnverifiedUser')
          .map((site) => site.siteUrl)
        const closed = properties.filter((property) => !open.includes(property))
        if (closed.length) return { ok: false, message: `Search Console: no access to ${closed.join(', ')}` }
        return { ok: true, message: `Search Console: ${open.length} properties can be read` }
      }),
  })
}

const SCOPE = 'https://www.googleapis.com/auth/webmasters.readonly'

/**
 * Google answers 403 for too many calls and for missing access; the reason tells which
 * (developers.google.com/webmaster-tools/v1/errors). After one of these, waiting helps.
 */
const TOO_MANY = new Set(['quotaExceeded', 'rateLimitExceeded', 'userRateLimitExceeded', 'dailyLimitExceeded'])

/** `coverageState` is free, translated text: it is shown and never parsed. */
const VERDICTS: Record<string, Indexed> = { PASS: 'yes', NEUTRAL: 'no', FAIL: 'no' }

/** Google's discovery document marks none of the fields below as required. */
const Inspection = compiled(
  Type.Object({
    inspectionResult: Type.Object({
      indexStatusResult: Type.Optional(
        Type.Object({
          verdict: Type.Optional(Type.String()),
          coverageState: Type.Optional(Type.String()),
          lastCrawlTime: Type.Optional(Type.String()),
        }),
      ),
    }),
  }),
)
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
      errors: Type.Array(Type.Union([Type.Object({ reason: Type.Optional(Type.Unknown()) }), Type.Null()])),
    }),
  }),
)

function accepted<T>(shape: Shape<T>, http: Http, reply: Reply): T {
  const errors = (reply.status === 403 && http.peek(Refusal, reply)?.error.errors) || []
  if (errors.some((error) => TOO_MANY.has(`${error?.reason}`))) throw http.refusal(reply, 'rate')
  return http.read(shape, reply)
}
