/** One entry of a sitemap or feed while it is read: of several addresses and dates, the best of each counts. */
import { addressFrom, isWebAddress } from './addresses.ts'
import type { Entry, SourceKind } from './source-error.ts'
import type { Attributes } from './tags.ts'

/** How good an address is; the page itself is better than what a program wants. */
const RANK = { original: 9, page: 8, link: 7, text: 6, permalink: 5, about: 4, other: 3, id: 2, data: 1 }
/** A change is worth more than a first date. */
const DATES = new Map([
  ['lastmod', 3],
  ['updated', 3],
  ['atom:updated', 3],
  ['modified', 3],
  ['dcterms:modified', 3],
  ['pubdate', 2],
  ['dc:date', 2],
  ['date', 2],
  ['published', 1],
  ['atom:published', 1],
  ['issued', 1],
  ['created', 1],
  ['dcterms:issued', 1],
])

export class FoundEntry {
  private url = ''
  private rank = 0
  private date = ''
  private date_rank = 0
  private is_permalink = true

  /** `depth`: how many tags are around it. */
  constructor(
    private readonly kind: SourceKind,
    readonly depth: number,
    about: string | null,
    base: string,
  ) {
    if (about !== null && isWebAddress(about)) this.offer(about, base, RANK.about)
  }

  /** The entry as it is known when it ends; null without an address. */
  get entry(): Entry | null {
    return this.url === '' ? null : { url: this.url, lastmod: this.date || null }
  }

  /** A tag of it begins. */
  open(tag: string, attributes: Attributes, base: string): void {
    if (tag === 'guid') this.is_permalink = !/^(false|no|0)$/i.test(attributes.get('ispermalink') ?? '')
    else if (tag === 'link' || tag === 'atom:link') this.openLink(attributes, base)
    else if (tag === 'content' && this.kind === 'atom' && /html/i.test(attributes.get('type') ?? 'html')) {
      const src = attributes.get('src')
      if (src) this.offer(src, base, RANK.permalink)
    }
  }

  private openLink(attributes: Attributes, base: string): void {
    const href = attributes.get('href')
    const rel = attributes.get('rel')?.toLowerCase() ?? 'alternate'
    if (!href || !rel.split(/\s+/).some((word) => word === 'alternate' || word.endsWith('/alternate'))) return
    const type = attributes.get('type')?.toLowerCase() ?? ''
    if (type === '') this.offer(href, base, RANK.link)
    else if (type.includes('html')) this.offer(href, base, RANK.page)
    else this.offer(href, base, type.includes('json') ? RANK.data : RANK.other)
  }

  /** A tag of it ends; `text` is what it holds. */
  close(tag: string, text: string, base: string): void {
    if (text === '') return
    const date = DATES.get(tag) ?? 0
    if (date > this.date_rank) [this.date, this.date_rank] = [text, date]
    else if (tag === 'loc') this.offer(text, base, RANK.page)
    else if (tag.endsWith(':origlink')) this.offer(text, base, RANK.original)
    else if (tag === 'link') this.offer(text, base, this.kind === 'rss' ? RANK.link : RANK.text)
    else if (tag === 'guid' && this.is_permalink && isWebAddress(text)) this.offer(text, base, RANK.permalink)
    else if (tag === 'id' && this.kind === 'atom' && isWebAddress(text)) this.offer(text, base, RANK.id)
  }

  private offer(text: string, base: string, rank: number): void {
    if (rank <= this.rank) return
    this.url = addressFrom(text, base)
    this.rank = rank
  }
}
