/** Handles of a connection for reads and writes, and results that reads keep from one commit to the next. */
import type { Database, SQLQueryBindings } from 'bun:sqlite'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import type { Clock, Time } from '../time/clock.ts'
import type { Statements } from './statements.ts'
import type { AuditKey, Orm, Param, Tx } from './tx.ts'

/** Answers remembered at once. */
const MOST_REMEMBERED = 2000

type Remembered = { value: unknown; tables: ReadonlySet<string> }

/**
 * Results that were worked out from rows, each with the tables that it was read from: only a commit that writes one of
 * them drops it. If each commit dropped all, 10 of the 69 lists of `bun run bench` would miss their limit right after
 * one: pages of the ledger by kind would take 9.3 ms instead of 0.6, the others up to 2.
 */
export class Memory {
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

export class Handle implements Tx {
  now: Time = ''
  #over = false
  #orm: Orm | undefined

  constructor(
    private readonly statements: Statements,
    readonly clock: Clock,
    private readonly memory: Memory | null,
    private readonly after: (() => void)[] = [],
    readonly audit_key: AuditKey | null = null,
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
