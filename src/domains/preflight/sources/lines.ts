import { type Entry, type Format, MOST_LETTERS, notASource, type SourceKind } from './source-error.ts'

/** Lists with an entry a line: addresses, CSV with a column `url`, and the `Sitemap:` lines of a robots.txt. */
export class Lines implements Format {
  kind: SourceKind
  readonly ttl = null
  readonly next = null
  private pending = ''
  private column: { url: number; lastmod: number } | null = null
  private entries = 0
  private is_first = true

  constructor(
    private readonly address: string,
    private readonly found: (entry: Entry) => void,
  ) {
    this.kind = URL.parse(address)?.pathname === '/robots.txt' ? 'robots' : 'list'
  }

  write(text: string): void {
    const s = this.pending + text
    let at = 0
    for (let end = s.indexOf('\n'); end >= 0; end = s.indexOf('\n', at)) {
      this.line(s.slice(at, end))
      at = end + 1
    }
    this.pending = s.slice(at)
    if (this.pending.length <= MOST_LETTERS) return
    if (this.kind !== 'robots') throw notASource('', this.address)
    this.pending = ''
  }

  end(): void {
    this.line(this.pending)
    if (this.entries === 0) throw notASource('', this.address)
  }

  private line(text: string): void {
    const line = text.trim()
    if (line === '' || line.startsWith('#')) return
    if (this.kind === 'robots') {
      const named = /^sitemap\s*:\s*(\S+)/i.exec(line)?.[1]
      const url = named && URL.parse(named, this.address)?.href
      if (url) this.add({ url, lastmod: null })
      return
    }
    if (this.is_first) {
      this.is_first = false
      if (this.readHeader(line)) return
    }
    if (this.column) this.readRow(line, this.column)
    else if (/^https?:\/\//i.test(line)) this.add({ url: line, lastmod: null })
    else throw notASource('', this.address)
  }

  private readHeader(line: string): boolean {
    const names = cellsOf(line).map((name) => name.toLowerCase())
    const url = names.indexOf('url')
    if (url >= 0) this.column = { url, lastmod: names.indexOf('lastmod') }
    return url >= 0
  }

  private readRow(line: string, column: { url: number; lastmod: number }): void {
    const cells = cellsOf(line)
    const url = cells[column.url]
    if (url) this.add({ url, lastmod: cells[column.lastmod] || null })
  }

  private add(entry: Entry): void {
    this.entries++
    this.found(entry)
  }
}

const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|[,;\t])(?:"((?:[^"]|"")*)"|([^,;\t]*))/g)].map(([, quoted, plain]) =>
    (quoted?.replaceAll('""', '"') ?? plain ?? '').trim(),
  )
