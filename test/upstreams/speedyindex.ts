/**
 * SpeedyIndex v2 on loopback (reference: github.com/SpeedyIndexcom/speedyindexapi). Tasks are kept with their links and
 * the time at which they were created; `indexed` says which links of a task are in by now. All are processed after
 * `processed_after`, yet the task is completed only after `done_after`: then the rest counts as not indexed. Status and
 * list say so (`is_completed`), the report does not. A Google `indexer` task takes 1 indexer credit a link at creation and must say
 * `pay_per_indexed`; credits of links that did not get in come back when the task is done. A `checker` task takes 1
 * checker credit a link. Answers: 200 with `code` 0, 1 (top up), 2 (rejected input), -2 (overloaded, by `overload`);
 * 401 for a wrong key, 405 for a wrong method. `wrong_balance` makes `/v2/account` lie.
 */
import { between, DAY, HOUR, plus, type Time } from '../../src/kernel/time/clock.ts'
import { limited } from './samples.ts'
import { type Received, type StandIn, standIn } from './stand-in.ts'

export type SpeedyTask = {
  id: string
  kind: string
  title: string
  urls: string[]
  created_at: Time
  refunded: boolean
}

export type SpeedyIndexStandIn = StandIn & {
  tasks: SpeedyTask[]
  balance: { indexer: number; checker: number; tokens?: number }
  /** Balance to show instead of the true one. */
  wrong_balance: unknown
  /** Answers to come with `code` -2, and nothing done. */
  overload: number
}

export type SpeedyIndexOptions = {
  /** Calls come as fast as a machine makes them, in days of a hand-turned clock. */
  unlimited?: true
  now: () => Time
  api_key: string
  balance?: { indexer: number; checker: number; tokens?: number }
  indexed?: (url: string, task: SpeedyTask, now: Time) => boolean
  /** -1 noindex, 0 nothing wrong, else an HTTP status. */
  error_code?: (url: string) => number
  processed_after?: number
  done_after?: number
  page_size?: number
}

export function speedyIndex(options: SpeedyIndexOptions): SpeedyIndexStandIn {
  const { now, indexed = () => true, error_code = () => 0, done_after = 7 * DAY, page_size = 1000 } = options
  const processed_after = Math.min(options.processed_after ?? HOUR, done_after)
  const tasks: SpeedyTask[] = []
  const state = {
    balance: options.balance ?? { indexer: 1000, checker: 1000 },
    wrong_balance: undefined as unknown,
    overload: 0,
  }

  const isDone = (task: SpeedyTask) => between(task.created_at, now()) >= done_after
  /** What a task found stays as it is once it is done. */
  const inNow = (task: SpeedyTask) => {
    const end = plus(task.created_at, done_after)
    return task.urls.filter((url) => indexed(url, task, [now(), end].sort()[0]!))
  }

  /** Settles tasks that ended meanwhile: what did not get in is paid back once. */
  const settle = () => {
    for (const task of tasks) {
      if (task.kind !== 'indexer' || task.refunded || !isDone(task)) continue
      task.refunded = true
      state.balance.indexer += task.urls.length - inNow(task).length
    }
  }

  const facts = (task: SpeedyTask) => ({
    id: task.id,
    size: task.urls.length,
    processed_count: between(task.created_at, now()) >= processed_after ? task.urls.length : 0,
    title: task.title,
    type: `google/${task.kind}`,
    created_at: task.created_at,
  })
  const row = (task: SpeedyTask) => ({ ...facts(task), indexed_count: inNow(task).length, is_completed: isDone(task) })

  const create = (kind: 'indexer' | 'checker', { json }: Received) => {
    const { title, urls, pay_per_indexed } = (json ?? {}) as {
      title?: string
      urls?: string[]
      pay_per_indexed?: boolean
    }
    if (kind === 'indexer' && pay_per_indexed !== true) return new Response('plain mode is closed', { status: 503 })
    const acceptable = Array.isArray(urls) && urls.length > 0 && urls.length <= 10_000
    if (!acceptable || !urls.every((url) => URL.canParse(url))) return Response.json({ code: 2 })
    if (state.balance[kind] < urls.length) return Response.json({ code: 1 })
    state.balance[kind] -= urls.length
    const id = `6609d023${tasks.length.toString(16).padStart(16, '0')}`
    tasks.push({ id, kind, title: title ?? '', urls, created_at: now(), refunded: false })
    return Response.json({ code: 0, task_id: id, type: `google/${kind}` })
  }

  const list = (kind: string, page: number) => {
    const all = tasks.filter((task) => task.kind === kind).reverse()
    const last_page = Math.max(0, Math.ceil(all.length / page_size) - 1)
    const result = all.slice(page * page_size, (page + 1) * page_size).map(row)
    return Response.json({ code: 0, page, last_page, result })
  }

  const report = (kind: string, { json }: Received) => {
    const { task_id } = (json ?? {}) as { task_id?: string }
    const task = tasks.find((task) => task.id === task_id && task.kind === kind)
    if (!task) return Response.json({ code: 2 })
    const seen = new Set(inNow(task))
    const indexed_links = [...seen].map((url) => ({ url, title: `Title of ${url}` }))
    const rest = isDone(task) ? task.urls.filter((url) => !seen.has(url)) : []
    const unindexed_links = rest.map((url) => (kind === 'indexer' ? { url, error_code: error_code(url) } : { url }))
    return Response.json({ code: 0, result: { ...facts(task), indexed_links, unindexed_links } })
  }

  const status = (kind: string, { json }: Received) => {
    const { task_ids } = (json ?? {}) as { task_ids?: string[] }
    if (!Array.isArray(task_ids) || task_ids.length > 1000) return Response.json({ code: 2 })
    const named = tasks.filter((task) => task.kind === kind && task_ids.includes(task.id))
    return Response.json({ code: 0, result: named.map(row) })
  }

  const handle = (request: Received): Response => {
    if (request.headers.authorization !== options.api_key) return Response.json({ error: 'wrong key' }, { status: 401 })
    settle()
    if (state.overload > 0) {
      state.overload -= 1
      return Response.json({ code: -2 })
    }
    const [, kind, action, page] =
      request.path.match(/^\/v2\/task\/google\/(indexer|checker)\/(create|list|fullreport|status)(?:\/(\d+))?$/) ?? []
    const isAccount = request.path === '/v2/account'
    if (!kind && !isAccount) return new Response('404 page not found', { status: 404 })
    if (request.method !== (isAccount || action === 'list' ? 'GET' : 'POST')) return new Response(null, { status: 405 })
    if (isAccount) return Response.json({ code: 0, balance: state.wrong_balance ?? state.balance })
    if (action === 'create') return create(kind as 'indexer' | 'checker', request)
    if (action === 'list') return list(kind!, Number(page))
    return action === 'status' ? status(kind!, request) : report(kind!, request)
  }

  return Object.assign(state, standIn(now, options.unlimited ? handle : limited('speedyindex', now, handle)), { tasks })
}
