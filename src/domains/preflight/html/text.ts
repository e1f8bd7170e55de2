import { charsetIn, sniffed } from '../../../kernel/text/decode.ts'

/**
 * The text of a page. UTF-8 pages, which nearly all are, stay undecoded, with one character an octet: markup is ASCII,
 * so it is found without decoding, and `written` decodes the parts that are kept.
 */
export type PageSource = { text: string; octets: boolean }

/**
 * Reads the first octets of a page (default: all). The encoding follows the order of the HTML standard: byte order
 * mark, `Content-Type`, then the first 1,024 bytes. Without any of them it is UTF-8, as on nearly all pages, although
 * browsers assume windows-1252.
 */
export function sourceOf(page: Uint8Array, content_type: string | null, octets = page.length): PageSource {
  const stated = content_type === null ? undefined : statedIn(content_type)
  const encoding = isUtf8(page, stated) ? 'UTF-8' : sniffed(page.subarray(0, octets), stated, 'UTF-8')
  // `replacement` is never decoded: browsers show nothing of such a page.
  if (encoding !== 'UTF-8' && encoding !== 'replacement')
    return { text: new TextDecoder(encoding as Bun.Encoding).decode(page.subarray(0, octets)), octets: false }
  const marked = page[0] === 0xef && page[1] === 0xbb && page[2] === 0xbf
  const bytes = page instanceof Buffer ? page : Buffer.from(page.buffer, page.byteOffset, page.length)
  return { text: bytes.toString('latin1', marked ? 3 : 0, octets), octets: true }
}

/** Most servers say UTF-8 and few pages begin with another byte order mark; these need no sniffing. */
const isUtf8 = (page: Uint8Array, stated: string | undefined): boolean =>
  stated !== undefined && /^utf-?8$/i.test(stated) && (page[0] ?? 0) < 0xef

/** Consecutive pages often have the same `Content-Type`, so the last one is cached. */
let last: { type: string; stated: string | undefined } = { type: '', stated: undefined }

function statedIn(type: string): string | undefined {
  if (type !== last.type) last = { type, stated: charsetIn(type) }
  return last.stated
}

/** A part of a source, decoded. */
export const written = (part: string, octets: boolean): string =>
  octets && BEYOND_ASCII.test(part) ? UTF8.decode(Buffer.from(part, 'latin1')) : part

const BEYOND_ASCII = /[\x80-\xff]/
const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true })
