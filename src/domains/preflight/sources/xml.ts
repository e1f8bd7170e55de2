import { said } from '../../../kernel/language/say.ts'
import { ASK_ADMIN, challengeIn, SHELL, sourceStopped } from '../challenge.ts'
import { FoundEntry } from './found-entry.ts'
import { offersIn } from './page-offers.ts'
import { type Entry, type FeedLinks, type Format, notASource, SourceError, type SourceKind } from './source-error.ts'
import { Attributes, Tags } from './tags.ts'

/** The kinds by their roots, in lower case, and the path of an entry below each. */
const ROOTS = new Map<string, { kind: SourceKind; entry: string; under: string[] }>([
  ['urlset', { kind: 'sitemap', entry: 'url', under: [] }],
  ['sitemapindex', { kind: 'index', entry: 'sitemap', under: [] }],
  ['rss', { kind: 'rss', entry: 'item', under: ['channel'] }],
  ['rdf', { kind: 'rss', entry: 'item', under: [] }],
  ['feed', { kind: 'atom', entry: 'entry', under: [] }],
])
/** Vocabularies whose tags are read under one name, whatever their prefix. */
const VOCABULARIES: [RegExp, string][] = [
  [/sitemaps\.org\/schemas\/sitemap\/|google\.com\/schemas\/sitemap\/|purl\.org\/rss\/1\.0\/$|netscape\.com\/rdf/i, ''],
  [/w3\.org\/2005\/Atom$|purl\.org\/atom\/ns#?$/i, 'atom:'],
  [/purl\.org\/dc\/elements\/1\.\d\/$/i, 'dc:'],
  [/purl\.org\/dc\/terms\/$/i, 'dcterms:'],
]
/** The first elements of a page for browsers. */
const HTML = /^(html|head|title|meta|link|script|style|body)$/
const MOST_DEEP = 256
/** A longer base is not used: each address below it would be parsed with it. */
const LONGEST_BASE = 2048
/** Letters of a page that are read for its feeds. */
const MOST_PAGE = 1 << 18

/** Sitemaps, indexes of sitemaps, RSS and Atom, read in one pass over the tags. */
export class Xml implements Format {
  kind: SourceKind | null = null
  ttl: number | null = null
  nameless = 0
  readonly next = null
  readonly links: FeedLinks = { hub: null, self: null }
  private readonly tags = new Tags(this)
  private readonly path: string[] = []
  private readonly bases: string[]
  private readonly prefixes = new Map<string, string>()
  private root: { entry: string; under: string[] } | null = null
  private entry: FoundEntry | null = null
  private is_page = false
  /** The text until the root tells what it is, and that of a page. */
  private begin = ''

  constructor(
    private readonly address: string,
    private readonly found: (entry: Entry) => void,
  ) {
    this.bases = [address]
  }

  write(text: string): void {
    if (this.kind === null && this.begin.length < MOST_PAGE) this.begin += text
    if (!this.is_page) this.tags.write(text)
    if (this.kind !== null) this.begin = ''
  }

  end(): void {
    this.tags.write('', true)
    if (this.kind !== null) return
    const by = this.is_page ? challengeIn(this.begin, this.begin.length < SHELL) : null
    if (by) throw new SourceError(sourceStopped(this.address, by), ASK_ADMIN)
    throw notASource(this.is_page ? 'html' : '', this.address, this.is_page ? offersIn(this.begin, this.address) : [])
  }

  open(name: string, text: string, alone: boolean): void {
    if (this.is_page) return
    const attributes = new Attributes(text)
    if (this.kind === null) this.start(name)
    if (this.kind === null) return
    if (this.path.length >= MOST_DEEP)
      throw new SourceError(
        said('{address} has more than {most} tags inside each other', {
          address: this.address,
          most: String(MOST_DEEP),
        }),
        'ask its maker',
      )
    if (this.path.length <= this.root!.under.length) this.learn(attributes)
    const tag = this.localOf(name)
    const here = this.baseOf(attributes)
    if (this.isInHead() && /^([a-z0-9]+:)?link$/.test(tag)) this.headLink(attributes, here)
    if (this.isEntry(tag)) {
      const about = this.kind === 'rss' ? attributes.get('rdf:about') : null
      this.entry = new FoundEntry(this.kind, this.path.length, about, here)
    } else if (this.isField()) this.entry!.open(tag, attributes, here)
    if (alone) return
    this.path.push(tag)
    this.bases.push(here)
  }

  close(name: string, text: string): void {
    if (this.kind === null) return
    const tag = this.localOf(name)
    if (this.path.at(-1) !== tag) return
    this.path.pop()
    const base = this.bases.pop()!
    if (this.entry?.depth === this.path.length) this.finish(this.entry)
    else if (this.isField()) this.entry!.close(tag, text, base)
    else if (tag === 'ttl' && this.kind === 'rss' && this.isInHead()) this.ttl = Number.parseInt(text, 10) || null
  }

  /** The prefix of the root is that of the vocabulary; tags of others, such as `image:loc`, keep theirs. */
  private start(name: string): void {
    const colon = name.indexOf(':')
    const local = name.slice(colon + 1).toLowerCase()
    const known = ROOTS.get(local)
    if (!known && !HTML.test(local)) throw notASource('', this.address)
    this.is_page = !known
    if (!known) return
    this.kind = known.kind
    this.root = known
    if (colon > 0) this.prefixes.set(name.slice(0, colon), '')
  }

  private learn(attributes: Attributes): void {
    for (const [prefix, name] of attributes.namespaces()) {
      const vocabulary = VOCABULARIES.find(([pattern]) => pattern.test(name))?.[1]
      if (vocabulary === undefined || this.prefixes.has(prefix)) continue
      this.prefixes.set(prefix, vocabulary === 'atom:' && this.kind === 'atom' ? '' : vocabulary)
    }
  }

  private localOf(name: string): string {
    const colon = name.indexOf(':')
    if (colon <= 0) return name.toLowerCase()
    const vocabulary = this.prefixes.get(name.slice(0, colon))
    return (vocabulary === undefined ? name : vocabulary + name.slice(colon + 1)).toLowerCase()
  }

  /** The base of the addresses in a tag. */
  private baseOf(attributes: Attributes): string {
    const within = this.bases.at(-1)!
    const is_feed = this.kind === 'atom' || this.kind === 'rss'
    const given = is_feed ? attributes.get('xml:base') : null
    const base = given === null ? within : (URL.parse(given, within)?.href ?? within)
    return base.length > LONGEST_BASE ? within : base
  }

  private isInHead(): boolean {
    const { under } = this.root!
    if (this.kind !== 'rss' && this.kind !== 'atom') return false
    return this.path.length === under.length + 1 && under.every((tag, depth) => this.path[depth + 1] === tag)
  }

  /** Old RSS has its items beside the channel. */
  private isEntry(tag: string): boolean {
    const { entry, under } = this.root!
    const { length } = this.path
    if (this.entry || tag !== entry) return false
    return length === 1 || (length === under.length + 1 && this.path[1] === under[0])
  }

  private isField(): boolean {
    return this.entry !== null && this.path.length === this.entry.depth + 1
  }

  private headLink(attributes: Attributes, base: string): void {
    const rel = attributes.get('rel')
    const href = attributes.get('href')
    if ((rel === 'hub' || rel === 'self') && href) this.links[rel] ??= URL.parse(href, base)?.href ?? null
  }

  private finish({ entry }: FoundEntry): void {
    if (entry) this.found(entry)
    else this.nameless++
    this.entry = null
  }
}
