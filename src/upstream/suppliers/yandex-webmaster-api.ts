/** The calls of the recrawl queue of Yandex Webmaster (yandex.com/dev/webmaster/doc). A refusal has an `error_code`. */
import Type from 'typebox'
import type { CrawlReceipt, RouteSettings } from '../../domains/providers/route.ts'
import { compiled } from '../../kernel/environment/compiled.ts'
import { inParallel } from '../../kernel/scheduling/in-parallel.ts'
import { between, DAY, HOUR, MINUTE, plus, type Time } from '../../kernel/time/clock.ts'
import { type FailureClass, UpstreamError } from '../../kernel/web-fetch/upstream-error.ts'
import { type Context, createHttp, type Http, type Reply, type Shape } from '../http.ts'

export const YANDEX_WEBMASTER_URL = 'https://api.webmaster.yandex.net'

/** A verified site: `origin` as its links begin, and the path of its calls. */
export type Site = { origin: string; path: string }

export type YandexWebmasterApi = {
  sites(signal: AbortSignal): Promise<Site[]>
  quotaLeft(site: Site, signal: AbortSignal): Promise<number>
  /** States of the newest 10,000 links that were queued since then. */
  queued(site: Site, since: Time, signal: AbortSignal): Promise<Map<string, string>>
  /** Queues the links, and returns those that Yandex calls invalid. */
  enqueue(site: Site, urls: string[], signal: AbortSignal): Promise<CrawlReceipt['rejected']>
}

export function createYandexWebmasterApi(settings: RouteSettings, context: Context): YandexWebmasterApi {
  const api_key = settings.api_key ?? ''
  const http = createHttp({
    ...context,
    name: 'Yandex Webmaster',
    base_url: settings.base_url ?? YANDEX_WEBMASTER_URL,
    secrets: [api_key],
    headers: { authorization: `OAuth ${api_key}` },
  })

  const accepted = <T>(shape: Shape<T>, reply: Reply): T => {
    if (reply.status >= 300) throw refusalOf(http, reply, context.clock.now())
    return http.read(shape, reply)
  }
  const get = async <T>(shape: Shape<T>, path: string, signal: AbortSignal, query?: Record<string, string>) =>
    accepted(shape, await http.send({ path, ...(query && { query }) }, signal))

  return {
    async sites(signal) {
      const { user_id } = await get(User, '/v4/user', signal)
      const { hosts } = await get(Hosts, `/v4/user/${user_id}/hosts`, signal)
      return hosts
        .filter((host) => host.verified)
        .map(({ host_id, ascii_host_url }) => ({
          origin: new URL(ascii_host_url).origin,
          path: `/v4/user/${user_id}/hosts/${encodeURIComponent(host_id)}/recrawl`,
        }))
    },

    quotaLeft: async ({ path }, signal) => (await get(Quota, `${path}/quota`, signal)).quota_remainder,

    async queued({ path }, since, signal) {
      const found = new Map<string, string>()
      for (let offset = 0; offset < 10_000; offset += PAGE) {
        const range = { offset: `${offset}`, limit: `${PAGE}`, date_from: since }
        const { tasks } = await get(Tasks, `${path}/queue`, signal, range)
        for (const { url, state } of tasks) if (!found.has(url)) found.set(url, state)
        if (tasks.length < PAGE) break
      }
      return found
    },

    async enqueue({ path }, urls, signal) {
      const rejected: CrawlReceipt['rejected'] = []
      await inParallel(urls, AT_ONCE, async (url) => {
        const reply = await http.send({ path: `${path}/queue`, json: { url }, order: true }, signal)
        if (reply.status === ALREADY_QUEUED) return
        const code = http.peek(Refusal, reply)?.error_code
        if (code === 'INVALID_URL') rejected.push({ url, reason: 'Yandex says that the URL is invalid' })
        else accepted(Queued, reply)
      })
      return rejected
    },
  }
}

const PAGE = 100
const AT_ONCE = 4
const ALREADY_QUEUED = 409

function refusalOf(http: Http, reply: Reply, now: Time): UpstreamError {
  const refused = http.peek(Refusal, reply)
  if (!refused) return http.refusal(reply)
  const { error_code = '', error_message = '' } = refused
  const kind = CLASSES[error_code] ?? http.judged(reply, 'transient')
  const words = `answered ${reply.status}${error_code && ` ${error_code}`}${error_message && `: ${error_message}`}`
  const error = http.failure(kind, words, reply)
  if (error_code !== 'QUOTA_EXCEEDED') return error
  return new UpstreamError('rate', error.message, error.retryAfter ?? untilMoscowMidnight(now), true, true)
}

const CLASSES: Record<string, FailureClass> = {
  INVALID_OAUTH_TOKEN: 'auth',
  ACCESS_FORBIDDEN: 'auth',
  INVALID_USER_ID: 'auth',
  HOST_NOT_VERIFIED: 'transient',
  QUOTA_EXCEEDED: 'rate',
  TOO_MANY_REQUESTS_ERROR: 'rate',
}

/** The quota starts again at midnight in Moscow, UTC+3 all year, and a minute later for clocks that differ. */
function untilMoscowMidnight(now: Time): number {
  const moscow = plus(now, 3 * HOUR)
  return between(moscow, `${plus(moscow, DAY).slice(0, 10)}T00:00:00.000Z`) + MINUTE
}

const text = Type.Optional(Type.String())
const Refusal = compiled(Type.Object({ error_code: text, error_message: text }))
const User = compiled(Type.Object({ user_id: Type.Union([Type.Integer(), Type.String({ pattern: '^\\d+$' })]) }))
const host = Type.Object({
  host_id: Type.String(),
  ascii_host_url: Type.String({ pattern: '^https?://[^/]' }),
  verified: Type.Boolean(),
})
const Hosts = compiled(Type.Object({ hosts: Type.Array(host) }))
const Quota = compiled(Type.Object({ quota_remainder: Type.Integer() }))
const Queued = compiled(Type.Object({ task_id: Type.String() }))
const Tasks = compiled(Type.Object({ tasks: Type.Array(Type.Object({ url: Type.String(), state: Type.String() })) }))
