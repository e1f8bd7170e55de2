/** Whether Google's Indexing API takes a page: the page itself is read first. */
import type { App } from '../../../kernel/operation/app.ts'
import type { Party } from '../../../kernel/scheduling/fair-pool.ts'
import { SafeFetchError, type SafeResponse } from '../../../kernel/web-fetch/safe-fetch.ts'
import type { PostingRow } from './tables.ts'

/** developers.google.com/search/apis/indexing-api/v3/using-api, read 2026-11-30. */
const RULE =
  'Google’s Indexing API takes pages with JobPosting, or with BroadcastEvent in a VideoObject, and no others (developers.google.com/search/apis/indexing-api/v3/using-api)'
const NOT_ALLOWED = 'not_allowed_by_google'
const LONGEST = 4 << 20

type Asked = Pick<PostingRow, 'url' | 'type'> & { published: boolean }

/** Why Google would not take it, from the page as it answers now; null where it would. */
export async function refusedBecause(
  app: Pick<App, 'fetch'>,
  { url, type, published }: Asked,
  { party, signal }: { party: Party; signal: AbortSignal },
): Promise<string | null> {
  if (type === 'URL_DELETED' && !published)
    return `${NOT_ALLOWED}: nothing of this page was published here, so there is nothing to remove`
  try {
    const page = await app.fetch(url, { max_body: LONGEST, party, signal })
    if (type === 'URL_DELETED')
      return isGone(page) ? null : 'the page is still there: let it answer 404 or 410, or say noindex, then remove it'
    if (page.status !== 200) return `the page answers ${page.status}`
    return hasPosting(new TextDecoder().decode(page.body)) ? null : `${NOT_ALLOWED}: ${RULE}`
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error
    return `the page cannot be read: ${error.message}`
  }
}

const NOINDEX = /<meta[^>]+name\s*=\s*["']?(?:robots|googlebot)\b[^>]*\b(?:noindex|none)\b/i

const isGone = ({ status, headers, body }: SafeResponse): boolean =>
  status === 404 ||
  status === 410 ||
  /noindex|none/i.test(headers.get('x-robots-tag') ?? '') ||
  NOINDEX.test(new TextDecoder().decode(body))

const JSON_LD = /<script\b[^>]*\bapplication\/ld\+json\b[^>]*>([^<]*(?:<(?!\/script)[^<]*)*)/gi
/** Microdata and RDFa: the type in an attribute. */
const ofType = (type: string): RegExp =>
  new RegExp(`\\b(?:itemtype|typeof)\\s*=\\s*["']?[^"'>]*(?:schema\\.org/|schema:|["'\\s])?\\b${type}\\b`, 'i')
const [POSTING, VIDEO, BROADCAST] = ['JobPosting', 'VideoObject', 'BroadcastEvent'].map(ofType) as [
  RegExp,
  RegExp,
  RegExp,
]

export function hasPosting(html: string): boolean {
  if (POSTING.test(html) || (VIDEO.test(html) && BROADCAST.test(html))) return true
  return [...html.matchAll(JSON_LD)].some(([, text = '']) => isPosting(text))
}

function isPosting(text: string): boolean {
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch {
    return false
  }
  // A list instead of recursion: the page decides how deep it is.
  const left: { value: unknown; video: boolean }[] = [{ value: found, video: false }]
  for (let next = left.pop(); next; next = left.pop()) {
    const { value, video } = next
    if (typeof value !== 'object' || value === null) continue
    const types = [(value as { '@type'?: unknown })['@type']].flat().map((type) => String(type).replace(/^.*[/:]/, ''))
    if (types.includes('JobPosting') || (video && types.includes('BroadcastEvent'))) return true
    for (const inner of Object.values(value)) left.push({ value: inner, video: video || types.includes('VideoObject') })
  }
  return false
}
