/** Reads the sitemap whose address somebody typed into a form. */
import { type Download, readSitemap, SourceError } from '../../domains/preflight/index.ts'
import { partyOf } from '../../kernel/operation/caller.ts'
import { SECOND } from '../../kernel/time/clock.ts'
import { onBehalfOf, SafeFetchError } from '../../kernel/web-fetch/safe-fetch.ts'
import type { SignedInCall } from './screens.ts'

/** Limits of one reading: sitemaps of the site, bytes of each, and the time for all. */
const MOST_FILES = 20
const MOST_BYTES = 4 << 20
const PATIENCE = 25 * SECOND

/** `found`: pages in the `files` that were read, of which `urls` are the first. `cut`: files that were read in part. */
type SitemapPages = { urls: string[]; found: number; files: number; cut: number }

/** The first `limit` pages of a sitemap; else why it cannot be read, or `slow` after 25 seconds. */
export async function sitemapAt(
  call: SignedInCall,
  address: string,
  limit: number,
): Promise<SitemapPages | { failed: string; advice: string } | 'slow'> {
  const signal = AbortSignal.any([call.request.signal, AbortSignal.timeout(PATIENCE)])
  const bounds = { most_files: MOST_FILES, most_pages: limit, signal }
  try {
    const { entries, files, cut } = await readSitemap(address, { download: downloadFor(call, signal), ...bounds })
    return { urls: entries.slice(0, limit).map(({ url }) => url), found: entries.length, files, cut }
  } catch (error) {
    if (signal.aborted && !call.request.signal.aborted) return 'slow'
    if (error instanceof SourceError) return { failed: error.message, advice: error.advice }
    if (error instanceof SafeFetchError) return { failed: `${address}: ${error.message}`, advice: '' }
    throw error
  }
}

function downloadFor({ app, caller }: SignedInCall, signal: AbortSignal): Download {
  const get = onBehalfOf(app.fetch, partyOf(caller))
  return async (url, take) => {
    const answer = await get(url, {
      max_body: MOST_BYTES,
      on_too_large: 'truncate',
      signal,
      take: async (piece, status) => (status === 200 ? take(piece) : undefined),
    })
    if (answer.status !== 200) throw new SourceError(`${url} answers ${answer.status}`, '')
    return answer.truncated
  }
}
