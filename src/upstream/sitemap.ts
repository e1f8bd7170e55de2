/** A website's own list of its pages (sitemaps.org): XML or text, packed or not, and an index of such files. */
import { gunzipSync } from 'node:zlib'
import { SECOND } from '../kernel/clock.ts'
import { codeOf } from '../kernel/fault.ts'
import { version } from '../kernel/version.ts'

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

/** The protocol's bound of one file, unpacked. */
const MAX_BYTES = 50 * 2 ** 20
const MAX_FILES = 200
const TIMEOUT = 60 * SECOND

/** Reads the sitemap at an address, and those that it names if it is an index. `wanted` may leave out files by their date. */
export async function readSitemap(
  address: string,
  wanted: (file: Entry) => boolean,
  read: (files: number) => void,
): Promise<Sitemap> {
  const { host } = new URL(address)
  const found: Sitemap = { entries: [], files: 0, elsewhere: [] }
  const waiting: Entry[] = [{ url: address, lastmod: null }]
  const known = new Set([address])
  for (let file = waiting.shift(); file; file = waiting.shift()) {
    if (++found.files > MAX_FILES)
      throw new SitemapError(`${address} leads to more than ${MAX_FILES} sitemaps`, 'give one of them')
    const { kind, entries } = parseSitemap(await download(file.url), file.url)
    read(found.files)
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

/** What a file lists: pages, or further sitemaps. */
export function parseSitemap(text: string, address: string): { kind: 'pages' | 'index'; entries: Entry[] } {
  if (!/^\s*</.test(text)) return { kind: 'pages', entries: linesOf(text, address) }
  let kind: 'pages' | 'index' | null = null
  const entries: Entry[] = []
  const path: string[] = []
  for (const { tag, closes, before } of tagsOf(text)) {
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

async function download(url: string): Promise<string> {
  let bytes: Uint8Array
  let status: number
  try {
    const response = await fetch(url, {
      headers: { 'user-agent': `signalpost/${version}` },
      signal: AbortSignal.timeout(TIMEOUT),
    })
    status = response.status
    bytes = await bounded(response, url)
  } catch (error) {
    if (error instanceof SitemapError) throw error
    throw new SitemapError(
      `${url} cannot be reached (${codeOf(error) || (error as Error).message})`,
      'check the address in a browser',
    )
  }
  if (status !== 200) throw new SitemapError(`${url} answers ${status}`, 'robots.txt of the site names its sitemap')
  return new TextDecoder().decode(bytes[0] === 0x1f && bytes[1] === 0x8b ? unpacked(bytes, url) : bytes)
}

async function bounded(response: Response, url: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    size += piece.length
    if (size > MAX_BYTES) throw tooLarge(url)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function unpacked(bytes: Uint8Array, url: string): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_BYTES })
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(url)
    throw new SitemapError(`${url} is packed, but damaged`, 'ask for it again, or tell the people of that site')
  }
}

const tooLarge = (url: string): SitemapError =>
  new SitemapError(
    `${url} holds more than the 50 MB that a sitemap may have`,
    'give a smaller one, or a file with links',
  )

const hostOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).host : null)
