import { said } from '../../../kernel/language/say.ts'
import { addressesIn } from './addresses.ts'
import { isKnownHeader } from './columns.ts'
import type { Findings } from './findings.ts'
import { linksInJson } from './json-links.ts'

/** A line that is longer is cut where an address begins, or is no link. */
export const LONGEST = 1 << 17
const SHOWN = 200
/** An address and nothing else, as nearly every line of a list is; other lines are read letter by letter. */
const ADDRESS_ALONE = /^https?:\/\/[^\s<>"'`|()[\]{},;*_~“”„«»「」『』【】（）。，、；：！？]+$/i
const NEXT_ADDRESS = /(?<=[\s,;|])https?:\/\//gi

export const isAddressAlone = (text: string): boolean => ADDRESS_ALONE.test(text) && text.indexOf('://', 8) < 0

/** Lines with addresses: a list, or prose. */
export class TextLines {
  private held = ''
  /** The rest of a line that is too long is skipped. */
  private is_skipping = false

  constructor(private readonly out: Findings) {}

  write(piece: string, is_last: boolean): void {
    const text = this.held + piece
    let at = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', at)) {
      this.line(text.slice(at, end), true)
      at = end + 1
    }
    this.held = text.slice(at)
    if (is_last) this.line(this.held, true)
    else if (this.held.length > LONGEST) this.cut(this.held)
  }

  /** A line of many addresses is read up to the last that begins in it. */
  private cut(line: string): void {
    let at = 0
    for (const { index } of line.matchAll(NEXT_ADDRESS)) at = index
    if (at > 0) this.line(line.slice(0, at), false)
    else if (!this.is_skipping) this.out.drop(line.slice(0, SHOWN), 'longer than 2048 characters')
    this.is_skipping = at === 0
    this.held = line.slice(at || line.length)
  }

  private line(given: string, is_whole: boolean): void {
    const { out } = this
    if (is_whole || out.line === 0) out.line++
    const is_skipped = this.is_skipping
    if (is_whole) this.is_skipping = false
    const line = given.trim()
    if (line === '' || is_skipped) return
    if (isAddressAlone(line)) out.link(line)
    else if (line.startsWith('#')) out.reading.comments++
    else if (!this.isJson(line)) this.read(line)
  }

  private read(line: string): void {
    const { out } = this
    const found = addressesIn(line)
    if (found.refused || found.addresses.length > 0) return void out.links(found, line)
    const name = line.replace(/^"(.*)"$/, '$1').trim()
    if (!out.has_links && isKnownHeader(name)) out.reading.from = said('Column {name} read', { name: `“${name}”` })
    else if (/\s/.test(line)) out.drop(line, 'not a full http:// or https:// URL')
    else out.word(line)
  }

  /** A line with a JSON object, as logs and exports have them. */
  private isJson(line: string): boolean {
    const links = line.startsWith('{') && line.endsWith('}') ? (linksInJson(line)?.links ?? []) : []
    for (const link of links) this.out.link(link)
    return links.length > 0
  }
}
