import { decodeHTMLAttribute } from '../html/entities.ts'

const LINK = /<a\b[^<>]*?\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi
/** Addresses that lead to no page. */
const NO_PAGE = /^(#|mailto:|tel:|javascript:|data:|$)/i
/** A tag is not longer. */
const LONGEST = 1 << 14

/** The addresses of `<a href>` in HTML that arrives in pieces. */
export class HtmlLinks {
  private held = ''

  constructor(private readonly found: (address: string) => void) {}

  write(piece: string, is_last: boolean): void {
    const text = this.held + piece
    const open = text.lastIndexOf('<')
    const cut = is_last || open < 0 || text.indexOf('>', open) >= 0 || text.length - open > LONGEST ? text.length : open
    for (const [, double, single, plain] of text.slice(0, cut).matchAll(LINK)) {
      const address = decodeHTMLAttribute(double ?? single ?? plain ?? '')
        .replace(/[\t\n\r]/g, '')
        .trim()
      if (!NO_PAGE.test(address)) this.found(address.replaceAll(' ', '%20'))
    }
    this.held = text.slice(cut)
  }
}
