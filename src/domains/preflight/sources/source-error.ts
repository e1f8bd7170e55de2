import { inPlainEnglish, type Said, type Stored, said } from '../../../kernel/language/say.ts'

/** The address has no readable list of pages. `advice` says what to do; `offers` are lists that its page links to. */
export class SourceError extends Error {
  constructor(
    readonly said: Stored,
    readonly advice: string,
    readonly offers: string[] = [],
    /** It will not become one by waiting: another kind of document is there. */
    readonly is_other = false,
  ) {
    super(inPlainEnglish(said))
  }
}

export type Entry = { url: string; lastmod: string | null }

/** `index` and `robots` list other lists. */
export type SourceKind = 'sitemap' | 'index' | 'robots' | 'rss' | 'atom' | 'json_feed' | 'list'

/** Addresses, dates and tag names are shorter; longer text counts as empty. */
export const MOST_LETTERS = 1 << 14

/** Where a feed says that it is, and the WebSub hub that tells of its changes. */
export type FeedLinks = { hub: string | null; self: string | null }

/** The reader of one format, a piece of text at a time. */
export type Format = {
  readonly kind: SourceKind | null
  /** Minutes that a feed asks to be left alone. */
  readonly ttl: number | null
  /** The page that follows this one (JSON Feed). */
  readonly next: string | null
  readonly links?: FeedLinks
  /** Items that name no page. */
  readonly nameless?: number
  /** How it was read, in a sentence, where that is news. */
  readonly words?: Said | null
  write(text: string): void
  end(): void
  cut?(): void
}

/** A packed file whose octets are wrong. */
export const damaged = (address: string): SourceError =>
  new SourceError(
    said('{address} is packed, but damaged', { address }),
    'ask for it again, or tell the people of that site',
  )

export const zipped = (address: string): SourceError =>
  new SourceError(said('{address} is a ZIP archive', { address }), 'pack sitemaps with gzip, or give the file itself')

/** A packed file that grows too much. */
export const swollen = (address: string, most: number): SourceError =>
  new SourceError(
    said('{address} unpacks to more than {most} times its size', { address, most: String(most) }),
    'give a smaller one',
  )

export function notASource(tag: string, address: string, offers: string[] = []): SourceError {
  if (URL.parse(address)?.pathname === '/robots.txt')
    return new SourceError(said('{address} names no sitemap', { address }), 'give the address of the sitemap itself')
  if (tag !== 'html') return new SourceError(said('{address} is not a sitemap, a feed or a list', { address }), ROBOTS)
  const advice = offers.length ? `it links to ${offers.slice(0, 3).join(', ')}` : ROBOTS
  return new SourceError(said('{address} is a page, not a sitemap', { address }), advice, offers, true)
}

const ROBOTS = 'robots.txt of the site names its sitemap, if it has one'

/** Why a source that could be read lists no page. */
export function nothingRead(address: string, { kind, nameless }: { kind: SourceKind | null; nameless: number }): Said {
  const n = nameless
  if (n > 0 && isFeed(kind))
    return said('{address} has {n, plural, one {# item} other {# items}}, of which none names its page', { address, n })
  if (n > 0)
    return said('{address} has {n, plural, one {# entry} other {# entries}}, of which none has an address ({tag})', {
      ...{ address, n, tag: '<loc>' },
    })
  if (kind === 'index' || kind === 'robots') return said('no sitemap of {address} lists a page', { address })
  return said(
    '{address} lists no pages: it is {kind, select, sitemap {a sitemap} feed {a feed} other {a list}} without entries',
    { address, kind: isFeed(kind) ? 'feed' : (kind ?? 'list') },
  )
}

const isFeed = (kind: SourceKind | null): boolean => kind === 'rss' || kind === 'atom' || kind === 'json_feed'
