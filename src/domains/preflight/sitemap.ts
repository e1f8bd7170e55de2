/** A website's own list of its pages (sitemaps.org): XML or text, packed or not, and an index of such files. */
import { pacer } from '../../kernel/pause.ts'

export type Entry = { url: string; lastmod: string | null }

export type Sitemap = {
  entries: Entry[]
  /** Files that were read. */
  files: number
  /** Files of an index that stand on another host, and so may not speak for this one. */
  elsewhere: string[]
}

/** What stands at the address cannot be read as a sitemap. `advice` says what to do. */
export class SitemapError extends Error {
  constructor(
    message: string,
    readonly advice: string,
  ) {
    super(message)
  }
}

type Reading = {
  /** The text of a file, unpacked, or SitemapError. */
  download(url: string): Promise<string>
  /** May leave out files of an index by their date. */
  wanted?(file: Entry): boolean
  /** Told how many files were read. */
  read?(files: number): void
  most_files?: number
  /** Enough pages: no further file is asked for. */
  most_pages?: number
}

const MOST_FILES = 200

/** Reads the sitemap at an address, and those that it names if it is an index. */
export async function readSitemap(
  address: string,
  { download, wanted = () => true, read, most_files = MOST_FILES, most_pages = Number.POSITIVE_INFINITY }: Reading,
): Promise<Sitemap> {
  const { host } = new URL(address)
  const found: Sitemap = { entries: [], files: 0, elsewhere: [] }
  const waiting: Entry[] = [{ url: address, lastmod: null }]
  const known = new Set([address])
  for (let file = waiting.shift(); file && found.entries.length < most_pages; file = waiting.shift()) {
    if (++found.files > most_files)
      throw new SitemapError(`${address} leads to more than ${most_files} sitemaps`, 'give one of them')
    const { kind, entries } = await parsed(await download(file.url), file.url)
    read?.(found.files)
    for (const entry of entries) {
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

/** What a file lists: pages, or further sitemaps. */
export function parseSitemap(text: string, address: string): Listed {
  const reader = readerOf(text, address)
  for (;;) {
    const { done, value } = reader.next()
    if (done) return value
  }
}

/** The same in steps: a long one must not hold up the others. */
async function parsed(text: string, address: string): Promise<Listed> {
  const breathe = pacer()
  const reader = readerOf(text, address)
  for (;;) {
    await breathe()
    const { done, value } = reader.next()
    if (done) return value
  }
}

function* readerOf(text: string, address: string): Generator<void, Listed> {
  if (!/^\s*</.test(text)) return { kind: 'pages', entries: linesOf(text, address) }
  let kind: 'pages' | 'index' | null = null
  const entries: Entry[] = []
  const path: string[] = []
  for (const { tag, closes, before } of tagsOf(text)) {
    yield
    kind ??= KINDS[tag] ?? null
    if (kind === null) throw notOne(tag, address)
    if (!closes) {
      path.push(tag)
      if (isEntry(path)) entries.push({ url: '', lastmod: null })
    } else if (path.at(-1) === tag) {
      path.pop()
      if (tag === 'loc' && isEntry(path)) entries.at(-1)!.url = before
      if (tag === 'lastmod' && isEntry(path)) entries.at(-1)!.lastmod = before
    }
  }
  if (kind === null) throw notOne('', address)
  return { kind, entries: entries.filter(({ url }) => url !== '') }
}

const KINDS: Record<string, 'pages' | 'index'> = { urlset: 'pages', sitemapindex: 'index' }
const isEntry = (path: string[]): boolean => path.length === 2 && (path[1] === 'url' || path[1] === 'sitemap')

type Tag = { tag: string; closes: boolean /** The text since the tag before. */; before: string }

/** Every opening and closing tag, in one pass; those that close themselves hold nothing and are left out. */
function* tagsOf(text: string): Generator<Tag> {
  let before = ''
  for (let at = 0, open = text.indexOf('<'); open >= 0; open = text.indexOf('<', at)) {
    before += unescaped(text.slice(at, open))
    const special = SPECIAL.find(({ begins }) => text.startsWith(begins, open))
    const close = text.indexOf(special?.ends ?? '>', open)
    if (close < 0) return
    at = close + (special?.ends.length ?? 1)
    if (special) {
      if (special.text) before += text.slice(open + special.begins.length, close)
      continue
    }
    const inner = text.slice(open + 1, close)
    const closes = inner.startsWith('/')
    const name = /^\/?([^\s/>]+)/.exec(inner)?.[1] ?? ''
    // Of another vocabulary, such as `image:loc`; the sitemap's own may have a prefix too.
    const tag = name.includes(':') && !/^(sm|ns\d*|sitemap):/i.test(name) ? name : name.replace(/^.*:/, '')
    if (!inner.endsWith('/')) yield { tag, closes, before: before.trim() }
    before = ''
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

/** A text sitemap has one address a line. */
function linesOf(text: string, address: string): Entry[] {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)
  if (lines.length === 0 || !lines.every((line) => /^https?:\/\//i.test(line))) throw notOne('', address)
  return lines.map((url) => ({ url, lastmod: null }))
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
