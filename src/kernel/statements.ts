/** SQL statements kept ready on a connection, and which trees of the file (tables, indexes) each of them opens. */
import type { Database, Statement } from 'bun:sqlite'

/** Statements kept ready. Bun's own cache stops at 20, and every other statement would be compiled on each call. */
const MOST_STATEMENTS = 500

type Kept = { statement: Statement; trees?: readonly number[] }

export class Statements {
  readonly #kept = new Map<string, Kept>()
  #opened: Set<number> | null = null

  /** `opens` says what counts as opened: trees that are read, or those that are written. */
  constructor(
    readonly connection: Database,
    private readonly opens: 'reads' | 'writes',
  ) {}

  /** The statement, compiled once. Drizzle asks for its own under this name. */
  prepare(sql: string): Statement {
    const kept = this.#kept.get(sql) ?? this.#keep(sql)
    if (this.#opened) {
      kept.trees ??= treesOf(this.connection, unseen(sql), OPENING[this.opens])
      this.note(kept.trees)
    }
    return kept.statement
  }

  /** Counts these trees as opened. */
  note(trees: Iterable<number>): void {
    if (this.#opened) for (const tree of trees) this.#opened.add(tree)
  }

  /** Does the work, and says which trees its statements opened. */
  watch<T>(work: () => T): { result: T; trees: ReadonlySet<number> } {
    const outer = this.#opened
    const trees = new Set<number>()
    this.#opened = trees
    try {
      return { result: work(), trees }
    } finally {
      this.#opened = outer
      this.note(trees)
    }
  }

  #keep(sql: string): Kept {
    const kept: Kept = { statement: this.connection.prepare(unseen(sql)) }
    this.#kept.set(sql, kept)
    if (this.#kept.size > MOST_STATEMENTS) this.#dropOldest()
    return kept
  }

  #dropOldest(): void {
    const [oldest] = this.#kept
    this.#kept.delete(oldest![0])
    oldest![1].statement.finalize()
  }
}

/**
 * SQLite compiles a query anew for each value of a parameter that its planner has looked at (in joins and limits): 4 to
 * 25 µs a call. Behind a unary plus, which changes no value, it does not look.
 */
const unseen = (sql: string): string =>
  /^\s*(explain query plan )?(select|with)\b/i.test(sql)
    ? sql.replace(PARAMETERS, (text) => (text[0] === '?' ? `+${text}` : text))
    : sql

/** A parameter, or something that may hold a question mark which is none. */
const PARAMETERS = /'(?:[^']|'')*'|"[^"]*"|--.*|\?\d*/g

/** Opcodes that open a tree (https://sqlite.org/opcode.html), and the operand that holds its root page. */
const OPENING: Record<'reads' | 'writes', Record<string, 'p1' | 'p2'>> = {
  reads: { OpenRead: 'p2', ReopenIdx: 'p2' },
  writes: { OpenWrite: 'p2', Clear: 'p1' },
}

type Step = { opcode: string; p1: number; p2: number }

/**
 * Root pages of what a statement opens, its triggers and cascades included: SQLite itself tells. They hold for as long as
 * the schema stays, and that changes only before the database is opened.
 */
function treesOf(connection: Database, sql: string, opening: Record<string, 'p1' | 'p2'>): number[] {
  if (!/^\s*(select|with|insert|replace|update|delete)\b/i.test(sql)) return []
  const program = connection.prepare(`explain ${sql}`)
  const steps = program.all() as Step[]
  program.finalize()
  return steps.flatMap((step) => {
    const operand = opening[step.opcode]
    return operand ? step[operand] : []
  })
}
