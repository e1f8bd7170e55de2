/**
 * DataForSEO v3 on loopback (docs.dataforseo.com/v3: Google Organic, standard queue and live; AI Mode, live, 0.004). Tasks are kept by id; by the
 * given clock they are queued (40602), handed (40601), then ready after `ready_after`. `tasks_ready` lists what is ready
 * and was not fetched yet. The keyword is decoded as the server does; `indexed` says which URL a `site:` query finds as
 * an exact hit, `neighbours` are further indexed URLs, found by prefix; Google hides `similar` ones unless `search_param`
 * has `&filter=0`. `code` forces the outcome of a URL's task:
 * 40101, 40102, 40103, 40401, 50000 when it is fetched; 40202, 40210, 40501 and such when it is posted.
 * A query with `site:` costs 0.003 queued and 0.01 live, at posting, 40101 included; without balance it is 40200.
 * `id_list` tells every task of a span, live ones too, with its cost and, as metadata, what it was posted with.
 * Wrong credentials are 401 with 40100. `deliverPostbacks` sends the gzip callbacks, twice or for invented ids on demand.
 */
import { between, MINUTE, plus, SECOND, type Time } from '../../src/kernel/time/clock.ts'
import { limited } from './samples.ts'
import { type Received, type StandIn, standIn } from './stand-in.ts'

export type SerpTask = {
  id: string
  data: Record<string, unknown>
  url: string
  posted_at: Time
  cost: number
  fetched: boolean
}

export type DataForSeoStandIn = StandIn & {
  tasks: SerpTask[]
  balance: number
  /** Balance to show instead of the true one. */
  wrong_balance: unknown
  /** Sends the callbacks of ready tasks: as often as told, and for `forged` ids besides. Answers their statuses. */
  deliverPostbacks(options?: PostbackOptions): Promise<number[]>
}

/**
 * `fresh`: only of tasks whose callback was not sent before; `at`: where the name of the install leads; `pause_ms`: from
 * one to the next.
 */
type PostbackOptions = {
  times?: number
  forged?: { url: string; id: string }[]
  fresh?: boolean
  at?: string
  pause_ms?: number
}

export type DataForSeoOptions = {
  now: () => Time
  login: string
  password: string
  balance?: number
  indexed?: (url: string) => boolean
  neighbours?: string[]
  similar?: (url: string) => boolean
  code?: (url: string) => number | undefined
  /** Sources that AI Mode names for a question. */
  cites?: (question: string) => string[]
  ready_after?: number
}

const PRICE = { queued: 0.003, live: 0.01, ai_mode: 0.004 }
const REFUSED_AT_POST = [40006, 40200, 40202, 40203, 40205, 40206, 40209, 40210, 40501, 40502, 40503, 40506]
const LIVE_FIELDS = [
  'keyword',
  'location_code',
  'language_code',
  'device',
  'depth',
  'group_organic_results',
  'search_param',
  'tag',
]
/** Fields of AI Mode that are for tasks of any kind (docs.dataforseo.com/v3/serp/google/ai_mode/live/advanced). */
const AI_FIELDS = ['keyword', 'location_code', 'language_code', 'device', 'tag']
const QUEUE_FIELDS = [...LIVE_FIELDS, 'priority', 'postback_url', 'postback_data']

export function dataForSeo(options: DataForSeoOptions): DataForSeoStandIn {
  const { now, neighbours = [], similar = () => false, code = () => undefined, ready_after = 5 * MINUTE } = options
  const { indexed = () => true, cites = () => [] } = options
  const tasks: SerpTask[] = []
  const state = { balance: options.balance ?? 50, wrong_balance: undefined as unknown }
  const basic = `Basic ${Buffer.from(`${options.login}:${options.password}`).toString('base64')}`

  const isReady = (task: SerpTask) => between(task.posted_at, now()) >= ready_after

  /** Takes one task, or says with which code it is refused. */
  const take = (data: Record<string, unknown>, price: number): SerpTask | number => {
    const fields = { [PRICE.live]: LIVE_FIELDS, [PRICE.ai_mode]: AI_FIELDS }[price] ?? QUEUE_FIELDS
    if (Object.keys(data).some((name) => !fields.includes(name))) return 40506
    const url = inRange(data, price === PRICE.live ? 200 : 700) ? decoded(`${data.keyword}`) : null
    if (!url) return 40501
    const forced = code(url) ?? 0
    if (REFUSED_AT_POST.includes(forced)) return forced
    if (state.balance < price) return 40200
    state.balance = cents(state.balance - price)
    const id = `11210900-1535-0066-0000-${tasks.length.toString(16).padStart(12, '0')}`
    const task = { id, data, url, posted_at: now(), cost: price, fetched: false }
    tasks.push(task)
    return task
  }

  const isShown = ({ url, data }: SerpTask) =>
    indexed(url) && (!similar(url) || /&filter=0(&|$)/.test(`${data.search_param}`))

  const serp = (task: SerpTask) => {
    const near = neighbours.filter((url) => url.startsWith(task.url))
    const hits = [...near.slice(0, 1), ...(isShown(task) ? [task.url] : []), ...near.slice(1)]
    const organic = hits.map((url, i) => ({ type: 'organic', rank_absolute: i + 1, title: `Title of ${url}`, url }))
    const items = task.data.group_organic_results === false ? organic : grouped(organic)
    const paid = { type: 'paid', rank_absolute: 9, title: 'Advertisement', url: task.url }
    return { keyword: task.data.keyword, se_results_count: 0, items_count: items.length, items: [paid, ...items] }
  }

  const aiMode = ({ url, data }: SerpTask) => {
    const references = cites(url.replace('https://', '')).map((url) => ({
      type: 'ai_overview_reference',
      domain: new URL(url).hostname,
      url,
      title: `Title of ${url}`,
    }))
    const item = { type: 'ai_overview', rank_absolute: 1, markdown: 'An answer', items: null, references }
    return { keyword: data.keyword, type: 'ai_mode', se_results_count: 0, items_count: 1, items: [item] }
  }

  /** A finished task as `task_get` and `live` give it. */
  const finished = (task: SerpTask, cost: number) => {
    const forced = code(task.url)
    const found = isShown(task) || neighbours.some((url) => url.startsWith(task.url))
    const outcome = forced ?? (found ? 20000 : 40102)
    return { ...entry(outcome, cost), id: task.id, data: task.data, result: outcome === 20000 ? [serp(task)] : null }
  }

  const post = (given: Record<string, unknown>[], price: number) => {
    const taken = given.map((data) => ({ data, task: take(data, price) }))
    return taken.map(({ data, task }) =>
      typeof task === 'number'
        ? { ...entry(task, 0), id: crypto.randomUUID(), data, result: null }
        : price === PRICE.ai_mode
          ? { ...entry(20000, price), id: task.id, data, result: [aiMode(task)] }
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

  /** Six months of tasks, 1,000 at most a call (docs.dataforseo.com/v3/serp/id_list). */
  const idList = ({ json }: Received) => {
    const [{ datetime_from, datetime_to, limit = 1000, offset = 0 }] = json as [Record<string, number & string>]
    const time = (text: string) => plus(text.replace(' +00:00', 'Z').replace(' ', 'T'), 0)
    const within = tasks.filter(({ posted_at }) => posted_at >= time(datetime_from!) && posted_at <= time(datetime_to!))
    const result = within
      .slice(offset, offset + limit)
      .map(({ id, data, cost, posted_at }) => ({
        id,
        url: '/v3/serp/google/organic/live/regular',
        datetime_posted: posted_at,
        status: '20000',
        cost,
        metadata: data,
      }))
    return envelope([{ ...entry(20000, 0), id: crypto.randomUUID(), data: {}, result }])
  }

  const handle = (request: Received): Response => {
    if (request.headers.authorization !== basic) return Response.json(envelope([], 40100), { status: 401 })
    const { method, path } = request
    if (method === 'GET' && path === '/v3/appendix/user_data') {
      const money = { total: 100, balance: state.wrong_balance ?? state.balance }
      return Response.json(envelope([{ ...entry(20000, 0), data: {}, result: [{ login: options.login, money }] }]))
    }
    if (method === 'POST' && path === '/v3/serp/id_list') return Response.json(idList(request))
    const call = path.replace('/v3/serp/google/organic/', '')
    const ai = path === '/v3/serp/google/ai_mode/live/advanced'
    if (method === 'POST' && (call === 'task_post' || call === 'live/regular' || ai)) {
      const live = call !== 'task_post'
      const { json } = request
      if (!isListOfObjects(json)) return Response.json(envelope([], 40503))
      if (json.length === 0) return Response.json(envelope([], 40502))
      if (json.length > (live ? 1 : 100)) return Response.json(envelope([], live ? 40000 : 40006))
      return Response.json(envelope(post(json, ai ? PRICE.ai_mode : live ? PRICE.live : PRICE.queued)))
    }
    if (method === 'GET' && call === 'tasks_ready') {
      // Tasks with a callback are not listed.
      const result = tasks
        .filter((task) => isReady(task) && !task.fetched && !task.data.postback_url)
        .slice(0, 1000)
        .map(listed)
      return Response.json(envelope([{ ...entry(20000, 0), id: crypto.randomUUID(), data: {}, result }]))
    }
    const [, id] = call.match(/^task_get\/regular\/([\w-]+)$/) ?? []
    if (method === 'GET' && id) return Response.json(envelope([get(id)]))
    return Response.json(envelope([], 40400), { status: 404 })
  }

  const called = new Set<string>()
  const deliverPostbacks: DataForSeoStandIn['deliverPostbacks'] = async ({
    times = 1,
    forged = [],
    fresh,
    at,
    pause_ms = 0,
  } = {}) => {
    const due = tasks.filter((task) => isReady(task) && task.data.postback_url && !(fresh && called.has(task.id)))
    for (const { id } of due) called.add(id)
    const calls = due.flatMap((task) =>
      Array.from({ length: times }, () => ({ ...task, to: `${task.data.postback_url}` })),
    )
    const all = [...calls, ...forged.map(({ url, id }) => ({ id, to: url, url: 'https://forged.example/', data: {} }))]
    const statuses: number[] = []
    for (const { id, to, data, url } of all) {
      const address = (at ? to.replace(new URL(to).origin, at) : to)
        .replace('$id', id)
        .replace('$tag', encodeURIComponent(`${(data as { tag?: string }).tag ?? ''}`))
      const body = envelope([finished({ id, data, url, posted_at: now(), cost: 0, fetched: false }, 0)])
      const answer = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
        body: Bun.gzipSync(Buffer.from(JSON.stringify(body))),
      })
      statuses.push(answer.status)
      if (pause_ms > 0) await Bun.sleep(pause_ms)
    }
    return statuses
  }

  return Object.assign(state, standIn(now, limited('dataforseo', now, handle)), { tasks, deliverPostbacks })
}

const isListOfObjects = (json: unknown): json is Record<string, unknown>[] =>
  Array.isArray(json) && json.every((entry) => typeof entry === 'object' && entry !== null && !Array.isArray(entry))

/** The documented ranges of a task's fields; a callback needs to know what it is to bring. */
function inRange(data: Record<string, unknown>, deepest: number): boolean {
  const {
    keyword,
    location_code,
    language_code,
    depth = 10,
    tag = '',
    priority = 1,
    search_param = '',
    postback_url,
    postback_data,
  } = data
  const between = (value: unknown, least: number, most: number) =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= most
  return (
    typeof keyword === 'string' &&
    keyword.length > 0 &&
    keyword.length <= 700 &&
    Number.isInteger(location_code) &&
    typeof language_code === 'string' &&
    between(depth, 1, deepest) &&
    between(priority, 1, 2) &&
    typeof tag === 'string' &&
    tag.length <= 255 &&
    typeof search_param === 'string' &&
    (postback_url === undefined) === (postback_data === undefined) &&
    (postback_url === undefined || URL.canParse(`${postback_url}`)) &&
    [undefined, 'regular', 'advanced', 'html'].includes(postback_data as string)
  )
}

/** The URL that a `site:` keyword asks for: the server decodes it once more, plus signs too. Null when it cannot. */
function decoded(keyword: string): string | null {
  try {
    const query = decodeURIComponent(keyword.replaceAll('+', ' '))
    return `https://${query.replace(/^site:/, '')}`
  } catch {
    return null
  }
}

/** By default, further results of a host hang below the first one; the regular functions leave them out. */
const grouped = <T>(organic: T[]): T[] => organic.slice(0, 1)

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
