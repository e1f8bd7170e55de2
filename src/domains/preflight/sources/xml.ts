import { type Entry, type FeedLinks, type Format, notASource, SourceError, type SourceKind } from './source-error.ts'
import { Attributes, Tags } from './tags.ts'

const ROOTS: Record<string, SourceKind> = {
  urlset: 'sitemap',
  sitemapindex: 'index',
  rss: 'rss',
  RDF: 'rss',
  feed: 'atom',
}
/** Path of an entry under the root, by the name of the root. */
const ENTRIES: Record<string, string[]> = {
  urlset: ['url'],
  sitemapindex: ['sitemap'],
  rss: ['channel', 'item'],
  RDF: ['item'],
  feed: ['entry'],
}
/** Where a feed links to itself and to its hub. */
const HEADS: Record<string, string[]> = { rss: ['rss', 'channel'], feed: ['feed'] }
const DATES = ['lastmod', 'pubDate', 'dc:date', 'updated']
/** The first elements of a page for browsers. */
const HTML = /^(html|head|title|meta|link|script|style|body)$/i
const MOST_DEEP = 256
/** A longer base is not used: each address below it would be parsed with it. */
const LONGEST_BASE = 2048
const FEEDS = /^application\/(rss\+xml|atom\+xml|feed\+json)$/i
const MOST_OFFERS = 20

/** Sitemaps, indexes of sitemaps, RSS and Atom, read in one pass over the tags. */
export class Xml implements Format {
  kind: SourceKind | null = null
  ttl: number | null = null
  readonly next = null
  readonly links: FeedLinks = { hub: null, self: null }
  private readonly tags = new Tags(this)
  private readonly path: string[] = []
  private readonly bases: string[]
  private prefix = ''
  private root = ''
  private entry: Entry | null = null
  private is_permalink = true
  private readonly offers: string[] = []

  constructor(
    private readonly address: string,
    private readonly found: (entry: Entry) => void,
  ) {
    this.bases = [address]
  }

  write(text: string): void {
    this.tags.write(text)
  }

  end(): void {
    this.tags.write('', true)
    if (this.kind === null) throw notASource(this.root === '' ? '' : 'html', this.address, this.offers)
  }

  open(name: string, text: string, alone: boolean): void {
    const attributes = new Attributes(text)
    if (this.path.length === 0 && this.root === '') this.begin(name)
    if (this.kind === null) {
      this.offer(name, attributes)
      return
    }
    if (this.path.length >= MOST_DEEP)
      throw new SourceError(`${this.address} has more than ${MOST_DEEP} tags inside each other`, 'ask its maker')
    const tag = this.localOf(name)
    const here = this.baseOf(attributes)
    if (this.isInHead() && /^([a-z0-9]+:)?link$/.test(tag)) this.headLink(attributes, here)
    if (this.isEntry(tag)) this.entry = { url: '', lastmod: null }
    else if (this.isField()) this.openField(tag, attributes, here)
    if (alone) return
    this.path.push(tag)
    this.bases.push(here)
  }

  close(name: string, text: string): void {
    const tag = this.localOf(name)
    if (this.path.at(-1) !== tag) return
    this.path.pop()
    const base = this.bases.pop()!
    if (this.isEntry(tag)) this.finish()
    else if (this.isField()) this.closeField(tag, text, base)
    else if (tag === 'ttl' && this.kind === 'rss' && this.isInHead()) this.ttl = Number.parseInt(text, 10) || null
  }

  private begin(name: string): void {
    const colon = name.indexOf(':')
    this.prefix = name.slice(0, colon + 1)
    this.root = name.slice(colon + 1)
    this.kind = ROOTS[this.root] ?? null
    if (this.kind === null && !HTML.test(this.root)) throw notASource(this.root, this.address)
  }

  /** The prefix of the root is that of the vocabulary; tags of others, such as `image:loc`, keep theirs. */
  private localOf(name: string): string {
    return this.prefix && name.startsWith(this.prefix) ? name.slice(this.prefix.length) : name
  }

  /** The base of the addresses in a tag. */
  private baseOf(attributes: Attributes): string {
    const within = this.bases.at(-1)!
    const given = this.kind === 'atom' ? attributes.get('xml:base') : null
    const base = given === null ? within : (URL.parse(given, within)?.href ?? within)
    return base.length > LONGEST_BASE ? within : base
  }

  private isInHead(): boolean {
    const head = HEADS[this.root]
    return head?.length === this.path.length && head.every((tag, depth) => this.path[depth] === tag)
  }

  private isEntry(tag: string): boolean {
    const under = ENTRIES[this.root]!
    return (
      this.path.length === under.length && tag === under.at(-1) && (under.length === 1 || this.path[1] === under[0])
    )
  }

  private isField(): boolean {
    return this.entry !== null && this.path.length === ENTRIES[this.root]!.length + 1
  }

  private headLink(attributes: Attributes, base: string): void {
    const rel = attributes.get('rel')
    const href = attributes.get('href')
    if ((rel === 'hub' || rel === 'self') && href) this.links[rel] ??= URL.parse(href, base)?.href ?? null
  }

  private openField(tag: string, attributes: Attributes, base: string): void {
    if (tag === 'guid') this.is_permalink = attributes.get('isPermaLink') !== 'false'
    if (tag !== 'link' || this.kind !== 'atom') return
    const rel = attributes.get('rel') ?? 'alternate'
    const href = attributes.get('href')
    if (rel === 'alternate' && href && !this.entry!.url) this.entry!.url = URL.parse(href, base)?.href ?? href
  }

  private closeField(tag: string, text: string, base: string): void {
    const entry = this.entry!
    if (text === '') return
    if (DATES.includes(tag) || (tag === 'published' && !entry.lastmod)) entry.lastmod = text
    else if (tag === 'loc') entry.url = text
    else if (this.kind !== 'rss') return
    else if (tag === 'link') entry.url = URL.parse(text, base)?.href ?? text
    else if (tag === 'guid' && this.is_permalink && !entry.url) entry.url = text
  }

  private finish(): void {
    if (this.entry?.url) this.found(this.entry)
    this.entry = null
  }

  /** Feeds and sitemaps that a page names in its head. */
  private offer(tag: string, attributes: Attributes): void {
    if (!/^link$/i.test(tag) || this.offers.length >= MOST_OFFERS) return
    const [rel, type] = [attributes.get('rel') ?? '', attributes.get('type') ?? '']
    const href = attributes.get('href')
    if (!href || !(/\bsitemap\b/i.test(rel) || (/\balternate\b/i.test(rel) && FEEDS.test(type)))) return
    const offered = URL.parse(href, this.address)?.href
    if (offered && !this.offers.includes(offered)) this.offers.push(offered)
  }
}
