import { decodeHTMLAttribute } from '../html/entities.ts'

/** Links, bases, and the comment of browsers that save a page. */
const LINK = /<(?:(a|base)\b[^<>]*?\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))|!-- saved from url=\(\d+\)(\S+))/gi
/** Addresses that lead to no page. */
const NO_PAGE = /^(#|mailto:|tel:|javascript:|data:|$)/i
/** A tag is not longer. */
const LONGEST = 1 << 14

const ABSOLUTE = /^[a-z][a-z0-9+.-]*:/i

/** The addresses of `<a href>` in HTML that arrives in pieces; relative ones where the page says where it is. */
export class HtmlLinks {
  private held = ''
  private base: string | null = null
  /** The first `<base>` counts. */
  private has_base = false

  constructor(private readonly found: (address: string) => void) {}

  write(piece: string, is_last: boolean): void {
    const text = this.held + piece
    const open = text.lastIndexOf('<')
    const cut = is_last || open < 0 || text.indexOf('>', open) >= 0 || text.length - open > LONGEST ? text.length : open
    for (const [, tag, double, single, plain, saved] of text.slice(0, cut).matchAll(LINK)) {
      const address = decodeHTMLAttribute(double ?? single ?? plain ?? saved ?? '')
        .replace(/[\t\n\r]/g, '')
        .trim()
      if (tag?.toLowerCase() === 'a') this.link(address)
      else this.stand(address, tag !== undefined)
    }
    this.held = text.slice(cut)
  }

  private link(address: string): void {
    if (NO_PAGE.test(address)) return
    const full = this.base !== null && !ABSOLUTE.test(address) ? URL.parse(address, this.base)?.href : undefined
    this.found((full ?? address).replaceAll(' ', '%20'))
  }

  private stand(address: string, is_base: boolean): void {
    const base = this.has_base ? null : URL.parse(address, this.base ?? undefined)
    if (!base || !/^https?:$/.test(base.protocol)) return
    this.base = base.href
    this.has_base = is_base
  }
}
