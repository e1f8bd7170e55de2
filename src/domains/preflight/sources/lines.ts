import type { Said } from '../../../kernel/language/say.ts'
import type { ListEntry } from '../lists/findings.ts'
import { ListReader } from '../lists/list-reader.ts'
import { saidOf } from '../lists/reading.ts'
import { type Entry, type Format, MOST_LETTERS, notASource, type SourceKind } from './source-error.ts'

/** Lines without a link after which a text in which none was found is no list. */
const MOST_WORDS = 100

/** Lists of addresses, tables with a column of them, and the `Sitemap:` lines of a robots.txt. */
export class Lines implements Format {
  readonly kind: SourceKind
  readonly ttl = null
  readonly next = null
  private readonly list = new ListReader((entry) => this.read(entry))
  private pending = ''
  private entries = 0
  private others = 0

  constructor(
    private readonly address: string,
    private readonly found: (entry: Entry) => void,
  ) {
    this.kind = URL.parse(address)?.pathname === '/robots.txt' ? 'robots' : 'list'
  }

  /** How the list was read, where that is news. */
  get words(): Said | null {
    return saidOf(this.list.reading)
  }

  write(text: string): void {
    if (this.kind === 'list') {
      const held = this.pending + text
      const whole = held.length > MOST_LETTERS ? held.length : held.lastIndexOf('\n') + 1
      this.list.write(held.slice(0, whole))
      this.pending = held.slice(whole)
      return
    }
    const lines = (this.pending + text).split(/\r\n?|\n/)
    const rest = lines.pop()!
    this.pending = rest.length > MOST_LETTERS ? '' : rest
    for (const line of lines) this.rule(line)
  }

  /** The rest never came: the last line may be half of one. */
  cut(): void {
    this.list.end()
  }

  /** A text that happens to name some links is no list of them. */
  end(): void {
    if (this.kind === 'list') {
      this.list.write(this.pending)
      this.list.end()
    } else this.rule(this.pending)
    const is_prose = this.list.reading.from === null && this.others > this.entries
    if (this.entries === 0 || is_prose) throw notASource('', this.address)
  }

  private read({ given, reason, lastmod }: ListEntry): void {
    if (reason === undefined && /^https?:/i.test(given)) this.add({ url: given, lastmod: lastmod ?? null })
    else this.others++
    if (this.entries === 0 && this.others > MOST_WORDS) throw notASource('', this.address)
  }

  private rule(line: string): void {
    const named = /^\s*sitemap\s*:\s*(\S+)/i.exec(line)?.[1]
    const url = named && URL.parse(named, this.address)?.href
    if (url) this.add({ url, lastmod: null })
  }

  private add(entry: Entry): void {
    this.entries++
    this.found(entry)
  }
}
