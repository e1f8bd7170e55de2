/** Reads a source file by file and hands what it lists to a book, which says what is known and keeps what is found. */
import { pacer } from '../../../kernel/scheduling/pause.ts'
import { between, DAY, type Time } from '../../../kernel/time/clock.ts'
import type { SafeFetch } from '../../../kernel/web-fetch/safe-fetch.ts'
import {
  type Entry,
  hostOf,
  listsFiles,
  MOST_FILES,
  SourceError,
  type SourceFile,
  Walk,
} from '../../preflight/index.ts'
import type { Hub } from '../hubs/discover.ts'
import type { Rules } from '../shapes.ts'
import type { FileRow } from '../tables.ts'
import type { Counts } from './counts.ts'
import { EntryCollector, EntryList } from './entry-list.ts'
import { FileError, type FileRead, readFile } from './fetch-file.ts'
import { inTurn } from './host-turns.ts'
import { changeOf, type Found, isWanted, judgeEntry } from './rules.ts'

export type Known = { lastmod: number | null; is_queued: boolean }
export type Taken = Found & { is_new: boolean; before: number | null }
export type Slice = { learn: Found[]; take: Taken[]; redate: Found[]; added: number }

/** What is known of a source, and where what is found goes. */
export type Book = {
  /** Links that may still wait. */
  room: number
  file(address: string): FileRow | null
  /** Files that an index listed when it was last read. */
  filesUnder(address: string): FileRow[]
  /** What the file with this digest listed. */
  listOf(address: string, digest: string): Uint8Array | null
  /** By position in the list. */
  lookUp(found: readonly Found[]): Map<number, Known>
  write(slice: Slice): void
  /** A first run keeps everything without a look: then nothing is judged. */
  learnAll?(found: Found): void
  /** A file was read to its end. `listed_lastmod` is what its index says of it. */
  done(row: Omit<FileRow, 'push_id'>): void
  /** What a file with this digest lists, to be kept. */
  keepList(address: string, digest: string, octets: Uint8Array): void
  /** Every link of the source that may be pushed, as it is read. */
  saw?(found: Found): void
}

export type Source = {
  address: string
  rules: Rules
  get: SafeFetch
  now: Time
  signal: AbortSignal
  gap: number
  most_files?: number
  most_urls?: number
}

export type Reading = {
  kind: FileRow['kind']
  is_partial: boolean
  notes: string[]
  /** Where Crawler Hints may announce changes already. */
  is_cloudflare: boolean
  hub: Hub | null | undefined
  /** How long the source asks to be left alone. */
  fresh_ms: number
  /** The files that it has now; null when its first file did not say. */
  listed: ReadonlySet<string> | null
}

const UNREAD = { kind: null, etag: null, last_modified: null, digest: null }
/** Entries looked up and written together. */
const SLICE = 250
/** A file that its index calls unchanged is asked all the same after so long. */
const TRUST = 7 * DAY

export async function readSource(source: Source, book: Book, counts: Counts): Promise<Reading> {
  const { address, now } = source
  const walk = new Walk(address, source.most_files ?? MOST_FILES)
  const reading: Reading = {
    ...{ kind: null, is_partial: false, notes: [], is_cloudflare: false, hub: undefined, fresh_ms: 0, listed: null },
  }
  const part = (note: string) => {
    reading.is_partial = true
    if (reading.notes.length < 5) reading.notes.push(note)
  }
  // The next run reads it, even when its index does not change.
  const unread = ({ url: address, lastmod: listed_lastmod }: SourceFile) =>
    book.done({ ...UNREAD, address, listed_lastmod, read_at: now })
  const wanted = (entry: Entry): boolean => {
    const known = book.file(URL.parse(entry.url)?.href ?? entry.url)
    const is_same =
      known !== null &&
      known.digest !== null &&
      entry.lastmod !== null &&
      known.listed_lastmod === entry.lastmod &&
      between(known.read_at, now) <= TRUST
    if (is_same) {
      counts.files++
      counts.unchanged_files++
    }
    return !is_same
  }
  for (let file = nextOf(walk, part); file; file = nextOf(walk, part)) {
    if (counts.seen >= (source.most_urls ?? Infinity)) {
      part('only the first part of the source was read')
      break
    }
    counts.files++
    try {
      const listed = await readOne(source, file, book, counts)
      reading.kind ??= listed.read.kind
      reading.is_cloudflare ||= listed.read.is_cloudflare
      reading.fresh_ms = Math.max(reading.fresh_ms, file.url === address ? listed.read.fresh_ms : 0)
      if (file.url === address) reading.hub = listed.read.hub
      if (listed.read.is_cut) part(`${file.url} holds more than a file may: only its first part was read`)
      if (file.url === address && !listed.read.is_same) reading.listed = walk.known
      if (listsFiles(listed.read.kind)) walk.add(file, listed.files, wanted)
      if (listed.read.next) walk.follow(file, listed.read.next)
    } catch (error) {
      if (source.signal.aborted || file.url === address) throw asFileError(error)
      if (!(error instanceof FileError || error instanceof SourceError)) throw error
      part(error.message)
      unread(file)
      if (error instanceof FileError && error.more.retry_ms !== undefined) {
        reading.fresh_ms = Math.max(reading.fresh_ms, error.more.retry_ms)
        for (let rest = nextOf(walk, part); rest; rest = nextOf(walk, part)) unread(rest)
      }
    }
  }
  if (walk.elsewhere.length) part(`${walk.elsewhere.length} sitemaps are on other hosts and were not read`)
  return reading
}

function nextOf(walk: Walk, part: (note: string) => void): SourceFile | undefined {
  try {
    return walk.next()
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    part(error.message)
    return undefined
  }
}

const asFileError = (error: unknown): unknown =>
  error instanceof SourceError ? new FileError(error.message, { offers: error.offers }) : error

async function readOne(
  source: Source,
  file: SourceFile,
  book: Book,
  counts: Counts,
): Promise<{ read: FileRead; files: Entry[] }> {
  const { get, now, signal, gap } = source
  const known = book.file(file.url)
  const files: Entry[] = []
  const before = known?.digest && !book.learnAll ? book.listOf(file.url, known.digest) : null
  const pages = new Pages(source, book, counts, before && EntryList.of(before))
  const read = await inTurn(new URL(file.url).host, gap, () =>
    readFile(get, { url: file.url, known, now, signal }, async (entries, reader) => {
      if (listsFiles(reader.kind)) files.push(...entries)
      else await pages.add(entries)
    }),
  )
  await pages.finish()
  if (read.is_same) counts.unchanged_files++
  // An index that did not change lists what it listed.
  if (known && files.length === 0 && listsFiles(read.kind))
    files.push(...book.filesUnder(file.url).map(({ address: url, listed_lastmod: lastmod }) => ({ url, lastmod })))
  const forget = pages.is_overfull || read.is_cut
  if (!forget && !read.is_same && !listsFiles(read.kind) && read.digest)
    book.keepList(file.url, read.digest, await pages.listed.octets())
  book.done({
    address: file.url,
    kind: read.kind,
    listed_lastmod: file.lastmod,
    etag: forget ? null : read.etag,
    last_modified: forget ? null : read.last_modified,
    digest: forget ? null : read.digest,
    read_at: now,
  })
  return { read, files }
}

/** The pages of one file on their way into the book, in slices. */
class Pages {
  is_overfull = false
  readonly listed = new EntryCollector()
  private readonly waiting: Entry[] = []
  private readonly hosts: ReadonlySet<string>
  private readonly breathe = pacer()

  constructor(
    private readonly source: Source,
    private readonly book: Book,
    private readonly counts: Counts,
    private readonly before: EntryList | null,
  ) {
    this.hosts = new Set([hostOf(source.address), ...source.rules.hosts])
  }

  async add(entries: readonly Entry[]): Promise<void> {
    this.waiting.push(...entries)
    while (this.waiting.length >= SLICE) await this.judge(this.waiting.splice(0, SLICE))
  }

  async finish(): Promise<void> {
    if (this.waiting.length) await this.judge(this.waiting.splice(0))
  }

  private async judge(entries: readonly Entry[]): Promise<void> {
    const { source, book, counts, hosts } = this
    const found = new Map<bigint, Found>()
    for (const entry of entries) {
      await this.breathe()
      counts.seen++
      const one = judgeEntry(entry, { rules: source.rules, hosts, now: source.now })
      if ('reason' in one) {
        counts.skip(one.reason, 1, entry.url)
        continue
      }
      book.saw?.(one)
      this.listed.add(one.hash, one.lastmod)
      if (book.learnAll) {
        book.learnAll(one)
        counts.skip('baseline')
      } else if (this.before?.has(one.hash, one.lastmod)) counts.skip('unchanged', 1, entry.url)
      else if (found.has(one.hash)) counts.skip('unchanged')
      else found.set(one.hash, one)
    }
    if (found.size) this.compare([...found.values()])
    await this.breathe()
  }

  private compare(found: readonly Found[]): void {
    const { book, counts, source } = this
    const known = book.lookUp(found)
    const slice: Slice = { learn: [], take: [], redate: [], added: 0 }
    for (const [i, one] of found.entries()) {
      const before = known.get(i)
      const change = changeOf(one, before)
      if (change === 'unchanged') counts.skip('unchanged', 1, one.url)
      else if (change === 'dated') {
        slice.learn.push(one)
        counts.skip('unchanged')
      } else if (before?.is_queued) {
        slice.learn.push(one)
        slice.redate.push(one)
        counts.skip('waiting')
      } else if (!isWanted(change, source.rules)) {
        slice.learn.push(one)
        slice.added += Number(change === 'new')
        counts.skip('not_wanted', 1, one.url)
      } else if (book.room <= slice.take.length) {
        this.is_overfull = true
        counts.skip('no_room')
      } else {
        const is_new = change === 'new'
        slice.learn.push(one)
        slice.take.push({ ...one, is_new, before: before?.lastmod ?? null })
        slice.added += Number(is_new)
        if (is_new) counts.new_urls++
        else counts.changed_urls++
      }
    }
    book.room -= slice.take.length
    if (slice.learn.length) book.write(slice)
  }
}
