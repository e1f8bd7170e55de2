import { type Entry, SourceError, type SourceKind } from './source-error.ts'

/** A Search Console property may have as many index files (Google's limit). */
export const MOST_FILES = 500
/** Indexes that do not count among the files. */
const FREE_INDEXES = 20
/** The protocol allows one level of indexes; one more is read. */
const DEEPEST = 2
const MOST_NEXT = 10

export type SourceFile = { url: string; lastmod: string | null; depth: number; nth: number }

/** The files of a source, each once: those that indexes, robots.txt and `next_url` name. */
export class Walk {
  files = 0
  private indexes = 0
  /** Files on another host, which may not list pages for this one. */
  readonly elsewhere: string[] = []
  private readonly host: string
  private readonly waiting: SourceFile[]
  /** Addresses of all files met so far. */
  readonly known: Set<string>

  constructor(
    private readonly address: string,
    private readonly most = MOST_FILES,
  ) {
    this.host = new URL(address).host
    // A robots.txt is above the sitemaps that it names.
    this.waiting = [{ url: address, lastmod: null, depth: /^[^?]*\/robots\.txt$/.test(address) ? -1 : 0, nth: 0 }]
    this.known = new Set([address])
  }

  /** The next file to read; throws when there are too many. */
  next(): SourceFile | undefined {
    const file = this.waiting.shift()
    if (file && ++this.files > this.most)
      throw new SourceError(`${this.address} leads to more than ${this.most} sitemaps`, 'give one of them')
    return file
  }

  /** Notes the files that a file lists; `wanted` may leave some out. */
  add(from: SourceFile, entries: readonly Entry[], wanted: (file: Entry) => boolean = () => true): void {
    if (from.depth >= DEEPEST)
      throw new SourceError(`${from.url} is an index inside indexes of sitemaps`, 'give one of its sitemaps')
    if (++this.indexes <= FREE_INDEXES) this.files--
    for (const entry of entries) {
      const { href, host } = URL.parse(entry.url) ?? { href: entry.url, host: null }
      if (this.known.has(href)) continue
      this.known.add(href)
      if (host !== this.host) this.elsewhere.push(entry.url)
      else if (wanted(entry)) this.waiting.push({ url: href, lastmod: entry.lastmod, depth: from.depth + 1, nth: 0 })
    }
  }

  /** Notes the page of a feed that follows. */
  follow(from: SourceFile, next: string): void {
    if (from.nth >= MOST_NEXT || this.known.has(next)) return
    this.known.add(next)
    if (URL.parse(next)?.host === this.host) this.waiting.push({ ...from, url: next, nth: from.nth + 1 })
  }
}

export const listsFiles = (kind: SourceKind | null): boolean => kind === 'index' || kind === 'robots'
