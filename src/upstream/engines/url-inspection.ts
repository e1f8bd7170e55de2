/** The fields of Google's URL Inspection that say why a page is not indexed (searchconsole/v1; none is required). */
import Type, { type Static } from 'typebox'
import type { GoogleCause, GoogleFinding } from '../../domains/checks/google/google-causes.ts'
import type { Indexed } from '../../domains/jobs/index.ts'
import { compiled } from '../../kernel/environment/compiled.ts'
import { isSamePage } from './search-results.ts'

const text = Type.Optional(Type.String())
const status = Type.Object({
  verdict: text,
  coverageState: text,
  robotsTxtState: text,
  indexingState: text,
  pageFetchState: text,
  lastCrawlTime: text,
  googleCanonical: text,
})
export type IndexStatus = Static<typeof status>

export const Inspection = compiled(
  Type.Object({ inspectionResult: Type.Object({ indexStatusResult: Type.Optional(status) }) }),
)

const FETCHES: Record<string, GoogleCause> = {
  SOFT_404: 'soft_404',
  BLOCKED_ROBOTS_TXT: 'robots_blocked',
  NOT_FOUND: 'not_found',
  ACCESS_DENIED: 'access_denied',
  ACCESS_FORBIDDEN: 'access_denied',
  BLOCKED_4XX: 'blocked_4xx',
  SERVER_ERROR: 'server_error',
  REDIRECT_ERROR: 'redirect_error',
  INTERNAL_CRAWL_ERROR: 'crawl_error',
  INVALID_URL: 'invalid_url',
}
const INDEXING: Record<string, GoogleCause> = {
  BLOCKED_BY_META_TAG: 'noindex',
  BLOCKED_BY_HTTP_HEADER: 'noindex',
  BLOCKED_BY_ROBOTS_TXT: 'robots_blocked',
}
const FETCHED = 'SUCCESSFUL'

/** The most certain cause of a page that is not indexed. An unknown value says nothing. */
export function findingIn(status: IndexStatus, url: string, indexed: Indexed): GoogleFinding {
  const { robotsTxtState, indexingState = '', pageFetchState = '', lastCrawlTime, googleCanonical } = status
  const crawled_at = lastCrawlTime && /^\d{4}-\d\d-\d\dT/.test(lastCrawlTime) ? lastCrawlTime : null
  const other = googleCanonical && URL.canParse(googleCanonical) && !isSamePage(googleCanonical, url)
  const canonical = other ? googleCanonical.slice(0, 2048) : null
  if (indexed !== 'no') return { cause: null, canonical, crawled_at }
  const cause =
    (robotsTxtState === 'DISALLOWED' ? 'robots_blocked' : null) ??
    INDEXING[indexingState] ??
    FETCHES[pageFetchState] ??
    (canonical ? 'other_canonical' : null) ??
    (crawled_at === null ? 'not_crawled' : pageFetchState === FETCHED ? 'declined' : null)
  return { cause, canonical, crawled_at }
}
