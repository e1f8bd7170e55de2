import { said } from '../../../kernel/language/say.ts'
import { siteOf } from './addresses.ts'
import { type Entry, SourceError, type SourceKind } from './source-error.ts'

/** A Search Console property may have as many index files (Google's limit). */
export const MOST_FILES = 500
/** Indexes that do not count among the files. */
const FREE_INDEXES = 20
/** The protocol allows one level of indexes; one more is read. */
const DEEPEST = 2
const MOST_NEXT = 10

export type SourceFile = { url: string; lastmod: string | null; depth: number; nth: number }

/**
 * The files of a source, each once: those that indexes, robots.txt and `next_url` name. An index may list files of its
 * own site (with and without `www.`, http and https); those of other hosts count where the site's robots.txt names them
 * (sitemaps.org, "Sitemaps & Cross Submits").
 */
export class Walk {
  files = 0
  private indexes = 0
  /** Files of other hosts, which may not list pages for this one. */
  readonly elsewhere: string[] = []
  private readonly parted = new Map<string, SourceFile>()
  private readonly waiting: SourceFile[]
  /** Addresses of all files met so far. */
  readonly known: Set<string>

  constructor(
    private readonly address: string,
    private readonly most = MOST_FILES,
  ) {
    // A robots.txt is above the sitemaps that it names.
    this.waiting = [{ url: address, lastmod: null, depth: isRobots(address) ? -1 : 0, nth: 0 }]
    this.known = new Set([address])
  }

  /** The next file to read; throws when there are too many. */
  next(): SourceFile | undefined {
    const file = this.waiting.shift()
    if (file && ++this.files > this.most)
      throw new SourceError(
        said('{address} leads to more than {most} sitemaps', { address: this.address, most: String(this.most) }),
        'give one of them',
      )
    return file
  }

  /** Notes the files that a file lists; `wanted` may leave some out. `at`: where the file is, after redirects. */
  add(
    from: SourceFile,
    entries: readonly Entry[],
    wanted: (file: Entry) => boolean = () => true,
    at: string = from.url,
  ): void {
    if (from.depth >= DEEPEST)
      throw new SourceError(
        said('{address} is an index inside indexes of sitemaps', { address: from.url }),
        'give one of its sitemaps',
      )
    if (++this.indexes <= FREE_INDEXES) this.files--
    const sites = [at, from.url].map((url) => siteOf(new URL(url).host))
    for (const entry of entries) {
      const url = /\s/.test(entry.url) ? null : URL.parse(entry.url)
      const href = url?.href ?? entry.url
      if (this.known.has(href)) continue
      this.known.add(href)
      const file = { url: href, lastmod: entry.lastmod, depth: from.depth + 1, nth: 0 }
      if (url && (from.depth < 0 || sites.includes(siteOf(url.host)))) {
        if (wanted(entry)) this.waiting.push(file)
      } else {
        this.elsewhere.push(entry.url)
        if (url) this.parted.set(href, file)
      }
    }
  }

  /** Where robots.txt of the site is, when it may allow files of other hosts; null when nothing waits for it. */
  robots(at: string = this.address): string | null {
    if (this.parted.size === 0 || isRobots(this.address)) return null
    return new URL('/robots.txt', at).href
  }

  /** Goes on with those files of other hosts that robots.txt of the site names. */
  allow(named: readonly Entry[]): void {
    for (const { url } of named) {
      const href = URL.parse(url)?.href ?? ''
      const file = this.parted.get(href)
      if (!file) continue
      this.parted.delete(href)
      this.waiting.push(file)
      this.elsewhere.splice(
        this.elsewhere.findIndex((one) => URL.parse(one)?.href === href),
        1,
      )
    }
    this.parted.clear()
  }

  /** Notes the page of a feed that follows. */
  follow(from: SourceFile, next: string): void {
    if (from.nth >= MOST_NEXT || this.known.has(next)) return
    this.known.add(next)
    const host = URL.parse(next)?.host
    if (host && siteOf(host) === siteOf(new URL(from.url).host))
      this.waiting.push({ ...from, url: next, nth: from.nth + 1 })
  }
}

const isRobots = (address: string): boolean => /^[^?]*\/robots\.txt$/.test(address)

export const listsFiles = (kind: SourceKind | null): boolean => kind === 'index' || kind === 'robots'
