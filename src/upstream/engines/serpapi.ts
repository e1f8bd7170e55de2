/** SerpApi's Google engine: fresh results at once, one search for each call. */
import type {
  Engine,
  EngineSettings,
  LookAnswer,
  LookOrder,
  SearchFound,
  SearchQuestion,
} from '../../domains/checks/engine.ts'
import type { Context } from '../http.ts'
import { oneByOne } from './answers.ts'
import { sightingAmong, siteQuery } from './search-results.ts'
import { createSerpApiClient } from './serpapi-api.ts'

export function createSerpApi(settings: EngineSettings, context: Context): Engine {
  const api = createSerpApiClient(settings, context)

  const look = async ({ ref, url, again }: LookOrder, signal: AbortSignal): Promise<LookAnswer> => {
    const query = siteQuery(url)
    // A live check needs a current answer, so no cache of the last hour. Only a repeated call after a lost answer uses
    // the cache, since a cached answer is not billed again.
    const fresh: Record<string, string> = again ? {} : { no_cache: 'true' }
    const found = await api.search({ engine: 'google', q: query, gl: 'us', hl: 'en', ...fresh }, signal)
    const sighting = sightingAmong(url, { ...found, query, cost_usd: settings.cost_usd ?? 0 })
    return { ref, state: 'seen', sighting: { ...sighting, units: 1 } }
  }

  const search = async ({ query }: SearchQuestion, signal: AbortSignal): Promise<SearchFound> => {
    const { results } = await api.search({ engine: 'google', q: query, gl: 'us', hl: 'en' }, signal)
    return { results: results ?? [], cost_usd: settings.cost_usd ?? 0, units: 1 }
  }

  return oneByOne({ adapter: 'serpapi', concurrency: 5, look, search, billing: api.billing(1), report: api.report })
}
