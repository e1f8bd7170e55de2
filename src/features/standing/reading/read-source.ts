/** Reads a source file by file. A store receives the entries, answers which are known, and keeps the findings. */

import {
  type Entry,
  listsFiles,
  MOST_FILES,
  nothingRead,
  readDate,
  SourceError,
  type SourceFile,
  Walk,
} from '../../../domains/preflight/index.ts'
import { type Stored, said } from '../../../kernel/language/say.ts'
import { between, DAY, type Time } from '../../../kernel/time/clock.ts'
import type { Counts } from './counts.ts'
import { EntryCollector, EntryList, listKey } from './entry-list.ts'
import { FileError, type FileRead, readFile } from './fetch-file.ts'
import { inHostTurn } from './host-turns.ts'
import { Pages } from './pages.ts'
import type { SourceReading, SourceStore, SourceToRead } from './source-store.ts'

const UNREAD = { kind: null, etag: null, last_modified: null, digest: null }
/** A file that its index calls unchanged is asked all the same after so long. */
const TRUST = 7 * DAY

const MOST_NOTES = 5

const NOTHING: Omit<SourceReading, 'notes'> = {
  kind: null,
  is_partial: false,
  is_cloudflare: false,
  hub: undefined,
  fresh_ms: 0,
  listed: null,
  nameless: 0,
}

export async function readSource(source: SourceToRead, store: SourceStore, counts: Counts): Promise<SourceReading> {
  const { address, now } = source
  const collector = new EntryCollector()
  const walk = new Walk(address, source.most_files ?? MOST_FILES)
  const reading: SourceReading = { ...NOTHING, notes: [] }
  const part = (note: Stored) => {
    reading.is_partial = true
    if (reading.notes.length < MOST_NOTES) reading.notes.push(note)
  }
  // The next run reads it, even when its index does not change.
  const unread = ({ url: address, lastmod: listed_lastmod }: SourceFile) =>
    store.done({ ...UNREAD, address, listed_lastmod, read_at: now })
  const wanted = (entry: Entry): boolean => {
    const is_same = isUnchanged(entry, store, now)
    if (is_same) {
      counts.files++
      counts.unchanged_files++
    }
    return !is_same
  }
  for (let file = nextOf(walk, part); file; file = nextOf(walk, part) ?? (await allowed(walk, source, part))) {
    if (counts.seen >= (source.most_urls ?? Infinity)) {
      part(said('only the first part of the source was read'))
      break
    }
    counts.files++
    try {
      const listed = await readOne(source, file, store, counts, collector)
      reading.kind ??= listed.read.kind
      reading.is_cloudflare ||= listed.read.is_cloudflare
      reading.fresh_ms = Math.max(reading.fresh_ms, file.url === address ? listed.read.fresh_ms : 0)
      if (file.url === address) reading.hub = listed.read.hub
      if (listed.read.is_cut)
        part(said('{address} holds more than a file may: only its first part was read', { address: file.url }))
      if (file.url === address && !listed.read.is_same) reading.listed = walk.known
      reading.nameless += listed.read.nameless
      if (listed.read.words && reading.notes.length < MOST_NOTES) reading.notes.push(listed.read.words)
      if (listsFiles(listed.read.kind)) walk.add(file, listed.files, wanted, listed.read.at)
      if (listed.read.next) walk.follow(file, listed.read.next)
    } catch (error) {
      const retry_ms = error instanceof FileError ? error.more.retry_ms : undefined
      if (retry_ms !== undefined) store.leaveAlone(new URL(file.url).host, retry_ms)
      if (source.signal.aborted || file.url === address) throw asFileError(error)
      if (!(error instanceof FileError || error instanceof SourceError)) throw error
      part(error.said)
      unread(file)
      if (retry_ms !== undefined) {
        reading.fresh_ms = Math.max(reading.fresh_ms, retry_ms)
        for (let rest = nextOf(walk, part); rest; rest = nextOf(walk, part)) unread(rest)
      }
    }
  }
  noteEnd(reading, { walk, counts, address, part })
  return reading
}

/** Whether its index says of a file that it did not change since it was read. */
function isUnchanged({ url, lastmod }: Entry, store: SourceStore, now: Time): boolean {
  const known = store.file(URL.parse(url)?.href ?? url)
  return (
    known !== null &&
    known.digest !== null &&
    lastmod !== null &&
    known.listed_lastmod === lastmod &&
    between(known.read_at, now) <= TRUST
  )
}

type Ending = { walk: Walk; counts: Counts; address: string; part(note: Stored): void }

/** Notes about the whole source. */
function noteEnd(reading: SourceReading, { walk, counts, address, part }: Ending): void {
  const { nameless } = reading
  const { length } = walk.elsewhere
  if (length)
    part(
      said(
        '{n, plural, one {# sitemap is on another host and was} other {# sitemaps are on other hosts and were}} not read, such as {address}: give the address itself, or name it in robots.txt of the site',
        { n: length, address: walk.elsewhere[0]! },
      ),
    )
  if (counts.seen === 0 && counts.unchanged_files === 0 && reading.notes.length === 0)
    reading.notes.push(said('{reading}.', { reading: nothingRead(address, { kind: reading.kind, nameless }) }))
  else if (nameless > 0)
    reading.notes.push(
      said('{n, plural, one {# item} other {# items}} without the address of a page.', { n: nameless }),
    )
  const { n, example } = counts.bad_dates
  if (n > 0) {
    const values = { n, example: example.slice(0, 80) }
    reading.notes.push(
      readDate(example)
        ? said(
            '{n, plural, one {# link has} other {# links have}} a lastmod that is in the future, such as “{example}”.',
            values,
          )
        : said(
            '{n, plural, one {# link has} other {# links have}} a lastmod that cannot be read, such as “{example}”.',
            values,
          ),
    )
  }
}

function nextOf(walk: Walk, part: (note: Stored) => void): SourceFile | undefined {
  try {
    return walk.next()
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    part(error.said)
    return undefined
  }
}

/** The next file of another host, where robots.txt of the site names some. */
async function allowed(
  walk: Walk,
  { get, gap, now, signal }: SourceToRead,
  part: (note: Stored) => void,
): Promise<SourceFile | undefined> {
  const url = walk.robots()
  if (!url) return undefined
  const named: Entry[] = []
  try {
    const asked = { url, known: null, now, signal, authorization: null }
    await inHostTurn(new URL(url).host, gap, () => readFile(get, asked, async (found) => void named.push(...found)))
  } catch (error) {
    if (!(error instanceof FileError)) throw error
  }
  walk.allow(named)
  return nextOf(walk, part)
}

const asFileError = (error: unknown): unknown =>
  error instanceof SourceError ? new FileError(error.said, { offers: error.offers }) : error

/** A feed lists only its newest entries. */
const isWhole = (kind: FileRead['kind']): boolean => kind === 'sitemap' || kind === 'list'

async function readOne(
  source: SourceToRead,
  file: SourceFile,
  store: SourceStore,
  counts: Counts,
  collector: EntryCollector,
): Promise<{ read: FileRead; files: Entry[] }> {
  const { get, now, signal, gap } = source
  const known = store.file(file.url)
  const is_own = new URL(file.url).origin === new URL(source.address).origin
  const authorization = is_own ? (source.authorization ?? null) : null
  const files: Entry[] = []
  /** Large, and not needed for a file that did not change. */
  let list: EntryList | null | undefined
  const before = (): EntryList | null => {
    if (list !== undefined) return list
    const octets = known?.digest && !store.learnAll ? store.listOf(file.url, listKey(known.digest, source.rules)) : null
    list = octets && EntryList.of(octets)
    return list
  }
  const pages = new Pages(source, store, counts, before, collector)
  const read = await inHostTurn(new URL(file.url).host, gap, () =>
    readFile(get, { url: file.url, known, now, signal, authorization }, async (entries, reader) => {
      if (listsFiles(reader.kind)) files.push(...entries)
      else await pages.add(entries)
    }),
  )
  await pages.finish()
  if (read.is_same) counts.unchanged_files++
  // An index that did not change lists the same files.
  if (known && files.length === 0 && listsFiles(read.kind))
    files.push(...store.filesUnder(file.url).map(({ address: url, listed_lastmod: lastmod }) => ({ url, lastmod })))
  const forget = pages.is_overfull || read.is_cut
  if (!forget && !read.is_same && !listsFiles(read.kind) && read.digest)
    await store.keepList(
      file.url,
      listKey(read.digest, source.rules),
      await pages.listed.octets(),
      isWhole(read.kind) ? before() : null,
    )
  const { kind, etag, last_modified, digest } = read
  const state = forget ? UNREAD : { etag, last_modified, digest }
  store.done({ ...state, address: file.url, kind, listed_lastmod: file.lastmod, read_at: now })
  return { read, files }
}
