/** Reads text of any kind into links as it arrives: tables, lists, prose, Markdown, HTML, sitemaps, feeds and JSON. */
import { said } from '../../../kernel/language/say.ts'
import { SourceError } from '../sources/source-error.ts'
import { Xml } from '../sources/xml.ts'
import { fromRoot } from '../sources/xml-begin.ts'
import { addressesIn } from './addresses.ts'
import { Findings, type ListEntry } from './findings.ts'
import { HtmlLinks } from './html-links.ts'
import { linksInJson } from './json-links.ts'
import { oddAtEnd, plainText } from './letters.ts'
import type { Reading } from './reading.ts'
import { namedSeparator, pathsIn, SEPARATORS, tableIn } from './table.ts'
import { TableRows } from './table-rows.ts'
import { isAddressAlone, TextLines } from './text-lines.ts'

/** Reads a part of the text, in the format that its begin has. */
type Part = (text: string, is_last: boolean) => void

/** Letters that decide about the format. */
const HEAD = 1 << 16
/** The most letters of JSON, which is read as a whole: they take 15 ms. */
const MOST_JSON = 3 << 20
const ANCHOR = /<a\s[^<>]*href\s*=/i

/** Without the line that is not whole, or the cell of a text in one line. */
function wholeLines(head: string): string {
  const end = head.lastIndexOf('\n') + 1
  return head.slice(0, end || Math.max(0, ...[' ', ...SEPARATORS].map((one) => head.lastIndexOf(one))))
}

export class ListReader {
  private readonly out: Findings
  private part: Part | null = null
  private head = ''
  private odd = ''

  constructor(found: (entry: ListEntry) => void) {
    this.out = new Findings(found)
  }

  get reading(): Reading {
    return this.out.reading
  }

  write(piece: string): void {
    // The meaning of a letter without a width depends on those around it, which may come with the next piece.
    const text = this.odd + piece
    const at = oddAtEnd(text)
    this.odd = text.slice(at)
    this.read(plainText(text.slice(0, at)), false)
  }

  end(): void {
    this.read(plainText(this.odd), true)
  }

  private read(text: string, is_last: boolean): void {
    if (this.part) return void this.part(text, is_last)
    this.head += text
    if (!is_last && this.head.length < HEAD) return
    const { head } = this
    this.head = ''
    this.begin(head, is_last)
  }

  private begin(head: string, is_last: boolean): void {
    const xml = fromRoot(head)
    const { separator, rest } = namedSeparator(head)
    if (xml !== null) {
      this.part = this.xml()
      return void this.part(xml, is_last)
    }
    if (/^[[{]/.test(head.trimStart())) this.part = this.json()
    else {
      if (rest !== head) this.out.line++
      this.part = this.plain(rest, separator, is_last)
      return void this.part(rest, is_last)
    }
    this.part(head, is_last)
  }

  private plain(head: string, separator: string | null, is_last: boolean): Part {
    const lines = is_last ? head : wholeLines(head)
    const links = tableIn(lines, separator)
    if (!links && ANCHOR.test(head)) return this.html()
    const paths = links || /https?:/i.test(head) ? null : pathsIn(lines, separator)
    if (paths === 'paths') this.out.reading.from = said('A column of paths: put https:// and their host before them')
    const table = links ?? (paths === 'paths' ? null : paths)
    const reader = table ? new TableRows(table, this.out) : new TextLines(this.out)
    return (text, last) => reader.write(text, last)
  }

  private xml(): Part {
    const { out } = this
    const xml = new Xml('', ({ url, lastmod }) => {
      if (xml.kind === 'index') out.drop(url, 'is a sitemap, not a page: give its address as the sitemap')
      else out.link(url.replaceAll(' ', '%20'), lastmod ?? undefined)
    })
    return (text, is_last) => {
      try {
        xml.write(text)
        if (is_last) xml.end()
      } catch (error) {
        if (!(error instanceof SourceError)) throw error
        out.drop('', error.message.trim())
      }
      out.reading.from =
        xml.kind === 'sitemap' || xml.kind === 'index' ? said('Read as a sitemap') : said('Read as a feed')
    }
  }

  private html(): Part {
    this.out.reading.from = said('The links of a web page read')
    const links = new HtmlLinks((address) => this.out.word(address))
    return (text, is_last) => links.write(text, is_last)
  }

  /** A text that only begins like JSON, such as a Markdown link, is read as lines. */
  private json(): Part {
    let held = ''
    return (text, is_last) => {
      held += text
      if (!is_last && held.length < MOST_JSON) return
      const found = is_last ? linksInJson(held) : null
      if (!found) {
        this.part = this.plain(held, null, is_last)
        return void this.part(held, is_last)
      }
      this.out.reading.from = found.name ? said('Field “{name}” read', { name: found.name }) : said('Read as JSON')
      for (const link of found.links) {
        if (isAddressAlone(link)) this.out.link(link)
        else this.out.links(addressesIn(plainText(link)), link)
      }
    }
  }
}
