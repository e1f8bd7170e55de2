/**
 * DataForSEO's standard queue: tasks are posted by the hundred and fetched when ready, after five minutes on average.
 * Our reference is sent as `tag`, to find a task again when the answer to its posting was lost.
 */
import Type from 'typebox'
import type { Engine, EngineSettings, LookAnswer, LookWaiting } from '../../domains/checks/engine.ts'
import { compiled } from '../../kernel/environment/compiled.ts'
import { between, HOUR, MINUTE, millis, SECOND, type Time } from '../../kernel/time/clock.ts'
import type { Context, Http } from '../http.ts'
import { accountOf, failed, gather } from './answers.ts'
import {
  answerOf,
  createDataForSeoApi,
  DATAFORSEO_URL,
  type DataForSeoApi,
  failedTask,
  LOOK_USD,
  organic,
  queryTooLong,
  reportBalance,
  searchTask,
  type Task,
} from './dataforseo-api.ts'
import { listedTasks } from './dataforseo-billed.ts'

export function createDataForSeo(settings: EngineSettings, context: Context): Engine {
  const api = createDataForSeoApi(settings, context)
  const callback = settings.postback_url && { postback_url: settings.postback_url, postback_data: 'regular' }
  const price = settings.cost_usd || LOOK_USD.queued
  const account = accountOf('dataforseo', settings.base_url ?? DATAFORSEO_URL, settings.login ?? '')

  /** The answer of a finished task, or none while it is pending. Another tag means another order's task. */
  const fetchTask = async ({ order, id }: Fetch, signal: AbortSignal): Promise<LookAnswer[]> => {
    const { tasks, raw } = await api.call({ path: organic(`task_get/regular/${encodeURIComponent(id)}`) }, signal)
    const [task] = tasks
    const is_ours = (task?.data?.tag ?? order.ref) === order.ref
    if (!task || !is_ours || PENDING.includes(task.status_code))
      return order.ready ? [{ ref: order.ref, state: 'waiting' }] : []
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
      const now = context.clock.now()
      const announced = waiting.filter(isAnnounced).map((order) => ({ order, id: order.handle! }))
      const others = waiting.filter((order) => !isAnnounced(order))
      // A refused list must not keep announced results from being fetched.
      const [fetched, ready] = await Promise.allSettled([
        gather(announced, (fetch) => fetchTask(fetch, signal)),
        readyTasks({ api, account, now }, others, signal),
      ])
      if (fetched.status === 'rejected') throw fetched.reason
      const given = fetched.value
      if (ready.status === 'rejected' && given.length === 0) throw ready.reason
      if (ready.status === 'rejected') return given
      const { finished, found, overdue, lost } = sortOut(api.http, others, ready.value, now)
      const queued = found.map(
        ({ order, id }): LookAnswer => ({ ref: order.ref, state: 'queued', handle: id, cost_usd: price }),
      )
      const known = [...given, ...lost, ...queued]
      const fetches = queued.length ? [] : [...finished, ...inTurn(overdue, now)]
      return [...known, ...(await gather(fetches, (fetch) => fetchTask(fetch, signal), known.length > 0))]
    },

    report: (signal) => reportBalance(api, signal),
  }
}

/** Finished tasks that are not fetched yet. A `full` list may omit some. */
type ReadyTasks = { ids: Set<string>; byTag: Map<string | null | undefined, string>; full: boolean }
type Fetch = { order: LookWaiting; id: string }

const isAnnounced = ({ ready, handle }: LookWaiting): boolean => ready === true && handle !== null

/** When the list of an account was last read. */
const listsRead = new Map<string, Time>()
const LIST_EVERY = 30 * SECOND
/** A list by tag is complete after this time. */
const LOOKED_UP_AFTER = 10 * MINUTE

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

type Reader = { api: DataForSeoApi; account: string; now: Time }

/**
 * Finished tasks that no callback announced. The vendor lets us read the list 20 times a minute; it omits tasks with a
 * callback, so orders in doubt are looked up by their tag as well.
 */
async function readyTasks(
  { api, account, now }: Reader,
  waiting: LookWaiting[],
  signal: AbortSignal,
): Promise<ReadyTasks> {
  const last = listsRead.get(account)
  if (waiting.length === 0 || (last && last <= now && between(last, now) < LIST_EVERY)) return NONE_READY
  listsRead.set(account, now)
  const ready = await readList(api, signal)
  const doubtful = waiting.filter(({ handle, ref, asked_at }) => {
    return !handle && !ready.byTag.has(ref) && between(asked_at, now) > LOOKED_UP_AFTER
  })
  if (doubtful.length === 0) return ready
  const calls = doubtful.map(({ ref, asked_at }) => ({ ref, lost_at: asked_at }))
  for (const [tag, { id }] of await listedTasks(api, calls, signal)) ready.byTag.set(tag, id)
  return { ...ready, full: false }
}

async function readList(api: DataForSeoApi, signal: AbortSignal): Promise<ReadyTasks> {
  const { tasks } = await api.call({ path: organic('tasks_ready') }, signal)
  const listed = api.resultOf(tasks[0]).filter((entry) => Listed.Check(entry))
  return {
    ids: new Set(listed.map(({ id }) => id)),
    byTag: new Map(listed.map(({ id, tag }) => [tag, id])),
    full: listed.length >= LIST_LIMIT,
  }
}

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
    else if (id && ready.ids.has(id)) finished.push({ order, id })
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
