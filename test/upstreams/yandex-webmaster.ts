/**
 * The recrawl queue of Yandex Webmaster on loopback (yandex.com/dev/webmaster/doc, host-recrawl-post, -get, -quota-get,
 * errors; read 28 Nov 2026): `Authorization: OAuth`; GET /v4/user, its hosts, recrawl/quota and recrawl/queue; POST
 * recrawl/queue takes one link. 409 for a queued link, 429 beyond the day's quota, which starts again at midnight in
 * Moscow. A link is crawled a day later.
 */
import { between, DAY, HOUR, plus, type Time } from '../../src/kernel/time/clock.ts'
import { type StandIn, standIn } from './stand-in.ts'

type Task = { task_id: string; host: string; url: string; added_at: Time }
export type YandexWebmasterStandIn = StandIn & { tasks: Task[]; daily_quota: number }

export function yandexWebmaster(options: {
  now: () => Time
  token: string
  /** Origins of verified sites. */
  sites: string[]
  daily_quota?: number
}): YandexWebmasterStandIn {
  const { now, token, sites } = options
  const tasks: Task[] = []
  const state = { daily_quota: options.daily_quota ?? 1000 }
  const refuse = (status: number, error_code: string, error_message: string) =>
    Response.json({ error_code, error_message }, { status })

  const today = () => plus(now(), 3 * HOUR).slice(0, 10)
  const usedToday = (host: string) =>
    tasks.filter((task) => task.host === host && plus(task.added_at, 3 * HOUR).slice(0, 10) === today()).length
  const stateOf = (task: Task) => (between(task.added_at, now()) >= DAY ? 'DONE' : 'IN_PROGRESS')
  const idOf = (origin: string) => `${new URL(origin).protocol}${new URL(origin).hostname}:443`

  const enqueue = (host: string, origin: string, url: string | undefined) => {
    if (!url || !URL.canParse(url) || new URL(url).origin !== origin) return refuse(400, 'INVALID_URL', 'Wrong URL')
    if (tasks.some((task) => task.url === url && stateOf(task) === 'IN_PROGRESS'))
      return refuse(409, 'URL_ALREADY_ADDED', 'The URL was already added for reindexing')
    if (usedToday(host) >= state.daily_quota) return refuse(429, 'QUOTA_EXCEEDED', 'The daily quota was exceeded')
    const task_id = `c7fe80c0-36e3-11e6-8b2d-${tasks.length.toString(16).padStart(12, '0')}`
    tasks.push({ task_id, host, url, added_at: now() })
    return Response.json({ task_id, quota_remainder: state.daily_quota - usedToday(host) }, { status: 202 })
  }

  const server = standIn(now, ({ method, path, query, headers, json }) => {
    if (headers.authorization !== `OAuth ${token}`)
      return refuse(403, 'INVALID_OAUTH_TOKEN', 'The OAuth token is invalid')
    if (path === '/v4/user') return Response.json({ user_id: 7 })
    if (path === '/v4/user/7/hosts')
      return Response.json({
        hosts: sites.map((origin) => ({ host_id: idOf(origin), ascii_host_url: `${origin}:443/`, verified: true })),
      })
    const [, id = '', call] = path.match(/^\/v4\/user\/7\/hosts\/([^/]+)\/recrawl\/(quota|queue)$/) ?? []
    const host = decodeURIComponent(id)
    const origin = sites.find((site) => idOf(site) === host)
    if (!call) return refuse(404, 'RESOURCE_NOT_FOUND', 'Not found')
    if (!origin) return refuse(404, 'HOST_NOT_VERIFIED', 'Site management rights are not verified')
    if (call === 'quota')
      return Response.json({ daily_quota: state.daily_quota, quota_remainder: state.daily_quota - usedToday(host) })
    if (method === 'POST') return enqueue(host, origin, (json as { url?: string } | null)?.url)
    const { offset = '0', limit = '50', date_from = '' } = query
    const listed = tasks.filter((task) => task.host === host && task.added_at >= date_from).reverse()
    return Response.json({
      tasks: listed
        .slice(Number(offset), Number(offset) + Number(limit))
        .map((task) => ({ task_id: task.task_id, url: task.url, added_time: task.added_at, state: stateOf(task) })),
    })
  })
  return Object.assign(state, server, { tasks })
}
