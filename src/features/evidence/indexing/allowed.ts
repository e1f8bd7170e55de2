/** Whether Google's Indexing API takes a page: the page itself is read first. */
import { headerDirectives, noindexRule } from '../../../domains/preflight/index.ts'
import type { App } from '../../../kernel/operation/app.ts'
import type { Party } from '../../../kernel/scheduling/fair-pool.ts'
import type { Time } from '../../../kernel/time/clock.ts'
import { SafeFetchError, type SafeResponse } from '../../../kernel/web-fetch/safe-fetch.ts'
import { markedIn } from './structured-data.ts'
import type { PostingRow } from './tables.ts'

/** developers.google.com/search/apis/indexing-api/v3/using-api, read 2026-11-30. */
const RULE =
  'Google’s Indexing API takes pages with JobPosting, or with BroadcastEvent in a VideoObject, and no others (developers.google.com/search/apis/indexing-api/v3/using-api)'
const NOT_ALLOWED = 'not_allowed_by_google'
const LONGEST = 4 << 20

type Asked = Pick<PostingRow, 'url' | 'type'> & { published: boolean }

/** `is_passing`: the page may answer otherwise soon. */
export type Refusal = { why: string; is_passing: boolean }

/** Why Google would not take it, from the page as it answers now; null where it would. */
export async function refusedBecause(
  app: Pick<App, 'fetch' | 'clock'>,
  { url, type, published }: Asked,
  { party, signal }: { party: Party; signal: AbortSignal },
): Promise<Refusal | null> {
  if (type === 'URL_DELETED' && !published)
    return lasting(`${NOT_ALLOWED}: nothing of this page was published here, so there is nothing to remove`)
  try {
    const page = await app.fetch(url, { max_body: LONGEST, party, signal })
    if (PASSING.includes(page.status) || page.status >= 500)
      return { why: `the page answers ${page.status}`, is_passing: true }
    if (type === 'URL_DELETED')
      return (await isGone(page, app.clock.now()))
        ? null
        : lasting('the page is still there: let it answer 404 or 410, or say noindex, then remove it')
    if (page.status !== 200) return lasting(`the page answers ${page.status}`)
    return (await markedIn(page.body)).has_posting ? null : lasting(`${NOT_ALLOWED}: ${RULE}`)
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error
    return { why: `the page cannot be read: ${error.message}`, is_passing: true }
  }
}

const PASSING = [408, 425, 429]
const lasting = (why: string): Refusal => ({ why, is_passing: false })

/** It says so to Google; a rule such as `max-image-preview:none` keeps no page out. */
async function isGone({ status, headers, body }: SafeResponse, now: Time): Promise<boolean> {
  if (status === 404 || status === 410) return true
  const { robots } = await markedIn(body)
  const metas = robots.filter(({ agent }) => agent === null || agent === 'googlebot')
  return noindexRule([...headerDirectives(headers.all('x-robots-tag')), ...metas], ['googlebot'], now) !== null
}
