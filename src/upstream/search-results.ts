/** How a search result proves that a URL is indexed, for every adapter that searches. */
import type { Sighting } from '../checks/engine.ts'
import { sameUrl } from '../preflight/url.ts'

export type SearchResult = { url: string; title?: string | null }

/** The query that asks Google for one URL: `site:host/path`, without scheme and fragment. */
export function siteQuery(url: string): string {
  const { host, pathname, search } = new URL(url)
  return `site:${host}${pathname}${search}`
}

/**
 * What a successful search says of the URL. The operators match by prefix, so a result on `/page-2` is no proof of
 * `/page`: only an exact match is a yes, and an answer without one is a no.
 */
export function sightingAmong(
  url: string,
  found: { query: string; results: SearchResult[]; raw: string; cost_usd: number },
): Sighting {
  const { query, results, raw, cost_usd } = found
  const match = results.find((result) => sameUrl(result.url, url))
  const evidence = match
    ? `Found: ${match.title ? `“${match.title}”, ` : ''}${match.url}`
    : `Not among the ${results.length} results of ${query}`
  return { indexed: match ? 'yes' : 'no', method: 'search_result', evidence, raw, cost_usd }
}
