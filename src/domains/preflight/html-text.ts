/**
 * The text of a page. Of one in UTF-8, which nearly all are, a character is an octet: markup is ASCII, so it is found
 * without decoding the whole, and `written` decodes what is kept of it.
 */
export type Source = { text: string; octets: boolean }

/**
 * Reads a page by the HTML standard's order: byte order mark, then `Content-Type`, then what the page states in
 * its first 1,024 bytes. Where nothing says, UTF-8, which nearly all pages are: browsers would take windows-1252.
 */
export function sourceOf(page: Uint8Array, content_type: string | null): Source {
  const stated = content_type === null ? undefined : CHARSET.exec(content_type)?.[1]
  // With tables of a hundred encodings, for which a start does not wait.
  const sniffEncoding = require('html-encoding-sniffer') as typeof import('html-encoding-sniffer')
  const encoding = sniffEncoding(page, { transportLayerEncodingLabel: stated, defaultEncoding: 'UTF-8' })
  // `replacement` is the one encoding that is never decoded; of such a page browsers show nothing.
  if (encoding !== 'UTF-8' && encoding !== 'replacement')
    return { text: new TextDecoder(encoding as Bun.Encoding).decode(page), octets: false }
  const marked = page[0] === 0xef && page[1] === 0xbb && page[2] === 0xbf
  return {
    text: Buffer.from(page.buffer, page.byteOffset, page.length).toString('latin1', marked ? 3 : 0),
    octets: true,
  }
}

/** A part of a source as it was written. */
export const written = (part: string, octets: boolean): string =>
  octets && BEYOND_ASCII.test(part) ? UTF8.decode(Buffer.from(part, 'latin1')) : part

const CHARSET = /charset\s*=\s*["']?([^\s;"']+)/i
const BEYOND_ASCII = /[\x80-\xff]/
const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true })
