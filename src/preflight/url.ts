/** URLs as customers give them: one canonical form, so that two spellings of a page are one link. */

export type Normalised = { ok: true; url: string } | { ok: false; reason: string }

export type TakenUrls = {
  /** Canonical, each once, in the order given. */
  urls: string[]
  /** Entries whose canonical form had come before. */
  duplicates: { url: string; given: string }[]
  invalid: { given: string; reason: string }[]
}

const MAX_URL = 2048
/** Longer than this is not even parsed; a long fragment may still leave a short URL. */
const MAX_GIVEN = 16 * 1024
const STEP = 500

/**
 * The canonical form of an http(s) URL: WHATWG parsing, without fragment, bare `?` and the final dot of the host,
 * escapes in upper case, unreserved characters unescaped. Query order, case of the path, final slash and scheme stay:
 * they make different URLs. Idempotent.
 */
export function normaliseUrl(text: string): Normalised {
  if (text.length > MAX_GIVEN) return refuse(`longer than ${MAX_URL} characters`)
  const url = URL.parse(text)
  if (!url) return refuse(text.trim() === '' ? 'empty' : 'not a full http:// or https:// URL')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return refuse(`${url.protocol} is not http: or https:`)
  if (url.username !== '' || url.password !== '') return refuse('holds a user name or password')
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1)
  if (url.hash !== '' || url.href.endsWith('#')) url.hash = ''
  if (url.search === '' && url.href.endsWith('?')) url.search = ''
  const { href } = url
  const canonical = href.includes('%') ? href.replace(ESCAPE, canonicalEscape) : href
  if (canonical.length > MAX_URL) return refuse(`longer than ${MAX_URL} characters`)
  return { ok: true, url: canonical }
}

/** Sorts a customer's list into URLs to work on, duplicates and invalid entries, with their original spelling. */
export function takeUrls(list: readonly string[]): TakenUrls {
  const taking = startTaking()
  for (const given of list) take(taking, given)
  return taking.taken
}

/** The same for a long list, pausing every few hundred entries so that other requests get their turn. */
export async function takeUrlsInSteps(list: readonly string[], pause: () => Promise<void>): Promise<TakenUrls> {
  const taking = startTaking()
  for (const [index, given] of list.entries()) {
    if (index % STEP === STEP - 1) await pause()
    take(taking, given)
  }
  return taking.taken
}

// Not an escape that follows a stray percent sign: decoding it could make an escape that was not there.
const ESCAPE = /(?<!%[0-9a-f]?)%[0-9a-f]{2}/gi

function canonicalEscape(given: string): string {
  const character = String.fromCharCode(Number.parseInt(given.slice(1), 16))
  return /[\w.~-]/.test(character) ? character : given.toUpperCase()
}

function refuse(reason: string): Normalised {
  return { ok: false, reason }
}

/** `seen` is kept beside the lists: looking a URL up in ten thousand must not walk them. */
type Taking = { taken: TakenUrls; seen: Set<string> }

function startTaking(): Taking {
  return { taken: { urls: [], duplicates: [], invalid: [] }, seen: new Set() }
}

function take({ taken, seen }: Taking, given: string): void {
  const normalised = normaliseUrl(given)
  if (!normalised.ok) {
    taken.invalid.push({ given, reason: normalised.reason })
  } else if (seen.has(normalised.url)) {
    taken.duplicates.push({ url: normalised.url, given })
  } else {
    seen.add(normalised.url)
    taken.urls.push(normalised.url)
  }
}
