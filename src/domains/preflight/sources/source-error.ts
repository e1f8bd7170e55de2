/** The address has no readable list of pages. `advice` says what to do; `offers` are lists that its page links to. */
export class SourceError extends Error {
  constructor(
    message: string,
    readonly advice: string,
    readonly offers: string[] = [],
    /** It will not become one by waiting: another kind of document is there. */
    readonly is_other = false,
  ) {
    super(message)
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
  write(text: string): void
  end(): void
}

export function notASource(tag: string, address: string, offers: string[] = []): SourceError {
  if (tag !== 'html') return new SourceError(`${address} is not a sitemap, a feed or a list`, ROBOTS)
  const advice = offers.length ? `it links to ${offers.slice(0, 3).join(', ')}` : ROBOTS
  return new SourceError(`${address} is a page, not a sitemap`, advice, offers, true)
}

const ROBOTS = 'robots.txt of the site names its sitemap, if it has one'
