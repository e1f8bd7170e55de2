/** SQL statements kept ready on a connection, and which tables each of them may touch. */
import type { Database, Statement } from 'bun:sqlite'

/** Statements kept ready. Bun's own cache stops at 20, and every other statement would be compiled on each call. */
const MOST_STATEMENTS = 500

export class Statements {
  readonly #kept = new Map<string, { statement: Statement; tables: ReadonlySet<string> }>()
  #schema: Schema | undefined
  #touched: Set<string> | null = null

  /** A connection that `writes` does not count a `select`. `beside` belongs to another connection to the same file. */
  constructor(
    readonly connection: Database,
    private readonly writes = false,
    private readonly beside?: Statements,
  ) {}

  /** The statement, compiled once. Drizzle asks for its own under this name. */
  prepare(sql: string): Statement {
    const { statement, tables } = this.#kept.get(sql) ?? this.#keep(sql)
    this.note(tables)
    return statement
  }

  /** Counts these tables as touched. */
  note(tables: ReadonlySet<string>): void {
    if (this.#touched) for (const table of tables) this.#touched.add(table)
  }

  /** Does the work, and says which tables its statements may have touched. */
  watch<T>(work: () => T): { result: T; tables: ReadonlySet<string> } {
    const outer = this.#touched
    const tables = new Set<string>()
    this.#touched = tables
    try {
      return { result: work(), tables }
    } finally {
      this.#touched = outer
      this.note(tables)
    }
  }

  private get schema(): Schema {
    this.#schema ??= this.beside?.schema ?? schemaOf(this.connection)
    return this.#schema
  }

  #keep(sql: string) {
    const tables = this.writes && /^\s*select\b/i.test(sql) ? NONE : tablesOf(this.schema, sql)
    const kept = { statement: this.connection.prepare(unseen(sql)), tables }
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
 * SQLite recompiles a statement for each value of a parameter that its planner read (in joins and limits). A unary plus,
 * which changes no value, hides the parameter from the planner. Without it `GET /me` takes 140 µs of processor time in
 * place of 45, a page of jobs 520 in place of 400.
 */
const unseen = (sql: string): string => sql.replace(PARAMETERS, (text) => (text[0] === '?' ? `+${text}` : text))

/** A parameter, or something that may hold a question mark which is none. */
const PARAMETERS = /'(?:[^']|'')*'|"[^"]*"|--.*|\?\d*/g

type Names = ReadonlySet<string>
const NONE: Names = new Set()
/** All tables; those that a trigger of a table names; those that refer to it. */
type Schema = {
  tables: Names
  triggered: Map<string, string[]>
  referring: Map<string, string[]>
  /** Tables of the newest texts, for all connections. */
  touched: Map<string, Names>
}

/** The schema of the database that was opened last: tests open thousands, all with one schema. */
let known: { text: string; schema: Schema } | undefined

/** Holds as long as the schema stays, and that changes only before the database is opened. */
function schemaOf(connection: Database): Schema {
  const rows = connection
    .query<{ type: string; tbl_name: string; sql: string }, []>(
      "select type, tbl_name, sql from sqlite_schema where type in ('table', 'trigger') and sql is not null",
    )
    .all()
  const text = rows.map(({ tbl_name, sql }) => `${tbl_name} ${sql}`).join('\n')
  if (known?.text !== text) known = { text, schema: schemaIn(rows) }
  return known.schema
}

const REFERENCES = /\breferences\s+["`]?(\w+)/gi

function schemaIn(rows: { type: string; tbl_name: string; sql: string }[]): Schema {
  const tables = new Set(rows.flatMap(({ type, tbl_name }) => (type === 'table' ? [tbl_name] : [])))
  const triggered = new Map<string, string[]>()
  const referring = new Map<string, string[]>()
  for (const { type, tbl_name, sql } of rows) {
    if (type === 'trigger') triggered.set(tbl_name, [...(triggered.get(tbl_name) ?? []), ...namesIn(sql, tables)])
    else
      for (const [, name] of sql.matchAll(REFERENCES)) referring.set(name!, [...(referring.get(name!) ?? []), tbl_name])
  }
  return { tables, triggered, referring, touched: new Map() }
}

/** A text touches the tables it names, the tables their triggers name, and for deletions the referring tables. */
function tablesOf({ tables, triggered, referring, touched: known }: Schema, sql: string): Names {
  const before = known.get(sql)
  if (before) return before
  const touched = namesIn(sql, tables)
  const deletes = /\b(delete|replace)\b/i.test(sql)
  for (const name of touched) {
    for (const next of triggered.get(name) ?? []) touched.add(next)
    if (deletes) for (const next of referring.get(name) ?? []) touched.add(next)
  }
  if (known.size === 2 * MOST_STATEMENTS) known.clear()
  known.set(sql, touched)
  return touched
}

const namesIn = (sql: string, tables: Names): Set<string> =>
  new Set((sql.toLowerCase().match(/\w+/g) ?? []).filter((word) => tables.has(word)))
