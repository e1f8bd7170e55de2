import { SourceError } from '../domains/preflight/sources/source-error.ts'
import { version } from '../kernel/environment/version.ts'
import { codeOf } from '../kernel/operation/fault.ts'
import { SECOND } from '../kernel/time/clock.ts'

const TIMEOUT = 60 * SECOND

/** Streams a sitemap file for the command line, where the user chooses the address. */
export async function downloadSitemap(url: string, take: (bytes: Uint8Array) => Promise<void>): Promise<boolean> {
  try {
    const response = await fetch(url, {
      headers: { 'user-agent': `signalpost/${version}` },
      signal: AbortSignal.timeout(TIMEOUT),
    })
    if (response.status !== 200)
      throw new SourceError(`${url} answers ${response.status}`, 'robots.txt of the site names its sitemap')
    for await (const piece of response.body ?? []) await take(piece)
    return false
  } catch (error) {
    if (error instanceof SourceError) throw error
    throw new SourceError(
      `${url} cannot be reached (${codeOf(error) || (error as Error).message})`,
      'check the address in a browser',
    )
  }
}
