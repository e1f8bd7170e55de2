import { Database, type SQLQueryBindings } from 'bun:sqlite'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import type { Clock, Time } from './clock.ts'

type Orm = ReturnType<typeof drizzle>
export type Param = string | number | null | Uint8Array

/** What a read may do. `rows` and `row` prepare their text once; columns come back under their own names. */
export type ReadTx = {
  readonly now: Time
  /** Drizzle, for everyday look-ups and writes. Lists, sums and bulk statements are SQL text through `rows` and `run`. */
  readonly orm: Orm
  rows<T>(sql: string, ...params: Param[]): T[]
  row<T>(sql: string, ...params: Param[]): T | null
  /** A count, remembered until the next commit. The statement names its result `n`. */
  count(sql: string, ...params: Param[]): number
  /** Something worked out from rows alone (never from the time), remembered until the next commit; null is not. */
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
  readonly file: string
  close(): void
}

/** A promise cannot be returned from a transaction. */
export type Sync<T> = T extends PromiseLike<unknown> ? never : T

/** SQLite by the book for money: WAL, every commit synced, foreign keys on. `strict` makes a missing parameter an error. */
export function openDatabase(file: string, clock: Clock): Db {
  const writer = connect(file, {})
  const reader = connect(file, { readonly: true })
  const known = new Map<string, unknown>()
  const readTx = new Handle(reader, clock, known)
  return {
    file,
    read: (work) => work(readTx.at(clock.now())) as never,
    write: (work) => transact(writer, clock, work, () => known.clear()) as never,
    close() {
      reader.close(false)
      writer.close(false)
    },
  }
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
const WRITER_PRAGMAS = ['journal_mode=WAL', 'synchronous=FULL', 'journal_size_limit=67108864']

function connect(file: string, options: { readonly?: boolean }): Database {
  const connection = new Database(
    file,
    options.readonly ? { readonly: true, strict: true } : { create: true, readwrite: true, strict: true },
  )
  for (const pragma of [...PRAGMAS, ...(options.readonly ? [] : WRITER_PRAGMAS)]) connection.run(`PRAGMA ${pragma}`)
  return connection
}

function transact<T>(connection: Database, clock: Clock, work: (tx: Tx) => T, committed: () => void): T {
  const after: (() => void)[] = []
  const handle = new Handle(connection, clock, null, after)
  connection.run('BEGIN IMMEDIATE')
  let result: T
  try {
    result = work(handle.at(clock.now()) as Tx)
    if (result instanceof Promise) {
      result.catch(() => {})
      throw new Error('asynchronous work inside a transaction')
    }
    connection.run('COMMIT')
  } catch (error) {
    if (connection.inTransaction) connection.run('ROLLBACK')
    throw error
  } finally {
    handle.end()
  }
  committed()
  for (const action of after) action()
  return result
}

/** Answers remembered between two commits. */
const MOST_REMEMBERED = 2000

class Handle implements Tx {
  now: Time = ''
  #over = false
  #orm: Orm | undefined

  constructor(
    private readonly connection: Database,
    readonly clock: Clock,
    private readonly known: Map<string, unknown> | null,
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
    this.#orm ??= drizzle(this.connection)
    return this.#orm
  }

  rows<T>(sql: string, ...params: Param[]): T[] {
    this.#alive()
    return this.connection.query(sql).all(...(params as SQLQueryBindings[])) as T[]
  }

  row<T>(sql: string, ...params: Param[]): T | null {
    this.#alive()
    return this.connection.query(sql).get(...(params as SQLQueryBindings[])) as T | null
  }

  run(sql: string, ...params: Param[]): number {
    this.#alive()
    return this.connection.query(sql).run(...(params as SQLQueryBindings[])).changes
  }

  count(sql: string, ...params: Param[]): number {
    const count = () => this.row<{ n: number }>(sql, ...params)?.n ?? 0
    return this.known ? this.remember(`${sql}\0${params.join('\0')}`, count) : count()
  }

  remember<T>(name: string, work: () => T): T {
    const { known } = this
    if (!known) return work()
    const before = known.get(name)
    if (before !== undefined) return before as T
    const value = work()
    if (value !== null && known.size < MOST_REMEMBERED) known.set(name, value)
    return value
  }

  afterCommit(action: () => void) {
    this.after.push(action)
  }

  #alive() {
    if (this.#over) throw new Error('the transaction is over')
  }
}
