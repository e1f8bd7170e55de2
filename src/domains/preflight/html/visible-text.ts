/** A digest of a page's text for readers: equal digests mean that the text did not change. */
import type { Page } from '../page.ts'
import { behind, endOfText } from './head.ts'
import { sourceOf } from './text.ts'

/** Octets of a page that count. */
const MOST = 512 * 1024

/** Elements with text that is not about the topic of the page, or is not shown. */
const LEFT_OUT =
  /<(nav|header|footer|aside|time|script|style|noscript|template|svg|iframe|textarea|select|title)(?=[\t\n\f\r />])/iy
/** Counters, dates and the shape of the markup change without a word being written. */
const IGNORED = /[\d\s]+/g

/** The first 63 bits of a SHA-256; null for anything but a whole page of HTML that says something. */
export function visibleDigest({ headers, body, truncated }: Page): bigint | null {
  const type = headers.get('content-type')
  if ((type && !/html/i.test(type)) || (truncated && body.length < MOST)) return null
  const { text } = sourceOf(body.subarray(0, MOST), type)
  const hash = new Bun.CryptoHasher('sha256')
  const endless = new Set<string>()
  let says = false
  const begin = text.search(/<body[\t\n\f\r />]/i)
  for (let at = Math.max(0, begin); at < text.length; ) {
    const open = text.indexOf('<', at)
    const words = text.slice(at, open < 0 ? text.length : open).replace(IGNORED, '')
    if (words) {
      hash.update(words)
      says = true
    }
    if (open < 0) break
    at = behindMarkup(text, open, endless)
  }
  return says ? Buffer.from(hash.digest()).readBigUInt64BE() >> 1n : null
}

/** The place after a comment, a tag, or an element that is left out; `endless` are elements that nothing ends any more. */
function behindMarkup(text: string, open: number, endless: Set<string>): number {
  if (text.startsWith('<!--', open)) return behind(text, '-->', open)
  const tag = behind(text, '>', open)
  LEFT_OUT.lastIndex = open
  const name = LEFT_OUT.exec(text)?.[1]?.toLowerCase()
  if (!name || endless.has(name)) return tag
  const end = endOfText(text, tag, name)
  if (end < 0) endless.add(name)
  return end < 0 ? tag : behind(text, '>', end)
}
