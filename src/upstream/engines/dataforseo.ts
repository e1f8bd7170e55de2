/**
 * DataForSEO's standard queue: tasks are posted by the hundred and fetched when ready, after five minutes on average.
 * Our reference is sent as `tag`, to find a task again when the answer to its posting was lost.
 */
import Type from 'typebox'
import type { Engine, EngineSettings, LookAnswer, LookWaiting } from '../../domains/checks/engine.ts'
import { compiled } from '../../kernel/environment/compiled.ts'
import { between, HOUR, MINUTE, millis, SECOND, type Time } from '../../kernel/time/clock.ts'
import type { Context, Http } from '../http.ts'
import { failed, gather } from './answers.ts'
import {
  answerOf,
  createDataForSeoApi,
  failedTask,
  LOOK_USD,
  organic,
  queryTooLong,
  reportBalance,
  searchTask,
  type Task,
} from './dataforseo-api.ts'

export function createDataForSeo(settings: EngineSettings, context: Context): Engine {
  const api = createDataForSeoApi(settings, context)
  const callback = settings.postback_url && { postback_url: settings.postback_url, postback_data: 'regular' }
  const price = settings.cost_usd ?? LOOK_USD.queued

  const readyTasks = async (signal: AbortSignal): Promise<ReadyTasks> => {
    const { tasks } = await api.call({ path: organic('tasks_ready') }, signal)
    const listed = api.resultOf(tasks[0]).filter((entry) => Listed.Check(entry))
    return {
      ids: new Set(listed.map(({ id }) => id)),
      byTag: new Map(listed.map(({ id, tag }) => [tag, id])),
      full: listed.length >= LIST_LIMIT,
    }
  }

  /** The answer of a finished task, or none while it is pending. Another tag means another order's task. */
  const fetchTask = async ({ order, id }: Fetch, signal: AbortSignal): Promise<LookAnswer[]> => {
    const { tasks, raw } = await api.call({ path: organic(`task_get/regular/${encodeURIComponent(id)}`) }, signal)
    const [task] = tasks
    if (!task || PENDING.includes(task.status_code) || (task.data?.tag ?? order.ref) !== order.ref) return []
    // The answer to the posted task had the price, unless that answer was lost.
    return [answerOf(api.http, task, order, { raw, cost_usd: order.unpriced ? price : 0 })]
  }

  return {
    adapter: 'dataforseo',
    simulated: false,
    per_call: 100,
    concurrency: 2,
    by_search: true,

    async look(orders, signal) {
      const searches = orders.map((order) => ({ ref: order.ref, search: searchTask(order) }))
      const json = searches.flatMap(({ search }) => (search ? [{ ...search, priority: 1, ...callback }] : []))
      const call = { path: organic('task_post'), json, order: true }
      const tasks = json.length ? (await api.call(call, signal)).tasks : []
      return searches.map(({ ref, search }) =>
        search ? posted(api.http, ref, tasks, price) : queryTooLong(api.http, ref),
      )
    },

    async collect(waiting, signal) {
      const announced = waiting.every((order) => order.ready && order.handle)
      const ready = announced ? NONE_READY : await readyTasks(signal)
      const { finished, found, overdue, lost } = sortOut(api.http, waiting, ready, context.clock.now())
      const queued = found.map(
        ({ order, id }): LookAnswer => ({ ref: order.ref, state: 'queued', handle: id, cost_usd: price }),
      )
      const fetches = [...finished, ...inTurn(overdue, context.clock.now())]
      if (queued.length) return [...lost, ...queued]
      return [...lost, ...(await gather(fetches, (fetch) => fetchTask(fetch, signal)))]
    },

    report: (signal) => reportBalance(api, signal),
  }
}

/** Finished tasks that are not fetched yet. A `full` list may omit some. */
type ReadyTasks = { ids: Set<string>; byTag: Map<string | null | undefined, string>; full: boolean }
type Fetch = { order: LookWaiting; id: string }

const NONE_READY: ReadyTasks = { ids: new Set(), byTag: new Map(), full: true }
const PENDING = [20100, 40601, 40602]

/** A task is done within 45 minutes; a task not listed by then never arrived. */
const DOUBT_ENDS = 50 * MINUTE
/** Twice the usual time. No list has results that were fetched but not stored, or whose callback was lost. */
const OVERDUE = 10 * MINUTE
const PATIENCE_ENDS = 24 * HOUR

/** Limit of overdue tasks in one round, and the time until the next tasks have their turn. */
const PROBES = 20
const TURN = 5 * SECOND
const LIST_LIMIT = 1000

const Listed = compiled(
  Type.Object({ id: Type.String(), tag: Type.Optional(Type.Union([Type.String(), Type.Null()])) }),
)

/** State of a posted task. A task that the answer does not mention may exist. */
function posted(http: Http, ref: string, tasks: Task[], price: number): LookAnswer {
  const task = tasks.find(({ data }) => data?.tag === ref)
  if (!task) return failed(ref, http.failure('unknown', 'did not say what became of the task'))
  if (task.status_code !== 20100 || !task.id) return failedTask(http, task, ref, task.cost ?? 0)
  return { ref, state: 'queued', handle: task.id, cost_usd: task.cost ?? price }
}

/** Orders with a finished task, orders that should have one by now, and orders that never get one. */
function sortOut(http: Http, waiting: LookWaiting[], ready: ReadyTasks, now: Time) {
  const finished: Fetch[] = []
  const found: Fetch[] = []
  const overdue: Fetch[] = []
  const lost: LookAnswer[] = []
  const lose = (ref: string, why: string) => lost.push(failed(ref, http.failure('transient', why)))
  for (const order of waiting) {
    const age = between(order.asked_at, now)
    const id = order.handle ?? ready.byTag.get(order.ref)
    if (id && !order.handle) found.push({ order, id })
    else if (id && (order.ready || ready.ids.has(id))) finished.push({ order, id })
    else if (age > PATIENCE_ENDS) lose(order.ref, 'gave no result within a day')
    else if (id && age > OVERDUE) overdue.push({ order, id })
    else if (!id && age > DOUBT_ENDS && !ready.full) lose(order.ref, 'never got the task')
  }
  return { finished, found, overdue, lost }
}

/** The overdue tasks that have their turn, by the clock: an engine lives for one round only. */
function inTurn(overdue: Fetch[], now: Time): Fetch[] {
  const turns = Math.ceil(overdue.length / PROBES)
  const turn = Math.floor(millis(now) / TURN) % (turns || 1)
  return overdue.slice(turn * PROBES, (turn + 1) * PROBES)
}
