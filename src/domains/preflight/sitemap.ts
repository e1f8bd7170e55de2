/** A website's own list of its pages (sitemaps.org): XML or text, packed or not, or an index of such files. */
import { pacer } from '../../kernel/scheduling/pause.ts'

export type Entry = { url: string; lastmod: string | null }

export type Sitemap = {
  entries: Entry[]
  files: number
  /** Files of an index on another host, which may not list pages for this one. */
  elsewhere: string[]
  /** Files of which only the first part was read. */
  cut: number
}

/** The text of a file; `cut` when the file is longer than what was read. */
export type SitemapText = { text: string; cut: boolean }

/** The address has no readable sitemap. `advice` says what to do. */
export class SitemapError extends Error {
  constructor(
    message: string,
    readonly advice: string,
  ) {
    super(message)
  }
}

type Reading = {
  /** The text of a file, unpacked; throws SitemapError. */
  download(url: string): Promise<string | SitemapText>
  /** Returns false to skip a file of an index, for example by its date. */
  wanted?(file: Entry): boolean
  /** Called with the number of files read. */
  read?(files: number): void
  most_files?: number
  /** Reading stops after this many pages, plus one that shows there are more. */
  most_pages?: number
  signal?: AbortSignal
}

const MOST_FILES = 200

/** Reads the sitemap at an address; for an index, the sitemaps that it lists. */
export async function readSitemap(
  address: string,
  { download, wanted = () => true, read, most_files = MOST_FILES, most_pages = Infinity, signal }: Reading,
): Promise<Sitemap> {
  const { host } = new URL(address)
  const found: Sitemap = { entries: [], files: 0, elsewhere: [], cut: 0 }
  const waiting: Entry[] = [{ url: address, lastmod: null }]
  const known = new Set([address])
  const turn = pacer()
  /** Awaited before each step, so that a long file does not block other work. */
  const breathe = () => {
    if (signal?.aborted) throw new SitemapError(`${address} was not read to its end`, 'try again')
    return turn()
  }
  for (let file = waiting.shift(); file && found.entries.length < most_pages; file = waiting.shift()) {
    if (++found.files > most_files)
      throw new SitemapError(`${address} leads to more than ${most_files} sitemaps`, 'give one of them')
    const answer = await download(file.url)
    const given = typeof answer === 'string' ? { text: answer, cut: false } : answer
    const most = most_pages - found.entries.length + 1
    const { kind, entries } = await inSteps(readerOf(given, file.url, most), breathe)
    if (given.cut) found.cut++
    read?.(found.files)
    for (const entry of entries) {
      const rest = breathe()
      if (rest) await rest
      if (kind === 'pages') found.entries.push(entry)
      else if (!known.has(entry.url)) {
        known.add(entry.url)
        if (hostOf(entry.url) !== host) found.elsewhere.push(entry.url)
        else if (wanted(entry)) waiting.push(entry)
      }
    }
  }
  return found
}

type Listed = { kind: 'pages' | 'index'; entries: Entry[] }
/** Each step is short, whatever the file contains. */
type Steps<T> = Generator<void, T>

/** What a file lists: pages, or other sitemaps. */
export function parseSitemap(text: string, address: string): Listed {
  const reader = readerOf({ text, cut: false }, address, Infinity)
  for (;;) {
    const { done, value } = reader.next()
    if (done) return value
  }
}

async function inSteps<T>(steps: Steps<T>, breathe: () => Promise<void> | undefined): Promise<T> {
  for (;;) {
    const rest = breathe()
    if (rest) await rest
    const { done, value } = steps.next()
    if (done) return value
  }
}

function* readerOf(file: SitemapText, address: string, most: number): Steps<Listed> {
  const { text } = file
  const begin = yield* beginOf(text)
  if (text[begin] !== '<') return { kind: 'pages', entries: yield* linesOf(file, address, most) }
  let kind: 'pages' | 'index' | null = null
  let entry: Entry = { url: '', lastmod: null }
  const entries: Entry[] = []
  const path: string[] = []
  for (const found of tagsOf(text)) {
    yield
    if (found === null) continue
    const { tag, closes, before } = found
    kind ??= KINDS[tag] ?? null
    if (kind === null) throw notOne(tag, address)
    if (!closes) {
      path.push(tag)
      if (!isEntry(path)) continue
      if (kind === 'pages' && entries.length >= most) break
      entry = { url: '', lastmod: null }
    } else if (path.at(-1) === tag) {
      path.pop()
      if (!isEntry(path)) continue
      if (tag === 'lastmod') entry.lastmod = before
      if (tag !== 'loc' || before === '') continue
      if (entry.url === '') entries.push(entry)
      entry.url = before
    }
  }
  if (kind === null) throw notOne('', address)
  return { kind, entries }
}

/** Characters in one step. */
const STEP = 1 << 16

/** Position of the first character that is not white space. */
function* beginOf(text: string): Steps<number> {
  for (let at = 0; at < text.length; at += STEP) {
    yield
    const found = text.slice(at, at + STEP).search(/\S/)
    if (found >= 0) return at + found
  }
  return text.length
}

const KINDS: Record<string, 'pages' | 'index'> = { urlset: 'pages', sitemapindex: 'index' }
const isEntry = (path: string[]): boolean => path.length === 2 && (path[1] === 'url' || path[1] === 'sitemap')

type Tag = { tag: string; closes: boolean /** The text since the tag before. */; before: string }

/** Addresses, dates and tag names are shorter. */
const MOST_LETTERS = 1 << 14

/**
 * Every opening and closing tag in one pass. Self-closing tags, comments and similar yield null, because they still
 * take a step. Text longer than any valid value counts as empty.
 */
function* tagsOf(text: string): Generator<Tag | null> {
  let before = ''
  let long = false
  const add = (from: number, to: number, read = (piece: string) => piece) => {
    long ||= before.length + to - from > MOST_LETTERS
    if (!long) before += read(text.slice(from, to))
  }
  for (let at = 0, open = text.indexOf('<'); open >= 0; open = text.indexOf('<', at)) {
    add(at, open, unescaped)
    const special = SPECIAL.find(({ begins }) => text.startsWith(begins, open))
    const close = text.indexOf(special?.ends ?? '>', open)
    if (close < 0) return
    at = close + (special?.ends.length ?? 1)
    if (special) {
      if (special.text) add(open + special.begins.length, close)
      yield null
      continue
    }
    const name = /^\/?([^\s/>]+)/.exec(text.slice(open + 1, Math.min(close, open + MOST_LETTERS)))?.[1] ?? ''
    // A tag of another vocabulary, such as `image:loc`; the sitemap's own tags may have a prefix too.
    const tag = name.includes(':') && !/^(sm|ns\d*|sitemap):/i.test(name) ? name : name.replace(/^.*:/, '')
    const closed = text[close - 1] === '/'
    yield closed ? null : { tag, closes: text[open + 1] === '/', before: long ? '' : before.trim() }
    before = ''
    long = false
  }
}

const SPECIAL = [
  { begins: '<!--', ends: '-->', text: false },
  { begins: '<![CDATA[', ends: ']]>', text: true },
  { begins: '<?', ends: '?>', text: false },
  { begins: '<!', ends: '>', text: false },
]

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const unescaped = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (all, decimal, hex, name) => {
        if (name) return NAMED[name] ?? all
        const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
        return code <= 0x10ffff ? String.fromCodePoint(code) : all
      })
    : text

/** Lines in one step. */
const LINES = 500

/** A text sitemap has one address a line; the last line of a cut file may be incomplete. */
function* linesOf({ text, cut }: SitemapText, address: string, most: number): Steps<Entry[]> {
  const entries: Entry[] = []
  for (let at = 0, n = 0; at < text.length && entries.length < most; n++) {
    if (n % LINES === 0) yield
    const found = text.indexOf('\n', at)
    if (found < 0 && cut) break
    const end = found < 0 ? text.length : found
    if (end - at > MOST_LETTERS) throw notOne('', address)
    const url = text.slice(at, end).trim()
    if (url !== '' && !/^https?:\/\//i.test(url)) throw notOne('', address)
    if (url !== '') entries.push({ url, lastmod: null })
    at = end + 1
  }
  if (entries.length === 0) throw notOne('', address)
  return entries
}

function notOne(tag: string, address: string): SitemapError {
  if (tag.toLowerCase() === 'html')
    return new SitemapError(
      `${address} is a page, not a sitemap`,
      `to push that one page: echo ${address} | signalpost push -`,
    )
  if (tag === 'rss' || tag === 'feed')
    return new SitemapError(`${address} is a feed, not a sitemap`, 'robots.txt of the site names its sitemap')
  return new SitemapError(`${address} is not a sitemap`, 'robots.txt of the site names its sitemap, if it has one')
}

const hostOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).host : null)
