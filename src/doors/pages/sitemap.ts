/** Reads the sitemap whose address somebody typed into a form. */
import { type Download, Refusal, readSitemap, SourceError } from '../../domains/preflight/index.ts'
import { partyOf } from '../../kernel/operation/caller.ts'
import { SECOND } from '../../kernel/time/clock.ts'
import { onBehalfOf, SafeFetchError } from '../../kernel/web-fetch/safe-fetch.ts'
import type { SignedInCall } from './screens.ts'

/** Limits of one reading: sitemaps of the site, bytes of each, and the time for all. */
const MOST_FILES = 20
const MOST_BYTES = 4 << 20
const PATIENCE = 25 * SECOND

/**
 * `found`: pages in the `files` that were read, of which `urls` are the first. `cut`: files that were read in part.
 * `left`: why others were not read. `words`: how a list was read. `nothing`: why there is no page.
 */
type SitemapPages = {
  urls: string[]
  found: number
  files: number
  cut: number
  left: string[]
  words: string | null
  nothing: string | null
}

/** The first `limit` pages of a sitemap; else why it cannot be read, or `slow` after 25 seconds without a page. */
export async function sitemapAt(
  call: SignedInCall,
  address: string,
  limit: number,
): Promise<SitemapPages | { failed: string; advice: string } | 'slow'> {
  const signal = AbortSignal.any([call.request.signal, call.app.ending.signal, AbortSignal.timeout(PATIENCE)])
  const bounds = { most_files: MOST_FILES, most_pages: limit, signal }
  try {
    const { entries, ...read } = await readSitemap(address, { download: downloadFor(call, signal), ...bounds })
    return { ...read, urls: entries.slice(0, limit).map(({ url }) => url), found: entries.length }
  } catch (error) {
    if (signal.aborted && !call.request.signal.aborted) return 'slow'
    if (error instanceof SourceError) return { failed: error.message, advice: error.advice }
    throw error
  }
}

function downloadFor({ app, caller }: SignedInCall, signal: AbortSignal): Download {
  const get = onBehalfOf(app.fetch, partyOf(caller))
  return async (url, take) => {
    let at = url
    const refusal = new Refusal()
    try {
      const answer = await get(url, {
        max_body: MOST_BYTES,
        on_too_large: 'truncate',
        signal,
        follow: (next) => {
          at = next.href
          return true
        },
        take: async (piece, status, headers) => {
          if (status === 200) await take(piece, { url: at, content_type: headers?.get('content-type') ?? null })
          else refusal.add(piece)
        },
      })
      if (answer.status !== 200) throw refusal.error(url, answer.status, answer.headers, '')
      return answer.truncated
    } catch (error) {
      if (error instanceof SafeFetchError) throw new SourceError(`${url}: ${error.message}`, '')
      throw error
    }
  }
}
