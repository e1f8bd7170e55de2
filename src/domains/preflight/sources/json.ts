import { said } from '../../../kernel/language/say.ts'
import { addressFrom, isWebAddress } from './addresses.ts'
import { type Entry, type FeedLinks, type Format, notASource, SourceError, type SourceKind } from './source-error.ts'

/** Characters of one item; a feed may carry whole articles. */
const MOST_ITEM = 1 << 20
const MOST_SCALAR = 1 << 12
const [QUOTE, BACKSLASH, COMMA, COLON] = [34, 92, 44, 58]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125]
const ENDS = /["\\]/g
/** The page of an item: in JSON Feed, and in lists that programs write. */
const NAMES = ['url', 'link', 'loc']
/** The lists of a document: `items` of JSON Feed, and what programs call a list of addresses. */
const LISTS = new Set(['items', 'urls', 'urlList', 'links', 'pages', 'posts', 'data', 'results'])
const DATES = ['lastmod', 'date_modified', 'modified', 'date_published']

/** JSON Feed, and arrays of addresses or of `{url, lastmod}`: the items are cut out of the text and parsed one by one. */
export class Json implements Format {
  kind: SourceKind | null = null
  readonly ttl = null
  next: string | null = null
  nameless = 0
  readonly links: FeedLinks = { hub: null, self: null }
  private held = ''
  private depth = 0
  private in_string = false
  private is_escaped = false
  /** Depth inside the list of items; 0 before it, -1 after it. */
  private list = 0
  private key = ''
  private is_value = false
  private size = 0

  constructor(
    private readonly address: string,
    private readonly found: (entry: Entry) => void,
  ) {}

  write(text: string): void {
    let from = 0
    for (let at = 0; at < text.length; at++) {
      if (this.in_string) {
        at = this.skipString(text, at)
        continue
      }
      const code = text.charCodeAt(at)
      if (code <= 32) continue
      if (code === QUOTE) this.in_string = true
      else if (code === OPEN_LIST || code === OPEN_OBJECT) {
        if (this.enter(code)) from = at + 1
      } else if (code === COMMA || code === CLOSE_LIST || code === CLOSE_OBJECT || code === COLON) {
        if (this.isPart(code)) {
          this.hold(text.slice(from, at))
          this.part(code)
          from = at + 1
        }
        if (code === CLOSE_LIST || code === CLOSE_OBJECT) this.leave()
      }
    }
    this.hold(text.slice(from))
  }

  end(): void {
    if (this.kind === null) throw notASource('', this.address)
    if (this.depth > 0 || this.in_string) throw this.broken()
  }

  private skipString(text: string, at: number): number {
    if (this.is_escaped) {
      this.is_escaped = false
      return at
    }
    ENDS.lastIndex = at
    const end = ENDS.exec(text)?.index
    if (end === undefined) return text.length
    if (text.charCodeAt(end) === BACKSLASH) this.is_escaped = true
    else this.in_string = false
    return end
  }

  /** True where the items begin, or the fields of the document. */
  private enter(code: number): boolean {
    this.depth++
    const is_root = this.depth === 1
    if (is_root && code === OPEN_LIST) this.kind = 'list'
    const is_items = this.depth === 2 && code === OPEN_LIST && this.list === 0 && LISTS.has(this.key)
    if (is_items) this.kind = this.key === 'items' ? 'json_feed' : 'list'
    if ((is_root && code === OPEN_LIST) || is_items) this.list = this.depth
    if (is_root || is_items) this.held = ''
    return is_root || is_items
  }

  private leave(): void {
    if (this.depth === this.list) this.list = -1
    this.depth--
    if (this.depth < 0) throw this.broken()
  }

  /** Whether the character ends an item, or a key or value of the document. */
  private isPart(code: number): boolean {
    if (this.list > 0) return this.depth === this.list && code !== COLON
    return this.depth === 1
  }

  private part(code: number): void {
    const [raw, size] = [this.held.trim(), this.size]
    this.held = ''
    this.size = 0
    if (this.list > 0) {
      if (raw !== '' && size <= MOST_ITEM) this.item(this.parsed(raw))
    } else if (code === COLON) {
      this.key = String(this.parsed(raw))
      this.is_value = true
    } else {
      if (this.is_value && raw !== '') this.field(this.key, raw)
      this.is_value = false
      this.key = ''
    }
  }

  private field(key: string, raw: string): void {
    if (key === 'next_url') this.next = this.addressIn(this.parsed(raw))
    else if (key === 'feed_url') this.links.self = this.addressIn(this.parsed(raw))
    else if (key === 'hubs' && raw.length < MOST_SCALAR) this.links.hub = this.hubIn(this.parsed(raw))
  }

  private hubIn(hubs: unknown): string | null {
    const hub = Array.isArray(hubs) ? hubs.find((one) => one?.type === 'WebSub') : null
    return hub ? this.addressIn(hub.url) : null
  }

  private hold(piece: string): void {
    this.size += piece.length
    const most = this.list > 0 ? MOST_ITEM : MOST_SCALAR
    if (this.depth > 0 && this.held.length < most) this.held += piece.slice(0, most)
  }

  /** An item that only points to another site (`external_url`) has its own page at its id, if that is an address. */
  private item(item: unknown): void {
    const given = typeof item === 'string' ? { url: item } : (item as Record<string, unknown> | null)
    const url = given && (NAMES.map((name) => this.addressIn(given[name])).find(Boolean) ?? this.idOf(given))
    if (!url) {
      this.nameless++
      return
    }
    const date = DATES.map((name) => given[name]).find((value) => typeof value === 'string' && value !== '')
    this.found({ url, lastmod: (date as string | undefined) ?? null })
  }

  private idOf({ id, external_url }: Record<string, unknown>): string | null {
    if (typeof id === 'string' && isWebAddress(id)) return id
    return this.addressIn(external_url)
  }

  private addressIn(value: unknown): string | null {
    return typeof value === 'string' && value.trim() !== '' ? addressFrom(value.trim(), this.address) : null
  }

  private parsed(raw: string): unknown {
    try {
      return JSON.parse(raw)
    } catch {
      throw this.broken()
    }
  }

  private broken(): SourceError {
    return new SourceError(said('{address} is not valid JSON', { address: this.address }), 'check it with its maker')
  }
}
