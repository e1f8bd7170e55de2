/** How a search result proves that a URL is indexed, for every adapter that searches. */
import type { Sighting } from '../../domains/checks/engine.ts'
import { normaliseUrl } from '../../domains/preflight/url.ts'
import { counted } from '../../kernel/operation/wording.ts'

/** One entry of a result list. A null `url`: the entry had none that can be read. */
export type SearchResult = { url: string | null; title?: string | null }

/** What a search found. `results` is null when the answer held no list at all, which is not an empty one. */
export type Found = { query: string; results: SearchResult[] | null; raw: string; cost_usd: number }

/** The query that asks Google for one URL: `site:host/path`, without scheme and fragment. */
export function siteQuery(url: string): string {
  const { host, pathname, search } = new URL(url)
  return `site:${host}${pathname}${search}`
}

/** One entry of a vendor's list, whatever it is; `name` is the field that holds its address. */
export function resultOf(entry: unknown, name: 'url' | 'link'): SearchResult {
  const field = (of: string): unknown => (typeof entry === 'object' && entry !== null ? Reflect.get(entry, of) : null)
  const [url, title] = [field(name), field('title')]
  return {
    url: typeof url === 'string' && URL.canParse(url) ? url : null,
    title: typeof title === 'string' ? title : null,
  }
}

/**
 * What a successful search says of the URL. The operators match by prefix, so a result on `/page-2` is no proof of
 * `/page`: only an exact match is a yes. A no needs a list that was read to its end; short of that it is unknown.
 */
export function sightingAmong(url: string, { query, results, raw, cost_usd }: Found): Sighting {
  const common = { method: 'search_result', raw, cost_usd } as const
  const match = results?.find((result) => result.url !== null && isSamePage(result.url, url))
  if (match)
    return { ...common, indexed: 'yes', evidence: `Found: ${match.title ? `“${match.title}”, ` : ''}${match.url}` }
  if (!results) return { ...common, indexed: 'unknown', evidence: `The answer to ${query} held no list of results` }
  const unread = results.filter((result) => result.url === null).length
  if (unread > 0)
    return {
      ...common,
      indexed: 'unknown',
      evidence: `${unread} of ${counted(results.length, 'result')} of ${query} came without an address`,
    }
  const others = results.length ? `Not among the ${counted(results.length, 'result')}` : 'No results'
  return { ...common, indexed: 'no', evidence: `${others} of ${query}` }
}

/**
 * True when a result shows this page: canonical forms alike but for scheme, leading `www.`, final `/` of the path, what
 * Google appends itself, and escapes that a search engine may write either way. A longer path, another query and another
 * host are other pages, and so are copies in a cache or a translation.
 */
export function isSamePage(a: string, b: string): boolean {
  const key = pageKey(a)
  return key !== null && key === pageKey(b)
}

function pageKey(text: string): string | null {
  const normalised = normaliseUrl(text)
  if (!normalised.ok) return null
  const { host, pathname, search } = new URL(normalised.url)
  const rest = `${pathname.replace(/\/$/, '')}${withoutTag(search)}`
  return host.replace(/^www\./, '') + rest.replace(EITHER_WAY, escaped)
}

/** Google's merchant auto-tagging is put on the links of a result page; "the URLs are not indexed or crawled like that". */
function withoutTag(search: string): string {
  const kept = search
    .slice(1)
    .split('&')
    .filter((part) => !part.startsWith('srsltid='))
    .join('&')
  return kept && `?${kept}`
}

/** Characters that may stand escaped or not. Delimiters (`/ ? & = + #`) are not among them: there an escape makes a difference. */
const EITHER_WAY = /[!'()*,:;@$|[\]^`{}"<>\\]/g

const escaped = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
