import { Database, type SQLQueryBindings } from 'bun:sqlite'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import type { Party } from '../scheduling/fair-pool.ts'
import { pause } from '../scheduling/pause.ts'
import { doing, goingOn } from '../scheduling/watchdog.ts'
import type { Clock, Time } from '../time/clock.ts'
import { createSearching, type Searched } from './search-steps.ts'
import { Statements } from './statements.ts'
import { Storage } from './storage.ts'
import { createWriteBack, FORSAKEN, WRITE_BACK_AT, WRITE_BACK_NOW } from './write-back.ts'

type Orm = ReturnType<typeof drizzle>
export type Param = string | number | null | Uint8Array

/** What a read may do. `rows` and `row` prepare their text once; columns come back under their own names. */
export type ReadTx = {
  readonly now: Time
  /** Drizzle, for everyday look-ups and writes. Lists, sums and bulk statements are SQL text through `rows` and `run`. */
  readonly orm: Orm
  rows<T>(sql: string, ...params: Param[]): T[]
  row<T>(sql: string, ...params: Param[]): T | null
  /** The first column of the first row; 0 where there is none. */
  number(sql: string, ...params: Param[]): number
  /** A number, remembered like what `remember` works out. */
  count(sql: string, ...params: Param[]): number
  /**
   * Something worked out from rows alone (never from the time), remembered until a commit writes a table that the work
   * has read; null is not.
   */
  remember<T>(name: string, work: () => T): T
}

/** A write transaction. Dead once its function has returned. */
export type Tx = ReadTx & {
  /** Runs a statement and says how many rows it changed. */
  run(sql: string, ...params: Param[]): number
  /** Called once the commit is on disk; never when it fails. */
  afterCommit(action: () => void): void
}

export type Db = {
  /** Reads through a connection that cannot write. Synchronous: nothing else runs meanwhile, so it sees one moment. */
  read<T>(work: (tx: ReadTx) => Sync<T>): T
  /** The only way to write: BEGIN IMMEDIATE, synchronous, all or nothing, on disk when it returns. */
  write<T>(work: (tx: Tx) => Sync<T>): T
  /** Finishes what a read began that looks at every row. */
  search<T>(searched: Searched<T>, party?: Party): Promise<T>
  readonly file: string
  /** What the disk below can do, and who wants to know when that changes. */
  readonly storage: Storage
  /** Writes the whole log back now; false when somebody else's read keeps a part of it. */
  writeBack(): boolean
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
 */
export function openDatabase(file: string, clock: Clock, { litestream = false } = {}): Db {
  const writer = connect(file, {})
  const reader = connect(file, { readonly: true })
  const memory = new Memory()
  const storage = new Storage(file)
  const back = createWriteBack(writer)
  const read = new Statements(reader)
  const readTx = new Handle(read, clock, memory)
  const written = new Statements(writer, true, read)
  const searching = createSearching(() => connect(file, { readonly: true, cache_kb: 8192 }))
  const begin = reader.query('BEGIN')
  const look = () => {
    goingOn()
    if (!reader.inTransaction) begin.run()
    return readTx.at(clock.now())
  }
  const lookAway = () => {
    if (reader.inTransaction) reader.run('COMMIT')
  }
  const least = litestream ? FORSAKEN : 1
  const writeBack = () => {
    const pages = back.waiting()
    if (pages < least) return pages === 0
    lookAway()
    const done = back.run()
    storage.hold(back.held())
    return done
  }
  let [closed, soon] = [false, false]
  /** After a commit: what is in the log is safe, so the way back has a turn of its own, and no request waits for both. */
  const settle = () => {
    if (back.rests()) return
    const pages = back.waiting()
    if (soon && pages >= Math.max(WRITE_BACK_NOW, least)) return void writeBack()
    if (soon || pages < Math.max(WRITE_BACK_AT, least)) return
    soon = true
    void pause().then(() => {
      soon = false
      if (!closed && !back.rests()) doing('write-back', () => storage.settle(writeBack))
    })
  }
  return {
    file,
    storage,
    read: (work) => storage.guard(false, () => work(look()) as never),
    write(work) {
      const after: (() => void)[] = []
      const result = storage.guard(true, () => transact(written, clock, work, memory, lookAway, after))
      storage.assertThere()
      storage.settle(settle)
      for (const action of after) action()
      return result as never
    },
    search: (searched, party) => searching.run(searched, party),
    writeBack: () => storage.guard(true, writeBack),
    close() {
      closed = true
      searching.close()
      // Leaves one whole file to copy; data that cannot be written back now stays safe in the log.
      storage.settle(() => {
        lookAway()
        writeBack()
        writer.run('PRAGMA busy_timeout=0')
        if (!litestream) writer.query('PRAGMA wal_checkpoint(TRUNCATE)').get()
      })
      reader.close(false)
      writer.close(false)
    },
  }
}

/** Reads a database that another process may be running: for a look from outside, never for a change. */
export function openForReading(file: string, clock: Clock): Pick<Db, 'read' | 'close'> {
  const reader = connect(file, { readonly: true })
  const readTx = new Handle(new Statements(reader), clock, null)
  return { read: (work) => work(readTx.at(clock.now())) as never, close: () => reader.close(false) }
}

const PRAGMAS = [
  'busy_timeout=5000',
  'foreign_keys=ON',
  'trusted_schema=OFF',
  'cell_size_check=ON',
  'cache_size=-65536',
  'mmap_size=0',
  'temp_store=MEMORY',
]
// SQLite forgets the errors of its own write-backs, so we make them.
const WRITER_PRAGMAS = ['journal_mode=WAL', 'synchronous=FULL', 'wal_autocheckpoint=0', 'journal_size_limit=67108864']

function connect(file: string, options: { readonly?: boolean; cache_kb?: number }): Database {
  const connection = new Database(
    file,
    options.readonly ? { readonly: true, strict: true } : { create: true, readwrite: true, strict: true },
  )
  for (const pragma of [...PRAGMAS, ...(options.readonly ? [] : WRITER_PRAGMAS)]) connection.run(`PRAGMA ${pragma}`)
  if (options.cache_kb) connection.run(`PRAGMA cache_size=-${options.cache_kb}`)
  return connection
}

function transact<T>(
  statements: Statements,
  clock: Clock,
  work: (tx: Tx) => T,
  memory: Memory,
  lookAway: () => void,
  after: (() => void)[],
): T {
  const { connection } = statements
  const handle = new Handle(statements, clock, null, after)
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

/** Answers remembered at once. */
const MOST_REMEMBERED = 2000

type Remembered = { value: unknown; tables: ReadonlySet<string> }

/**
 * What was worked out from rows, each with the tables that it was read from: a commit that writes none of them leaves it.
 * Were all of it forgotten with each commit, 10 of the 69 lists that `bun run bench` asks would break its promise right
 * after one: pages of the ledger by kind would take 9.3 ms in place of 0.6, the others up to 2.
 */
class Memory {
  readonly #known = new Map<string, Remembered>()

  written(tables: ReadonlySet<string>): void {
    for (const [name, known] of this.#known) if (!known.tables.isDisjointFrom(tables)) this.#known.delete(name)
  }

  get(name: string): Remembered | undefined {
    return this.#known.get(name)
  }

  set(name: string, known: Remembered): void {
    this.#known.set(name, known)
    if (this.#known.size > MOST_REMEMBERED) this.#known.delete(this.#known.keys().next().value!)
  }
}

class Handle implements Tx {
  now: Time = ''
  #over = false
  #orm: Orm | undefined

  constructor(
    private readonly statements: Statements,
    readonly clock: Clock,
    private readonly memory: Memory | null,
    private readonly after: (() => void)[] = [],
  ) {}

  at(now: Time): this {
    this.now = now
    return this
  }

  end() {
    this.#over = true
  }

  get orm(): Orm {
    this.#alive()
    // All that it wants of a connection is to prepare.
    this.#orm ??= drizzle(this.statements as unknown as Database)
    return this.#orm
  }

  rows<T>(sql: string, ...params: Param[]): T[] {
    this.#alive()
    return this.statements.prepare(sql).all(...(params as SQLQueryBindings[])) as T[]
  }

  row<T>(sql: string, ...params: Param[]): T | null {
    this.#alive()
    return this.statements.prepare(sql).get(...(params as SQLQueryBindings[])) as T | null
  }

  run(sql: string, ...params: Param[]): number {
    this.#alive()
    return this.statements.prepare(sql).run(...(params as SQLQueryBindings[])).changes
  }

  number(sql: string, ...params: Param[]): number {
    this.#alive()
    const [first] = this.statements.prepare(sql).values(...(params as SQLQueryBindings[]))
    return (first?.[0] as number | null | undefined) ?? 0
  }

  count(sql: string, ...params: Param[]): number {
    return this.remember(`${sql}\0${params.join('\0')}`, () => this.number(sql, ...params))
  }

  remember<T>(name: string, work: () => T): T {
    const { memory } = this
    if (!memory) return work()
    const before = memory.get(name)
    if (before) {
      // Whatever is worked out from it was read from the same tables.
      this.statements.note(before.tables)
      return before.value as T
    }
    const { result: value, tables } = this.statements.watch(work)
    if (value !== null) memory.set(name, { value, tables })
    return value
  }

  afterCommit(action: () => void) {
    this.after.push(action)
  }

  #alive() {
    if (this.#over) throw new Error('the transaction is over')
  }
}
