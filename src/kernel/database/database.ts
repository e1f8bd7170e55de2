import { Database } from 'bun:sqlite'
import { goingOn } from '../scheduling/watchdog.ts'
import type { Clock } from '../time/clock.ts'
import { Handle, Memory } from './handle.ts'
import { createSearching, type Searched, type SearchTurn } from './search-steps.ts'
import { Statements } from './statements.ts'
import { Storage } from './storage.ts'
import type { AuditKey, ReadTx, Tx } from './tx.ts'
import { createWriteBack, FORSAKEN } from './write-back.ts'

export type { AuditKey, Param, ReadTx, Tx } from './tx.ts'

export type Db = {
  /** Reads through a connection that cannot write. Synchronous: nothing else runs meanwhile, so it sees one moment. */
  read<T>(work: (tx: ReadTx) => Sync<T>): T
  /** The only way to write: BEGIN IMMEDIATE, synchronous, all or nothing, on disk when it returns. */
  write<T>(work: (tx: Tx) => Sync<T>): T
  /** Finishes a read that takes more than one turn. Throws the reason of the signal when it fires meanwhile. */
  search<T>(searched: Searched<T>, turn?: SearchTurn): Promise<T>
  /** Sets the key with which rows of the audit trail are linked. */
  signWith(key: AuditKey): void
  readonly file: string
  /** The state of the disk, and its listeners. */
  readonly storage: Storage
  /** Writes the whole log back now; false when somebody else's read keeps a part of it. */
  writeBack(): boolean
  /** Gives back the memory of written pages, once there are more of them than will be read soon. */
  forgetPages(): void
  close(): void
}

/** A promise cannot be returned from a transaction. */
export type Sync<T> = T extends PromiseLike<unknown> ? never : T

/**
 * SQLite by the book for money: WAL, every commit synced, foreign keys on. `strict` makes a missing parameter an error.
 *
 * Reads share one snapshot from commit to commit, since this process alone writes: a statement inside it costs a
 * quarter of one that takes and gives back its own locks. It ends before each commit, so that the log can be emptied.
 *
 * With `litestream` the log is left alone, for Litestream to copy and to write back; a log that it leaves to grow is not.
 * With `made_once` no commit waits for the disk: a file that a power cut spoils is made again.
 */
export function openDatabase(file: string, clock: Clock, { litestream = false, made_once = false } = {}): Db {
  const writer = connect(file, {})
  if (made_once) writer.run('PRAGMA synchronous=OFF')
  const reader = connect(file, { readonly: true })
  const memory = new Memory()
  const storage = new Storage(file)
  const read = new Statements(reader)
  const readTx = new Handle(read, clock, memory)
  const written = new Statements(writer, true, read)
  const begin = reader.query('BEGIN')
  const look = () => {
    goingOn()
    if (!reader.inTransaction) begin.run()
    return readTx.at(clock.now())
  }
  const lookAway = () => void (reader.inTransaction && reader.run('COMMIT'))
  const searching = createSearching(
    () => connect(file, { readonly: true, cache_kb: 4096 }),
    () => storage.settle(writeBack.again),
  )
  const writeBack = createWriteBack(writer, storage, { letGo: lookAway, searching }, litestream ? FORSAKEN : 1)
  let audit_key: AuditKey | null = null
  return {
    file,
    storage,
    signWith(key) {
      audit_key = key
    },
    read: (work) => storage.guard(false, () => work(look()) as never),
    write(work) {
      const after: (() => void)[] = []
      const result = storage.guard(true, () => transact(written, clock, work, { memory, lookAway, after, audit_key }))
      storage.assertThere()
      storage.settle(writeBack.afterCommit)
      for (const action of after) action()
      return result as never
    },
    search: searching.run,
    writeBack: () => storage.guard(true, writeBack.now),
    forgetPages: () => writer.run('PRAGMA shrink_memory'),
    close() {
      writeBack.stop()
      searching.close()
      // Leaves one whole file to copy; data that cannot be written back now stays safe in the log.
      storage.settle(() => {
        lookAway()
        writeBack.now()
        writer.run('PRAGMA busy_timeout=0')
        if (!litestream) writer.query('PRAGMA wal_checkpoint(TRUNCATE)').get()
      })
      reader.close(false)
      writer.close(false)
    },
  }
}

/** Opens a database that another process may be running, for reads only. */
export function openForReading(file: string, clock: Clock, cache_kb?: number): Pick<Db, 'read' | 'close'> {
  const reader = connect(file, { readonly: true, cache_kb })
  const readTx = new Handle(new Statements(reader), clock, null)
  return { read: (work) => work(readTx.at(clock.now())) as never, close: () => reader.close(false) }
}

const PRAGMAS = [
  'busy_timeout=5000',
  'foreign_keys=ON',
  'trusted_schema=OFF',
  'cell_size_check=ON',
  'cache_size=-24576',
  'mmap_size=0',
  'temp_store=MEMORY',
]
// SQLite forgets the errors of its own write-backs, so we make them.
const WRITER_PRAGMAS = ['journal_mode=WAL', 'synchronous=FULL', 'wal_autocheckpoint=0', 'journal_size_limit=67108864']

function connect(file: string, options: { readonly?: boolean; cache_kb?: number | undefined }): Database {
  const connection = new Database(
    file,
    options.readonly ? { readonly: true, strict: true } : { create: true, readwrite: true, strict: true },
  )
  for (const pragma of [...PRAGMAS, ...(options.readonly ? [] : WRITER_PRAGMAS)]) connection.run(`PRAGMA ${pragma}`)
  if (options.cache_kb) connection.run(`PRAGMA cache_size=-${options.cache_kb}`)
  return connection
}

type TxContext = { memory: Memory; lookAway: () => void; after: (() => void)[]; audit_key: AuditKey | null }

function transact<T>(
  statements: Statements,
  clock: Clock,
  work: (tx: Tx) => T,
  { memory, lookAway, after, audit_key }: TxContext,
): T {
  const { connection } = statements
  const handle = new Handle(statements, clock, null, after, audit_key)
  goingOn()
  connection.run('BEGIN IMMEDIATE')
  let result: T
  try {
    const watched = statements.watch(() => work(handle.at(clock.now()) as Tx))
    result = watched.result
    if (result instanceof Promise) {
      result.catch(() => {})
      throw new Error('asynchronous work inside a transaction')
    }
    lookAway()
    connection.run('COMMIT')
    memory.written(watched.tables)
  } catch (error) {
    if (connection.inTransaction) connection.run('ROLLBACK')
    throw error
  } finally {
    handle.end()
  }
  return result
}
