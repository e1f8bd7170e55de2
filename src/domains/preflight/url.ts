/** URLs as customers write them: one canonical form, so that two spellings of a page are one link. */
import { Fault, invalid } from '../../kernel/operation/fault.ts'
import { MAX_URLS } from '../../kernel/operation/shape.ts'
import { counted } from '../../kernel/operation/wording.ts'
import { pacer, pause } from '../../kernel/scheduling/pause.ts'
import { BLANK_INSIDE } from './lists/addresses.ts'
import { entriesOf } from './lists/entries.ts'
import type { ListEntry } from './lists/findings.ts'
import { readList } from './lists/read-list.ts'
import { inWords } from './lists/reading.ts'

type Normalised = { ok: true; url: string } | { ok: false; reason: string }

export type TakenUrls = {
  /** Canonical and unique, in the order given. */
  urls: string[]
  /** Entries with the canonical form of an earlier one. */
  duplicates: { url: string; given: string }[]
  invalid: { given: string; reason: string }[]
  /** How the list was read, in a sentence, where that was not an address an entry. */
  reading?: string
}

const MAX_URL = 2048
/** Longer entries are not parsed; the limit leaves room for a long fragment, which the URL loses. */
const MAX_GIVEN = 16 * 1024

/**
 * The canonical form of an http(s) URL: WHATWG parsing, without fragment, bare `?` and the final dot of the host,
 * escapes in upper case, unreserved characters unescaped. Query order, case of the path, final slash and scheme stay,
 * because they make different URLs. Idempotent.
 */
export function normaliseUrl(text: string): Normalised {
  if (text.length > MAX_GIVEN) return refuse(`longer than ${MAX_URL} characters`)
  const url = URL.parse(text)
  if (!url) return refuse(text.trim() === '' ? 'empty' : 'not a full http:// or https:// URL')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return refuse(`${url.protocol} is not http: or https:`)
  const inside = /[\t\n\r ]/.exec(text.trim())?.[0]
  if (inside) return refuse(WHY_NOT[inside] ?? 'contains a line break')
  if (url.username !== '' || url.password !== '') return refuse('contains a user name or password')
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1)
  if (url.hostname.length > 253 || !HOST.test(url.hostname)) return refuse('the host name is not valid')
  if (url.hash !== '' || url.href.endsWith('#')) url.hash = ''
  if (url.search === '' && url.href.endsWith('?')) url.search = ''
  const { href } = url
  const canonical = unescaped(href)
  if (canonical.length > MAX_URL) return refuse(`longer than ${MAX_URL} characters`)
  return { ok: true, url: canonical }
}

const MANY = 1000

/**
 * Sorts a customer's list into URLs, duplicates and invalid entries, with their original spelling. Ten thousand long
 * entries take seconds, so it yields to other requests in between.
 */
export async function takeUrls(list: Iterable<string | ListEntry>, breathe = pacer()): Promise<TakenUrls> {
  const taken: TakenUrls = { urls: [], duplicates: [], invalid: [] }
  const seen = new Set<string>()
  for (const given of list) {
    await breathe()
    if (typeof given !== 'string') take(taken, seen, given)
    else for (const entry of entriesOf(given)) take(taken, seen, entry)
  }
  // The transaction of a large order has a turn of its own.
  if (seen.size > MANY) await pause()
  return taken
}

/** The same of a request: a list, or one text of any kind. Throws 413 for too many. */
export async function takeList(given: string | readonly string[]): Promise<TakenUrls> {
  if (typeof given !== 'string') {
    const taken = await takeUrls(given)
    if (taken.urls.length > MAX_URLS) throw tooMany()
    const entries = countOf(taken)
    return entries > given.length
      ? { ...taken, reading: `${counted(given.length, 'entry', 'entries')} read as ${counted(entries, 'link')}.` }
      : taken
  }
  const { entries, reading } = await readList(given, MAX_URLS)
  if (entries.length > MAX_URLS) throw tooMany()
  const words = inWords(reading)
  return { ...(await takeUrls(entries)), ...(words ? { reading: words } : {}) }
}

/** Entries of a list: its links, duplicates and invalid ones. */
export const countOf = ({ urls, duplicates, invalid }: TakenUrls): number =>
  urls.length + duplicates.length + invalid.length

const tooMany = (): Fault => new Fault('too_many_urls', `At most ${MAX_URLS.toLocaleString('en')} URLs in one request.`)

const REPEATED = 1000
const LETTERS = 200

/** The entries left out of an order, limited in number: the answer is stored for retries and must stay small. */
export function droppedFrom({ duplicates, invalid, reading }: TakenUrls) {
  const short = <Entry extends { given: string }>(entries: Entry[]): Entry[] =>
    entries.slice(0, REPEATED).map((entry) => ({ ...entry, given: entry.given.slice(0, LETTERS) }))
  return {
    duplicates: short(duplicates),
    invalid: short(invalid),
    dropped: { duplicates: duplicates.length, invalid: invalid.length },
    reading,
  }
}

const MOST_NAMED = 49

/** The refusal of a list without a usable URL: names the fault of the first 49 entries. */
export const noUrlLeft = (taken: TakenUrls): Fault =>
  invalid(
    { path: 'urls', message: 'contains no valid URL' },
    ...taken.invalid
      .slice(0, MOST_NAMED)
      .map(({ given, reason }) => ({ path: 'urls', message: `${given.slice(0, LETTERS)}: ${reason}` })),
  )

/** The host of a canonical URL, with its port. Far cheaper than parsing it again. */
export function hostOf(url: string): string {
  const from = url.indexOf('//') + 2
  const to = url.indexOf('/', from)
  return to < 0 ? url.slice(from) : url.slice(from, to)
}

/** Host and first folder of a page. */
export function sectionOf(url: string): { host: string; folder: string } {
  const [, host = '', folder = ''] = /^https?:\/\/([^/?#]+)(?:(\/[^/?#]+)\/)?/i.exec(url) ?? []
  return { host, folder: `${folder}/` }
}

/** Everything after the host of a canonical URL. */
export const pathOf = (url: string): string => url.slice(url.indexOf('/', 'https://'.length))

/** The URL standard removes tabs and line ends within an address: two addresses would become one. */
const WHY_NOT: Record<string, string> = { '\t': 'contains a tab', ' ': BLANK_INSIDE }

// An address, or labels of 1 to 63 characters that neither begin nor end with a hyphen (RFC 1035 2.3.1, RFC 1123 2.1).
const HOST = /^(\[.*\]|(?!-)[^.]{1,63}(?<!-)(\.(?!-)[^.]{1,63}(?<!-))*)$/

// Escapes in lower case, and those of unreserved characters; nearly every URL has none. An escape after a stray percent
// sign is left alone: decoding it could create an escape that was not there.
const ESCAPE = /(?<!%[\dA-Fa-f]?)%(?:[a-f][\dA-Fa-f]|[\dA-F][a-f]|2[DE]|3\d|4[1-9A-F]|5[\dAF]|6[1-9A-F]|7[\dAE])/g

/** Escapes in upper case, without needless ones (RFC 3986 6.2.2). */
export const unescaped = (text: string): string => (text.includes('%') ? text.replace(ESCAPE, canonicalEscape) : text)

function canonicalEscape(given: string): string {
  const character = String.fromCharCode(Number.parseInt(given.slice(1), 16))
  return /[\w.~-]/.test(character) ? character : given.toUpperCase()
}

function refuse(reason: string): Normalised {
  return { ok: false, reason }
}

function take(taken: TakenUrls, seen: Set<string>, { given, reason }: Pick<ListEntry, 'given' | 'reason'>): void {
  const normalised = reason === undefined ? normaliseUrl(given) : refuse(reason)
  if (!normalised.ok) {
    taken.invalid.push({ given, reason: normalised.reason })
  } else if (seen.has(normalised.url)) {
    taken.duplicates.push({ url: normalised.url, given })
  } else {
    seen.add(normalised.url)
    taken.urls.push(normalised.url)
  }
}
