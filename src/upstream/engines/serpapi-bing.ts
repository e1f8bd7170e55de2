/**
 * SerpApi's Bing engine, with the `url:` operator that Bing's own help names for this test. It proves a yes only:
 * Bing's operators often return nothing or other sites, so an empty answer does not prove absence.
 */
import type { Engine, EngineSettings, LookAnswer, LookOrder } from '../../domains/checks/engine.ts'
import type { Context } from '../http.ts'
import { oneByOne } from './answers.ts'
import { createSerpApiClient } from './serpapi-api.ts'

export function createSerpApiBing(settings: EngineSettings, context: Context): Engine {
  const api = createSerpApiClient(settings, context)

  const look = async (order: LookOrder, signal: AbortSignal): Promise<LookAnswer> => {
    const first = { engine: 'bing', q: `url:${order.url}` }
    const answer = await api.twice(order, { first, second: { ...first, no_cache: 'true' } }, signal)
    if (answer.state !== 'seen' || answer.sighting.indexed === 'yes') return answer
    const evidence = `${answer.sighting.evidence}; on Bing that is no proof of absence`
    return { ...answer, sighting: { ...answer.sighting, indexed: 'unknown', evidence } }
  }

  return oneByOne({ adapter: 'serpapi_bing', concurrency: 5, look, billing: api.billing(2), report: api.report })
}
