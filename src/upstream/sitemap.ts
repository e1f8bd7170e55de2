import { gunzipSync } from 'node:zlib'
import { SitemapError } from '../domains/preflight/sitemap.ts'
import { version } from '../kernel/environment/version.ts'
import { codeOf } from '../kernel/operation/fault.ts'
import { SECOND } from '../kernel/time/clock.ts'

/** The protocol's bound of one file, unpacked. */
const MAX_BYTES = 50 * 2 ** 20
const TIMEOUT = 60 * SECOND

/** The text of a sitemap, fetched by the command line for its user. */
export async function downloadSitemap(url: string): Promise<string> {
  let bytes: Uint8Array
  let status: number
  try {
    const response = await fetch(url, {
      headers: { 'user-agent': `signalpost/${version}` },
      signal: AbortSignal.timeout(TIMEOUT),
    })
    status = response.status
    bytes = await bounded(response, url)
  } catch (error) {
    if (error instanceof SitemapError) throw error
    throw new SitemapError(
      `${url} cannot be reached (${codeOf(error) || (error as Error).message})`,
      'check the address in a browser',
    )
  }
  if (status !== 200) throw new SitemapError(`${url} answers ${status}`, 'robots.txt of the site names its sitemap')
  return new TextDecoder().decode(bytes[0] === 0x1f && bytes[1] === 0x8b ? unpacked(bytes, url) : bytes)
}

async function bounded(response: Response, url: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    size += piece.length
    if (size > MAX_BYTES) throw tooLarge(url)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function unpacked(bytes: Uint8Array, url: string): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_BYTES })
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(url)
    throw new SitemapError(`${url} is packed, but damaged`, 'ask for it again, or tell the people of that site')
  }
}

const tooLarge = (url: string): SitemapError =>
  new SitemapError(
    `${url} holds more than the 50 MB that a sitemap may have`,
    'give a smaller one, or a file with links',
  )
