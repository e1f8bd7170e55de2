/** DataForSEO's live search: one URL a call, answered in seconds at three times the price. Results are not kept there. */
import type { Engine, EngineSettings, LookAnswer, LookOrder } from '../domains/checks/engine.ts'
import { SECOND } from '../kernel/clock.ts'
import { accountOf, oneByOne } from './answers.ts'
import {
  answerOf,
  createDataForSeoApi,
  DATAFORSEO_URL,
  LOOK_USD,
  organic,
  reportBalance,
  searchTask,
  tooLong,
} from './dataforseo-api.ts'
import { billedTasks } from './dataforseo-billed.ts'
import type { Context } from './http.ts'

export function createDataForSeoLive(settings: EngineSettings, context: Context): Engine {
  const api = createDataForSeoApi(settings, context)

  const look = async (order: LookOrder, signal: AbortSignal): Promise<LookAnswer> => {
    const search = searchTask(order)
    if (!search) return tooLong(api.http, order.ref)
    const call = { path: organic('live/regular'), json: [search], order: true, timeout_ms: LIVE_LIMIT_MS }
    const { tasks, raw } = await api.call(call, signal)
    const [task] = tasks
    if (!task) throw api.http.failure('unknown', 'answered without a task')
    return answerOf(api.http, task, order, { raw, cost_usd: task.cost ?? settings.cost_usd ?? LOOK_USD.live })
  }

  return oneByOne({
    adapter: 'dataforseo_live',
    concurrency: 10,
    look,
    billing: {
      account: accountOf('dataforseo_live', settings.base_url ?? DATAFORSEO_URL, settings.login ?? ''),
      units: 1,
      unit_usd: settings.cost_usd ?? LOOK_USD.live,
      by: 'reference',
      billed: (lost, signal) => billedTasks(api, lost, signal),
    },
    report: (signal) => reportBalance(api, signal),
  })
}

/** The server itself gives up after 120 s (code 50401). */
const LIVE_LIMIT_MS = 130 * SECOND
