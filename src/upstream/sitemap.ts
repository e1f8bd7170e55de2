import { type FileOrigin, Refusal, SourceError } from '../domains/preflight/index.ts'
import { version } from '../kernel/environment/version.ts'
import { codeOf } from '../kernel/operation/fault.ts'
import { SECOND } from '../kernel/time/clock.ts'
import { routeTo } from './route.ts'

const TIMEOUT = 60 * SECOND

/** Streams a sitemap file for the command line, where the user chooses the address. */
export async function downloadSitemap(
  url: string,
  take: (bytes: Uint8Array, origin?: FileOrigin) => Promise<void>,
): Promise<boolean> {
  try {
    const response = await fetch(url, {
      headers: { 'user-agent': `Signalpost/${version}` },
      signal: AbortSignal.timeout(TIMEOUT),
      ...routeTo(url),
    })
    const { status, headers, body } = response
    const refusal = new Refusal()
    const origin = { url: response.url || url, content_type: headers.get('content-type') }
    for await (const piece of body ?? []) {
      if (status === 200) await take(piece, origin)
      else refusal.add(piece)
    }
    if (status === 200) return false
    throw refusal.error(url, status, headers, 'robots.txt of the site names its sitemap')
  } catch (error) {
    if (error instanceof SourceError) throw error
    throw new SourceError(
      `${url} cannot be reached (${codeOf(error) || (error as Error).message})`,
      'check the address in a browser',
    )
  }
}
