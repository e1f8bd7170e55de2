/** The storage of a run: a first run learns everything at its end, a later one writes the differences. */
import { dirname, join } from 'node:path'
import type { Db, Tx } from '../../../kernel/database/database.ts'
import { pause } from '../../../kernel/scheduling/pause.ts'
import { EntryList, listKey } from '../reading/entry-list.ts'
import { pauseHost } from '../reading/host-turns.ts'
import type { SourceEntry } from '../reading/rules.ts'
import type { EntryChanges, KnownEntry, SourceReading, SourceStore } from '../reading/source-store.ts'
import { Spool } from '../reading/spool.ts'
import { rulesOf } from '../shapes.ts'
import type { FileRow, PushRow } from '../tables.ts'
import { droppedFiles, fileOf, filesUnder, forgetFiles, forgetLists, keepList, listOf, writeFile } from './files.ts'
import { countMissing, noteMissing } from './missing.ts'
import { countQueue, lookUp, MOST_WAITING, writeSlice } from './queue.ts'

/** Rows written in one step of a first run. */
const GROUP = 2000

export class RunStore implements SourceStore {
  room: number
  readonly learnAll?: (found: SourceEntry) => void
  private readonly first: Spool | null
  private readonly files: Omit<FileRow, 'push_id'>[] = []
  /** Links that are noted as missing, once a file has dropped one. */
  private missing: number | null = null

  /** `count` writes the counts of the run, in the transaction of the rows that were counted. */
  constructor(
    private readonly db: Db,
    private readonly row: PushRow,
    private readonly run_id: string,
    private readonly count: (tx: Tx) => void,
  ) {
    const first = row.learned_at === null ? new Spool(join(dirname(db.file), `${row.id}.part`)) : null
    this.first = first
    this.room = first ? 0 : db.read((tx) => MOST_WAITING - countQueue(tx, row.watch_id))
    if (first) this.learnAll = ({ hash, lastmod }) => first.add(hash, lastmod)
  }

  file = (address: string): FileRow | null => this.db.read((tx) => fileOf(tx, this.row.id, address))

  filesUnder = (address: string): FileRow[] => this.db.read((tx) => filesUnder(tx, this.row.id, address))

  listOf = (address: string, digest: string): Uint8Array | null =>
    this.db.read((tx) => listOf(tx, this.row.watch_id, address, digest))

  async keepList(address: string, digest: string, octets: Uint8Array, before: EntryList | null): Promise<void> {
    // First: a run that is killed here notes it again.
    if (before) await this.noteMissing(before.without(EntryList.of(octets)))
    // The row is large: nothing else is in its turn.
    await pause()
    this.db.write((tx) => keepList(tx, this.row.watch_id, { address, digest, octets }))
    await pause()
    if (this.first) this.db.forgetPages()
  }

  lookUp = (found: readonly SourceEntry[]): Map<number, KnownEntry> => {
    const hashes = found.map(({ hash }) => hash)
    return this.db.read((tx) => lookUp(tx, this.row.watch_id, hashes))
  }

  write(slice: EntryChanges): void {
    this.db.write((tx) => {
      writeSlice(tx, this.row.watch_id, this.run_id, slice)
      this.count(tx)
    })
  }

  leaveAlone = (host: string, ms: number): void => this.db.write((tx) => pauseHost(tx, host, ms) as undefined)

  done(file: Omit<FileRow, 'push_id'>): void {
    if (this.first) this.files.push(file)
    else this.db.write((tx) => writeFile(tx, this.row.id, file))
  }

  /** The source was read to its end. */
  async end({ listed, is_partial }: SourceReading, signal: AbortSignal): Promise<void> {
    const { db } = this
    const { id, watch_id } = this.row
    if (this.first) await this.learn(this.first, signal)
    if (listed && !is_partial) await this.noteDropped(listed)
    db.write((tx) => {
      this.count(tx)
      if (listed && !is_partial) forgetFiles(tx, id, listed)
    })
    while (db.write((tx) => forgetLists(tx, id, watch_id)) > 0) await pause()
  }

  /** Links that dropped files listed may be missing. */
  private async noteDropped(listed: ReadonlySet<string>): Promise<void> {
    for (const { address, digest } of this.db.read((tx) => droppedFiles(tx, this.row.id, listed))) {
      const octets = digest && this.listOf(address, listKey(digest, rulesOf(this.row)))
      if (octets) await this.noteMissing(EntryList.of(octets).without())
    }
  }

  private async noteMissing(hashes: Iterable<bigint>): Promise<void> {
    this.missing ??= this.db.read((tx) => countMissing(tx, this.row.watch_id))
    this.missing = await noteMissing(this.db, this.row.watch_id, hashes, this.missing)
  }

  close(): void {
    this.first?.close()
  }

  /** Writes the entries of a first run, in the order of the table. Its files count as read only then. */
  private async learn(spool: Spool, signal: AbortSignal): Promise<void> {
    const { db } = this
    const { id, watch_id } = this.row
    for (const group of spool.groups(GROUP)) {
      signal.throwIfAborted()
      if (group)
        db.write((tx) => {
          const n = tx.run(
            `insert or ignore into watched_urls (push, url_hash, lastmod)
             select ?1, value ->> 0, value ->> 1 from json_each(?2) order by 2`,
            watch_id,
            group,
          )
          tx.run('update standing_pushes set known = known + ? where id = ?', n, id)
        })
      else db.forgetPages()
      await pause()
    }
    db.write((tx) => {
      for (const file of this.files) writeFile(tx, id, file)
    })
  }
}
