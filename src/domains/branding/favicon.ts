/** Finds the icon of a host: the picture that its first page names, else /favicon.ico. SVG is left out: it can carry scripts. */

import type { Party } from '../../kernel/scheduling/fair-pool.ts'
import { SECOND } from '../../kernel/time/clock.ts'
import {
  onBehalfOf,
  type SafeFetch,
  type SafeFetchCode,
  SafeFetchError,
  type SafeResponse,
} from '../../kernel/web-fetch/safe-fetch.ts'
import { isIco, pngOfIco } from './ico.ts'
import { cleanPicture, PictureError } from './image.ts'

/** Pixels a side of the stored icon. */
export const ICON_PIXELS = 64
/** Octets of an icon's file, and of the page that is read for its address. */
const MOST = 64 * 1024
/** Requests for pictures of one host. */
const MOST_TRIED = 3
const PICTURES = 'image/png, image/x-icon, image/jpeg, image/webp'

/** `lost`: the host gave no answer, so a later attempt may find one. */
type Found = { icon: Uint8Array } | { icon: null; lost: boolean }

export async function findIcon(fetch: SafeFetch, host: string, party: Party, signal: AbortSignal): Promise<Found> {
  const get = (address: string, accept: string, on_too_large: 'fail' | 'truncate') =>
    onBehalfOf(fetch, party)(address, {
      max_body: MOST,
      on_too_large,
      headers: { accept },
      total_timeout_ms: 10 * SECOND,
      signal,
    })
  const pageAt = (address: string) => answerOf(() => get(address, 'text/html', 'truncate'))
  const page = (await pageAt(`https://${host}/`)) || (await pageAt(`http://${host}/`))
  if (!page) return { icon: null, lost: page === null }
  let lost = isUnwell(page)
  for (const address of candidatesIn(page)) {
    const file = await answerOf(() => get(address, PICTURES, 'fail'))
    lost ||= file === null || (file && isUnwell(file))
    const icon = file && file.status === 200 ? await iconIn(file.body) : null
    if (icon) return { icon }
  }
  return { icon: null, lost }
}

const isUnwell = ({ status }: SafeResponse): boolean => status >= 500 || status === 429

/** Failures that a later attempt may not meet. */
const PASSING: readonly SafeFetchCode[] = ['dns', 'timeout', 'network', 'tls', 'busy']

/** Null while the host gives no whole answer, false when it never will; other errors are bugs. */
async function answerOf(get: () => Promise<SafeResponse>): Promise<SafeResponse | null | false> {
  try {
    return await get()
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error
    return PASSING.includes(error.code) ? null : false
  }
}

/** A picture encoded again from its pixels: no octet of the file is kept. */
async function iconIn(file: Uint8Array): Promise<Uint8Array | null> {
  const picture = isIco(file) ? pngOfIco(file, ICON_PIXELS) : file
  if (!picture) return null
  try {
    return (await cleanPicture(picture, ICON_PIXELS)).body
  } catch (error) {
    if (!(error instanceof PictureError)) throw error
    return null
  }
}

type Link = { href: string; rel: string; side: number; type: string }

/** Addresses of pictures, the best first. */
export function candidatesIn({ url, status, body }: Pick<SafeResponse, 'url' | 'status' | 'body'>): string[] {
  const links = status === 200 ? linksIn(new TextDecoder().decode(body)) : []
  const rank = ({ rel, side }: Link) => (side >= ICON_PIXELS ? side : rel.includes('apple') ? 180 : 10_000 - side)
  const named = links
    .filter(({ href, type }) => !/svg/i.test(type) && !/\.svg(\?|#|$)/i.test(href))
    .toSorted((a, b) => rank(a) - rank(b))
    .flatMap(({ href }) => URL.parse(href, url) ?? [])
    .filter(({ protocol }) => protocol === 'https:' || protocol === 'http:')
    .map(String)
  return [...new Set([...named.slice(0, MOST_TRIED - 1), new URL('/favicon.ico', url).href])]
}

function linksIn(html: string): Link[] {
  const found: Link[] = []
  new HTMLRewriter()
    .on('link[rel][href]', {
      element(link) {
        const rel = link.getAttribute('rel')!.toLowerCase()
        const kinds = rel.split(/\s+/)
        if (!kinds.includes('icon') && !kinds.includes('apple-touch-icon')) return
        const side = Number.parseInt(link.getAttribute('sizes') ?? '', 10) || 0
        found.push({ rel, side, href: link.getAttribute('href')!, type: link.getAttribute('type') ?? '' })
      },
    })
    .transform(html)
  return found.slice(0, 50)
}
