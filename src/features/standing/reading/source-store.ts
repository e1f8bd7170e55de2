import type { Stored } from '../../../kernel/language/say.ts'
import type { Time } from '../../../kernel/time/clock.ts'
import type { SafeFetch } from '../../../kernel/web-fetch/safe-fetch.ts'
import type { Hub } from '../hubs/discover.ts'
import type { Rules } from '../shapes.ts'
import type { FileRow } from '../tables.ts'
import type { EntryList } from './entry-list.ts'
import type { SourceEntry } from './rules.ts'

export type KnownEntry = { lastmod: number | null; is_queued: boolean }
export type TakenEntry = SourceEntry & { is_new: boolean; before: number | null }
export type EntryChanges = { learn: SourceEntry[]; take: TakenEntry[]; redate: SourceEntry[]; added: number }

/** The known state of a source, and the receiver of new findings. */
export type SourceStore = {
  /** Links that may still wait. */
  room: number
  file(address: string): FileRow | null
  /** Files that an index listed when it was last read. */
  filesUnder(address: string): FileRow[]
  /** The list of the file with this digest. */
  listOf(address: string, digest: string): Uint8Array | null
  /** By position in the list. */
  lookUp(found: readonly SourceEntry[]): Map<number, KnownEntry>
  write(slice: EntryChanges): void
  /** A first run keeps everything unseen: then nothing is judged. */
  learnAll?(found: SourceEntry): void
  /** A file was read to its end. `listed_lastmod` is what its index says of it. */
  done(row: Omit<FileRow, 'push_id'>): void
  /** Keeps the list of the file with this digest; `before` is its previous list, where all of it counts. */
  keepList(address: string, digest: string, octets: Uint8Array, before: EntryList | null): Promise<void>
  /** The host asked for no request from anyone for this long. */
  leaveAlone(host: string, ms: number): void
  /** Every link of the source that may be pushed, as it is read. */
  saw?(found: SourceEntry): void
}

export type SourceToRead = {
  address: string
  rules: Rules
  get: SafeFetch
  now: Time
  signal: AbortSignal
  gap: number
  /** Header for files of the source's own origin. */
  authorization?: string | null | undefined
  most_files?: number
  most_urls?: number
}

export type SourceReading = {
  kind: FileRow['kind']
  is_partial: boolean
  notes: Stored[]
  /** Items that name no page. */
  nameless: number
  /** Where Crawler Hints may announce changes already. */
  is_cloudflare: boolean
  hub: Hub | null | undefined
  /** How long the source asks to be left alone. */
  fresh_ms: number
  /** The files that it has now; null when its first file did not say. */
  listed: ReadonlySet<string> | null
}
