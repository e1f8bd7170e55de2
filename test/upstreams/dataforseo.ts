/**
 * DataForSEO v3 on loopback (docs.dataforseo.com/v3: Google Organic, standard queue and live). Tasks are kept by id; by the
 * given clock they are queued (40602), handed (40601), then ready after `ready_after`. `tasks_ready` lists what is ready
 * and was not fetched yet. The keyword is decoded as the server does; `indexed` says which URL a `site:` query finds as
 * an exact hit, `neighbours` are further indexed URLs, found by prefix. `code` forces the outcome of a URL's task:
 * 40101, 40102, 40103, 40401, 50000 when it is fetched; 40202, 40210, 40501 and such when it is posted.
 * A query with `site:` costs 0.003 queued and 0.01 live, at posting, 40101 included; without balance it is 40200.
 * Wrong credentials are 401 with 40100. `deliverPostbacks` sends the gzip callbacks, twice or for invented ids on demand.
 */
import { between, MINUTE, SECOND, type Time } from '../../src/kernel/clock.ts'
import { type Received, type StandIn, standIn } from './stand-in.ts'

export type SerpTask = {
  id: string
  data: Record<string, unknown>
  url: string
  posted_at: Time
  fetched: boolean
}

export type DataForSeoStandIn = StandIn & {
  tasks: SerpTask[]
  balance: number
  /** Balance to show instead of the true one. */
  wrong_balance: unknown
  /** Sends the callbacks of ready tasks: as often as told, and for `forged` ids besides. Answers their statuses. */
  deliverPostbacks(options?: { times?: number; forged?: { url: string; id: string }[] }): Promise<number[]>
}

export type DataForSeoOptions = {
  now: () => Time
  login: string
  password: string
  balance?: number
  indexed?: (url: string) => boolean
  neighbours?: string[]
  code?: (url: string) => number | undefined
  ready_after?: number
}

const PRICE = { queued: 0.003, live: 0.01 }
const REFUSED_AT_POST = [40006, 40200, 40202, 40203, 40205, 40206, 40209, 40210, 40501, 40502, 40503, 40506]
const FIELDS = [
  'keyword',
  'location_code',
  'language_code',
  'depth',
  'priority',
  'tag',
  'postback_url',
  'postback_data',
]

export function dataForSeo(options: DataForSeoOptions): DataForSeoStandIn {
  const { now, indexed = () => true, neighbours = [], code = () => undefined, ready_after = 5 * MINUTE } = options
  const tasks: SerpTask[] = []
  const state = { balance: options.balance ?? 50, wrong_balance: undefined as unknown }
  const basic = `Basic ${Buffer.from(`${options.login}:${options.password}`).toString('base64')}`

  const isReady = (task: SerpTask) => between(task.posted_at, now()) >= ready_after

  /** Takes one task, or says with which code it is refused. */
  const take = (data: Record<string, unknown>, price: number): SerpTask | number => {
    if (Object.keys(data).some((name) => !FIELDS.includes(name))) return 40506
    if (typeof data.keyword !== 'string' || data.keyword.length > 700) return 40501
    if (typeof data.location_code !== 'number' || typeof data.language_code !== 'string') return 40501
    const url = decoded(data.keyword)
    const forced = code(url) ?? 0
    if (REFUSED_AT_POST.includes(forced)) return forced
    if (state.balance < price) return 40200
    state.balance = cents(state.balance - price)
    const id = `11210900-1535-0066-0000-${tasks.length.toString(16).padStart(12, '0')}`
    const task = { id, data, url, posted_at: now(), fetched: false }
    tasks.push(task)
    return task
  }

  const serp = (task: SerpTask) => {
    const hits = [...(indexed(task.url) ? [task.url] : []), ...neighbours.filter((url) => url.startsWith(task.url))]
    const items = hits.map((url, i) => ({ type: 'organic', rank_absolute: i + 1, title: `Title of ${url}`, url }))
    const paid = { type: 'paid', rank_absolute: 9, title: 'Advertisement', url: task.url }
    return { keyword: task.data.keyword, se_results_count: 0, items_count: items.length, items: [paid, ...items] }
  }

  /** A finished task as `task_get` and `live` give it. */
  const finished = (task: SerpTask, cost: number) => {
    const forced = code(task.url)
    const found = indexed(task.url) || neighbours.some((url) => url.startsWith(task.url))
    const outcome = forced ?? (found ? 20000 : 40102)
    return { ...entry(outcome, cost), id: task.id, data: task.data, result: outcome === 20000 ? [serp(task)] : null }
  }

  const post = (request: Received, price: number) => {
    const given = Array.isArray(request.json) ? (request.json as Record<string, unknown>[]) : []
    const taken = given.map((data) => ({ data, task: take(data, price) }))
    return taken.map(({ data, task }) =>
      typeof task === 'number'
        ? { ...entry(task, 0), id: crypto.randomUUID(), data, result: null }
        : price === PRICE.live
          ? finished(task, price)
          : { ...entry(20100, price), id: task.id, data, result: null },
    )
  }

  const get = (id: string) => {
    const task = tasks.find((task) => task.id === id)
    if (!task) return { ...entry(40401, 0), id, data: {}, result: null }
    if (!isReady(task)) {
      const handed = between(task.posted_at, now()) >= 10 * SECOND
      return { ...entry(handed ? 40601 : 40602, 0), id, data: task.data, result: null }
    }
    task.fetched = true
    return finished(task, 0)
  }

  const listed = (task: SerpTask) => ({
    id: task.id,
    se: 'google',
    se_type: 'organic',
    date_posted: task.posted_at,
    tag: task.data.tag,
    endpoint_regular: `/v3/serp/google/organic/task_get/regular/${task.id}`,
  })

  const handle = (request: Received): Response => {
    if (request.headers.authorization !== basic) return Response.json(envelope([], 40100), { status: 401 })
    const { method, path } = request
    if (method === 'GET' && path === '/v3/appendix/user_data') {
      const money = { total: 100, balance: state.wrong_balance ?? state.balance }
      return Response.json(envelope([{ ...entry(20000, 0), data: {}, result: [{ login: options.login, money }] }]))
    }
    const call = path.replace('/v3/serp/google/organic/', '')
    if (method === 'POST' && call === 'task_post') {
      const many = Array.isArray(request.json) && request.json.length > 100
      return Response.json(many ? envelope([], 40006) : envelope(post(request, PRICE.queued)))
    }
    if (method === 'POST' && call === 'live/regular') {
      const many = Array.isArray(request.json) && request.json.length > 1
      return Response.json(many ? envelope([], 40000) : envelope(post(request, PRICE.live)))
    }
    if (method === 'GET' && call === 'tasks_ready') {
      const result = tasks.filter((task) => isReady(task) && !task.fetched).map(listed)
      return Response.json(envelope([{ ...entry(20000, 0), id: crypto.randomUUID(), data: {}, result }]))
    }
    const [, id] = call.match(/^task_get\/regular\/([\w-]+)$/) ?? []
    if (method === 'GET' && id) return Response.json(envelope([get(id)]))
    return Response.json(envelope([], 40400), { status: 404 })
  }

  const deliverPostbacks: DataForSeoStandIn['deliverPostbacks'] = async ({ times = 1, forged = [] } = {}) => {
    const due = tasks.filter((task) => isReady(task) && task.data.postback_url)
    const calls = due.flatMap((task) =>
      Array.from({ length: times }, () => ({ ...task, to: `${task.data.postback_url}` })),
    )
    const all = [...calls, ...forged.map(({ url, id }) => ({ id, to: url, url: 'https://forged.example/', data: {} }))]
    const statuses: number[] = []
    for (const { id, to, data, url } of all) {
      const address = to
        .replace('$id', id)
        .replace('$tag', encodeURIComponent(`${(data as { tag?: string }).tag ?? ''}`))
      const body = envelope([finished({ id, data, url, posted_at: now(), fetched: false }, 0)])
      const answer = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
        body: Bun.gzipSync(Buffer.from(JSON.stringify(body))),
      })
      statuses.push(answer.status)
    }
    return statuses
  }

  return Object.assign(state, standIn(now, handle), { tasks, deliverPostbacks })
}

/** The URL that a `site:` keyword asks for: the server decodes it once more, plus signs too. */
function decoded(keyword: string): string {
  const query = decodeURIComponent(keyword.replaceAll('+', ' '))
  return `https://${query.replace(/^site:/, '')}`
}

const MESSAGES: Record<number, string> = { 20000: 'Ok.', 20100: 'Task Created.', 40102: 'No Search Results.' }
const message = (code: number) => MESSAGES[code] ?? `Error ${code}.`
const cents = (amount: number) => Math.round(amount * 1e6) / 1e6

const entry = (code: number, cost: number) => ({
  status_code: code,
  status_message: message(code),
  time: '0.1 sec.',
  cost,
})

function envelope(tasks: (ReturnType<typeof entry> & Record<string, unknown>)[], code = 20000) {
  return {
    version: '0.1.20261101',
    status_code: code,
    status_message: message(code),
    time: '0.1 sec.',
    cost: cents(tasks.reduce((sum, task) => sum + task.cost, 0)),
    tasks_count: tasks.length,
    tasks_error: tasks.filter((task) => task.status_code >= 40000).length,
    tasks: code === 20000 ? tasks : null,
  }
}
