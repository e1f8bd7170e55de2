/** SerpApi's Google engine: fresh results at once, one search for each call. */
import type {
  Engine,
  EngineSettings,
  LookAnswer,
  LookOrder,
  SearchFound,
  SearchQuestion,
} from '../../domains/checks/engine.ts'
import type { Place } from '../../domains/tenants/index.ts'
import type { Context } from '../http.ts'
import { oneByOne } from './answers.ts'
import { googleFields, locationField, siteQuery, sourcesAmong } from './search-results.ts'
import { createSerpApiClient, SEARCH_USD } from './serpapi-api.ts'

/** Without a location SerpApi searches from any of its own (serpapi.com/search-api). */
const placed = (place?: Place) => ({ ...googleFields(place), ...locationField(place) })

export function createSerpApi(settings: EngineSettings, context: Context): Engine {
  const api = createSerpApiClient(settings, context)

  const look = (order: LookOrder, signal: AbortSignal): Promise<LookAnswer> => {
    // A live check needs a current answer, so no cache of the last hour. Only a repeated call after a lost answer uses
    // the cache, since a cached answer is not billed again.
    const fresh: Record<string, string> = order.again ? {} : { no_cache: 'true' }
    const first = { engine: 'google', q: siteQuery(order.url), ...placed(order.place), ...fresh }
    // Google sometimes shows an empty list for `site:` (serpapi/public-roadmap, issue 3592), so the question is repeated
    // without its filter of similar results.
    return api.twice(order, { first, second: { ...first, filter: '0' } }, signal)
  }

  /** The sources are `references`, each with its `link` (serpapi.com/google-ai-mode-api). */
  const answer = async ({ query, place }: SearchQuestion, signal: AbortSignal): Promise<SearchFound> => {
    const { references } = await api.search({ engine: 'google_ai_mode', q: query, ...placed(place) }, signal)
    const results = sourcesAmong(references, 'link')
    return { surface: 'google_ai_mode', results, cost_usd: settings.cost_usd || SEARCH_USD, units: 1 }
  }

  return oneByOne({
    adapter: 'serpapi',
    concurrency: 5,
    by_search: true,
    look,
    answer,
    billing: api.billing(2),
    report: api.report,
  })
}
