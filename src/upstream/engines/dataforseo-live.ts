/** DataForSEO's live search: one URL for each call, answered in seconds at three times the price, not stored. */
import type {
  Engine,
  EngineSettings,
  LookAnswer,
  LookOrder,
  SearchFound,
  SearchQuestion,
} from '../../domains/checks/engine.ts'
import { SECOND } from '../../kernel/time/clock.ts'
import type { Context } from '../http.ts'
import { accountOf, oneByOne } from './answers.ts'
import {
  answerOf,
  createDataForSeoApi,
  DATAFORSEO_URL,
  LOOK_USD,
  organic,
  queryTooLong,
  questionFor,
  referencesOf,
  reportBalance,
  searchTask,
} from './dataforseo-api.ts'
import { billedTasks } from './dataforseo-billed.ts'
import { sourcesAmong } from './search-results.ts'

export function createDataForSeoLive(settings: EngineSettings, context: Context): Engine {
  const api = createDataForSeoApi(settings, context)

  const ask = async (wanted: object, signal: AbortSignal, path = organic('live/regular')) => {
    const call = { path, json: [wanted], order: true, timeout_ms: LIVE_LIMIT_MS }
    const { tasks, raw } = await api.call(call, signal)
    const [task] = tasks
    if (!task) throw api.http.failure('unknown', 'answered without a task')
    return { task, raw, cost_usd: task.cost ?? (settings.cost_usd || LOOK_USD.live) }
  }

  const look = async (order: LookOrder, signal: AbortSignal): Promise<LookAnswer> => {
    const wanted = searchTask(order)
    if (!wanted) return queryTooLong(api.http, order.ref)
    const { task, ...found } = await ask(wanted, signal)
    return answerOf(api.http, task, order, found)
  }

  const answer = async ({ ref, query, place }: SearchQuestion, signal: AbortSignal): Promise<SearchFound> => {
    const wanted = questionFor(ref, query, place)
    if (!wanted) throw api.http.failure('invalid', 'takes no question that is so long')
    const { task, cost_usd } = await ask(wanted, signal, '/v3/serp/google/ai_mode/live/advanced')
    const results = sourcesAmong(referencesOf(api.http, task), 'url')
    return { surface: 'google_ai_mode', results, cost_usd, units: 1 }
  }

  return oneByOne({
    adapter: 'dataforseo_live',
    concurrency: 10,
    by_search: true,
    look,
    answer,
    billing: {
      account: accountOf('dataforseo_live', settings.base_url ?? DATAFORSEO_URL, settings.login ?? ''),
      units: 1,
      unit_usd: settings.cost_usd || LOOK_USD.live,
      by: 'reference',
      billed: (lost, signal) => billedTasks(api, lost, signal),
    },
    report: (signal) => reportBalance(api, signal),
  })
}

/** The server itself stops after 120 s (code 50401). */
const LIVE_LIMIT_MS = 130 * SECOND
