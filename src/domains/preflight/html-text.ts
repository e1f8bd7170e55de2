import sniffEncoding from 'html-encoding-sniffer'

/**
 * The text of a page, by the HTML standard's order: byte order mark, then `Content-Type`, then what the page states in
 * its first 1,024 bytes. Where nothing says, UTF-8, which nearly all pages are: browsers would take windows-1252.
 */
export function decodePage(page: Uint8Array, content_type: string | null): string {
  const stated = content_type === null ? undefined : CHARSET.exec(content_type)?.[1]
  const encoding = sniffEncoding(page, { transportLayerEncodingLabel: stated, defaultEncoding: 'UTF-8' })
  return decoderOf(encoding).decode(page)
}

const CHARSET = /charset\s*=\s*["']?([^\s;"']+)/i
const UTF8 = new TextDecoder()

/** `replacement` is the one encoding that is never decoded; of such a page browsers show nothing. */
function decoderOf(encoding: string): TextDecoder {
  return encoding === 'UTF-8' || encoding === 'replacement' ? UTF8 : new TextDecoder(encoding as Bun.Encoding)
}
