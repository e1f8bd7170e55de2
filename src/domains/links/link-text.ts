/** The text of a link, as a search compares it: case, accents and the codes of addresses make no difference. */
import { domainToUnicode } from 'node:url'
import { plain } from '../../kernel/text/plain.ts'

/** SQL for addresses with more than one spelling. */
export const HAS_SPELLINGS = "(instr(l.url, '%') > 0 or instr(l.url, 'xn--') > 0)"

/** A kept address in lower case, and after it as people read it, where that differs. */
export function textOf(url: string): string {
  const lower = url.toLowerCase()
  return lower.includes('%') || lower.includes('xn--') ? `${lower}\n${plain(readable(url))}` : lower
}

function readable(url: string): string {
  const decoded = url.replace(/(?:%[0-9a-f]{2})+/gi, (codes) => {
    try {
      return decodeURIComponent(codes)
    } catch {
      return codes
    }
  })
  return decoded.replace(/^(https?:\/\/)([^/:?#]*xn--[^/:?#]*)/i, (all, scheme: string, host: string) => {
    const name = domainToUnicode(host)
    return name ? scheme + name : all
  })
}
