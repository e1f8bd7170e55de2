/** Values of searchconsole/v1: each says one cause, one that Google adds later says none, and a found page has none. */
import { expect, test } from 'bun:test'
import type { GoogleCause } from '../../../src/domains/checks/google/google-causes.ts'
import { findingIn } from '../../../src/upstream/engines/url-inspection.ts'

const URL_ASKED = 'https://www.bakery.example/bread/rye'
const crawled = { lastCrawlTime: '2026-11-02T20:34:44Z', googleCanonical: URL_ASKED }
const causeOf = (status: object) => findingIn(status, URL_ASKED, 'no').cause

test.each<[string, GoogleCause | null]>([
  ['SOFT_404', 'soft_404'],
  ['BLOCKED_ROBOTS_TXT', 'robots_blocked'],
  ['NOT_FOUND', 'not_found'],
  ['ACCESS_DENIED', 'access_denied'],
  ['ACCESS_FORBIDDEN', 'access_denied'],
  ['BLOCKED_4XX', 'blocked_4xx'],
  ['SERVER_ERROR', 'server_error'],
  ['REDIRECT_ERROR', 'redirect_error'],
  ['INTERNAL_CRAWL_ERROR', 'crawl_error'],
  ['INVALID_URL', 'invalid_url'],
  ['SUCCESSFUL', 'declined'],
  ['PAGE_FETCH_STATE_UNSPECIFIED', null],
  ['SOMETHING_NEW', null],
])('a fetch that came to %s is %p', (pageFetchState, cause) => {
  expect(causeOf({ ...crawled, pageFetchState })).toBe(cause)
  expect(findingIn({ ...crawled, pageFetchState }, URL_ASKED, 'yes').cause).toBeNull()
  expect(findingIn({ ...crawled, pageFetchState }, URL_ASKED, 'unknown').cause).toBeNull()
})

test.each<[string, GoogleCause | null]>([
  ['BLOCKED_BY_META_TAG', 'noindex'],
  ['BLOCKED_BY_HTTP_HEADER', 'noindex'],
  ['BLOCKED_BY_ROBOTS_TXT', 'robots_blocked'],
  ['INDEXING_ALLOWED', 'declined'],
  ['INDEXING_STATE_UNSPECIFIED', 'declined'],
  ['SOMETHING_NEW', 'declined'],
])('indexing that is %s is %p', (indexingState, cause) => {
  expect(causeOf({ ...crawled, pageFetchState: 'SUCCESSFUL', indexingState })).toBe(cause)
})

test('robots.txt decides before all, and a page never visited is not declined', () => {
  expect(causeOf({ ...crawled, robotsTxtState: 'DISALLOWED', pageFetchState: 'NOT_FOUND' })).toBe('robots_blocked')
  expect(causeOf({ robotsTxtState: 'ALLOWED' })).toBe('not_crawled')
  expect(causeOf({})).toBe('not_crawled')
  expect(causeOf({ lastCrawlTime: 'yesterday' })).toBe('not_crawled')
})

test.each<[string, string | null]>([
  ['http://bakery.example/bread/rye/', null],
  [`${URL_ASKED}#top`, null],
  ['https://www.bakery.example/bread/spelt', 'https://www.bakery.example/bread/spelt'],
  ['no address', null],
])('%s is the same page, or another that Google chose', (googleCanonical, canonical) => {
  const found = findingIn({ ...crawled, pageFetchState: 'SUCCESSFUL', googleCanonical }, URL_ASKED, 'no')
  expect(found).toEqual({
    cause: canonical ? 'other_canonical' : 'declined',
    canonical,
    crawled_at: '2026-11-02T20:34:44Z',
  })
})
