/** How a search result proves that a URL is indexed, for all adapters that search. */
import type { Sighting } from '../../domains/checks/engine.ts'
import { normaliseUrl } from '../../domains/preflight/url.ts'
import { COUNTRIES, FIRST_PLACE, type Place } from '../../domains/tenants/places.ts'
import { counted } from '../../kernel/operation/wording.ts'

/** One entry of a result list. `url` is null when it has no readable one. */
export type SearchResult = { url: string | null; title?: string | null }

/**
 * Result of a search. `results` is null when the answer had no list, which differs from an empty list. `total` is the
 * vendor's count of all results, where it gives one.
 */
export type SearchAnswer = {
  query: string
  results: SearchResult[] | null
  raw: string
  cost_usd: number
  total?: number | null
}

/** Results on a page of Google, whatever number is asked for (serpapi/public-roadmap, issues 2937 and 3032). */
export const PAGE_SIZE = 10

/** The query that asks Google for one URL: `site:host/path`, without scheme and fragment. */
export function siteQuery(url: string): string {
  const { host, pathname, search } = new URL(url)
  return `site:${host}${pathname}${search}`
}

/** Google's parameters for a place. `gl` names Britain `uk` (developers.google.com/custom-search/docs/json_api_reference). */
export function googleFields({ country, language, device }: Place = FIRST_PLACE): Record<string, string> {
  const gl = country === 'GB' ? 'uk' : country.toLowerCase()
  return { gl, hl: language, ...(device === 'mobile' && { device }) }
}

/** The name of the country for vendors that search from a place by its name; none where the name is not clear. */
export function locationField({ country }: Place = FIRST_PLACE): Record<string, string> {
  const of: { name: string; unclear?: true } = COUNTRIES[country]
  return of.unclear ? {} : { location: of.name }
}

/** The number of a country in Google's list of places. */
export const countryNumber = ({ country }: Place = FIRST_PLACE): number => 2000 + COUNTRIES[country].number

/** One entry of a vendor's list in our shape; `name` is the field with its URL. */
export function resultOf(entry: unknown, name: 'url' | 'link'): SearchResult {
  const field = (of: string): unknown => (typeof entry === 'object' && entry !== null ? Reflect.get(entry, of) : null)
  const [url, title] = [field(name), field('title')]
  return {
    url: typeof url === 'string' && URL.canParse(url) ? url : null,
    title: typeof title === 'string' ? title : null,
  }
}

/**
 * The verdict of a successful search on the URL. The operators match by prefix, so a result on `/page-2` does not prove
 * `/page`: only an exact match is a yes. A no needs a complete list, which a full page is not; otherwise the verdict is
 * unknown.
 */
export function sightingAmong(url: string, { query, results, raw, cost_usd, total }: SearchAnswer): Sighting {
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
  if (results.length >= PAGE_SIZE && total !== results.length)
    return {
      ...common,
      indexed: 'unknown',
      evidence: `Not among the first ${results.length} results of ${query}: a full page is no complete list`,
    }
  const others = results.length ? `Not among the ${counted(results.length, 'result')}` : 'No results'
  return { ...common, indexed: 'no', evidence: `${others} of ${query}`, ...(results.length === 0 && { empty: true }) }
}

/**
 * Whether a result shows this page. Canonical forms may differ in scheme, leading `www.`, final `/` of the path,
 * Google's own parameters, and escapes that a search engine may write either way. A longer path, another query or
 * another host is another page, and so is a copy in a cache or a translation.
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

/** Google adds its merchant auto-tagging to links of a result page; "the URLs are not indexed or crawled like that". */
function withoutTag(search: string): string {
  const kept = search
    .slice(1)
    .split('&')
    .filter((part) => !part.startsWith('srsltid='))
    .join('&')
  return kept && `?${kept}`
}

/** Characters with the same meaning escaped or not. For delimiters (`/ ? & = + #`) an escape changes the meaning. */
const EITHER_WAY = /[!'()*,:;@$|[\]^`{}"<>\\]/g

const escaped = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

/** Sources that Google's AI Mode names under an answer, each once. Links to Google's own pages, such as product cards, are no sources. */
export function sourcesAmong(entries: readonly unknown[], name: 'url' | 'link'): SearchResult[] {
  const found = new Map<string, SearchResult>()
  for (const entry of entries) {
    const { url, title } = resultOf(entry, name)
    const page = url && pageBehind(url)
    if (page && !found.has(page)) found.set(page, { url: page, title })
  }
  return [...found.values()]
}

/** The page that a source leads to, without the text that a browser would mark there. Null for Google's own pages. */
function pageBehind(address: string): string | null {
  const url = new URL(address)
  url.hash = ''
  if (!/^(www\.|support\.|maps\.)?google(\.[a-z]{2,3}){1,2}$/.test(url.hostname)) return url.href
  const wrapped = url.pathname === '/url' && (url.searchParams.get('q') ?? url.searchParams.get('url'))
  return wrapped && /^https?:/.test(wrapped) && URL.canParse(wrapped) ? new URL(wrapped).href : null
}
