/**
 * The text of a page. Of one in UTF-8, which nearly all are, a character is an octet: markup is ASCII, so it is found
 * without decoding the whole, and `written` decodes what is kept of it.
 */
export type Source = { text: string; octets: boolean }

/**
 * Reads the first octets of a page, all unless told, by the HTML standard's order: byte order mark, then `Content-Type`,
 * then what the page states in its first 1,024 bytes. Where nothing says, UTF-8, which nearly all pages are: browsers
 * would take windows-1252.
 */
export function sourceOf(page: Uint8Array, content_type: string | null, octets = page.length): Source {
  const stated = content_type === null ? undefined : statedIn(content_type)
  const encoding = isUtf8(page, stated) ? 'UTF-8' : sniffed(page.subarray(0, octets), stated)
  // `replacement` is the one encoding that is never decoded; of such a page browsers show nothing.
  if (encoding !== 'UTF-8' && encoding !== 'replacement')
    return { text: new TextDecoder(encoding as Bun.Encoding).decode(page.subarray(0, octets)), octets: false }
  const marked = page[0] === 0xef && page[1] === 0xbb && page[2] === 0xbf
  const bytes = page instanceof Buffer ? page : Buffer.from(page.buffer, page.byteOffset, page.length)
  return { text: bytes.toString('latin1', marked ? 3 : 0, octets), octets: true }
}

/** Most servers say so, and nearly no page begins with the mark of another encoding: these need no sniffing. */
const isUtf8 = (page: Uint8Array, stated: string | undefined): boolean =>
  stated !== undefined && /^utf-?8$/i.test(stated) && (page[0] ?? 0) < 0xef

let sniff: typeof import('html-encoding-sniffer') | undefined

/** With tables of a hundred encodings, for which a start does not wait. */
function sniffed(page: Uint8Array, stated: string | undefined): string {
  sniff ??= require('html-encoding-sniffer') as typeof import('html-encoding-sniffer')
  return sniff(page, { transportLayerEncodingLabel: stated, defaultEncoding: 'UTF-8' })
}

/** The same for one page after another. */
let last: { type: string; stated: string | undefined } = { type: '', stated: undefined }

function statedIn(type: string): string | undefined {
  if (type !== last.type) last = { type, stated: CHARSET.exec(type)?.[1] }
  return last.stated
}

/** A part of a source as it was written. */
export const written = (part: string, octets: boolean): string =>
  octets && BEYOND_ASCII.test(part) ? UTF8.decode(Buffer.from(part, 'latin1')) : part

const CHARSET = /charset\s*=\s*["']?([^\s;"']+)/i
const BEYOND_ASCII = /[\x80-\xff]/
const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true })
