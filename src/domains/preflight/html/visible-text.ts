/** A digest of a page's text for readers: equal digests mean that the text did not change. */
import type { Page } from '../page.ts'
import { sourceOf } from './text.ts'
import { walkText } from './walk-text.ts'

/** Octets of a page that count. */
const MOST = 512 * 1024

/** Counters, dates and the shape of the markup change without a word being written. */
const IGNORED = /[\d\s]+/g

/** The first 63 bits of a SHA-256; null for anything but a whole page of HTML that says something. */
export function visibleDigest({ headers, body, truncated }: Page): bigint | null {
  const type = headers.get('content-type')
  if ((type && !/html/i.test(type)) || (truncated && body.length < MOST)) return null
  const { text } = sourceOf(body.subarray(0, MOST), type)
  const hash = new Bun.CryptoHasher('sha256')
  let says = false
  walkText(text, (part) => {
    const words = part.replace(IGNORED, '')
    if (words) hash.update(words)
    says ||= words !== ''
    return true
  })
  return says ? Buffer.from(hash.digest()).readBigUInt64BE() >> 1n : null
}
