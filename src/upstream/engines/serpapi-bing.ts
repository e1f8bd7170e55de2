/**
 * SerpApi's Bing engine, with the `url:` operator that Bing's own help names for this test. It proves a yes only:
 * Bing's operators often return nothing or other sites, so an empty answer does not prove absence.
 */
import type { Engine, EngineSettings, LookAnswer, LookOrder } from '../../domains/checks/engine.ts'
import type { Context } from '../http.ts'
import { oneByOne } from './answers.ts'
import { sightingAmong } from './search-results.ts'
import { createSerpApiClient } from './serpapi-api.ts'

export function createSerpApiBing(settings: EngineSettings, context: Context): Engine {
  const api = createSerpApiClient(settings, context)
  const price = settings.cost_usd ?? 0

  const look = async ({ ref, url }: LookOrder, signal: AbortSignal): Promise<LookAnswer> => {
    const query = `url:${url}`
    const search = { engine: 'bing', q: query }
    const first = await api.search(search, signal)
    const again = !first.results?.length
    const found = again ? await api.search({ ...search, no_cache: 'true' }, signal) : first
    const units = again ? 2 : 1
    const sighting = { ...sightingAmong(url, { ...found, query, cost_usd: units * price }), units }
    if (sighting.indexed === 'yes') return { ref, state: 'seen', sighting }
    const evidence = `${sighting.evidence}; on Bing that is no proof of absence`
    return { ref, state: 'seen', sighting: { ...sighting, indexed: 'unknown', evidence } }
  }

  return oneByOne({ adapter: 'serpapi_bing', concurrency: 5, look, billing: api.billing(2), report: api.report })
}
