/** The two agencies of the seeded folder: what is the other's, so that a trace of it can be found in an answer. */
import type { Database } from 'bun:sqlite'
import { tablesOf } from '../contract/kept-rows.ts'
import { PLACES } from '../contract/places.ts'
import { CAST } from '../world.ts'

/** Stands in every text of the other agency's rows, and nowhere else. */
export const MARK = 'zebra'

type Cell = string | number | null | Uint8Array
type Row = Record<string, Cell>

/** Names that rows of the other agency and of its client have, in any column. */
const NAME = /ten_(rival|kiosk)|\.other(_client)?(?!\w)|usr_(rita|rival_)/
const NUMBERS = [PLACES.other.offset, PLACES.other_client.offset + 100_000] as const

/** Whether the row is the other agency's, or of something that is. */
const isTheirs = (row: Row): boolean =>
  Object.entries(row).some(([column, value]) =>
    typeof value === 'number'
      ? /(^|_)id$/.test(column) && value >= NUMBERS[0] && value < NUMBERS[1]
      : typeof value === 'string' && NAME.test(value),
  )

/** Columns of free text: the mark is added. Where a colour, a word or a moment is stored, none could stand. */
const PROSE =
  /^(name|notes?|answer_note|subject|evidence|explanation|answer|user_agent|client_name|from_name|fix|last_error|label)$/

/** Puts the mark into every name, note, host, address, URL and stored answer of the other agency. */
export function markTheirs(database: Database): void {
  eachOfTheirs(database, (table, rowid, row) => {
    const own = storedIn(database, table)
    for (const [column, value] of Object.entries(row)) {
      const marked = markedAs(column, value)
      if (marked !== value && own.has(column))
        database.run(`update ${table} set ${column} = ? where ${rowid}`, [marked])
    }
  })
}

/** The columns that hold what was written, not what is worked out from it. */
const storedIn = (database: Database, table: string): Set<string> =>
  new Set(
    database
      .query<{ name: string }, [string]>('select name from pragma_table_xinfo(?) where hidden = 0')
      .all(table)
      .map(({ name }) => name),
  )

function markedAs(column: string, value: Cell): Cell {
  if (column === 'ip') return '198.51.100.77'
  // An order that waits for a person has no answer yet.
  if (column === 'answer' && value === null) return null
  if (PROSE.test(column)) return `${value ?? ''} ${MARK}`.trim()
  if (typeof value !== 'string') return value
  const hosts = value.replace(/[\w-]+(\.[\w-]+)*\.example/g, `${MARK}.example`).replace('usr_ada', CAST.rita.id)
  return hosts.startsWith('{"') ? hosts.replace('{', `{"${MARK}":"${MARK}",`) : hosts
}

/** Takes the other agency away, as if it had never been there. */
export function removeTheirs(database: Database): void {
  eachOfTheirs(database, (table, rowid) => database.run(`delete from ${table} where ${rowid}`))
}

function eachOfTheirs(database: Database, work: (table: string, where: string, row: Row) => void): void {
  database.run('PRAGMA foreign_keys=OFF')
  database.transaction(() => {
    for (const table of tablesOf(database))
      for (const row of database.query<Row, []>(`select * from ${table}`).all().filter(isTheirs))
        work(table, whereOf(database, table, row), row)
  })()
}

/** The row's primary key, as SQL. */
function whereOf(database: Database, table: string, row: Row): string {
  const keys = database.query<{ name: string }, [string]>('select name from pragma_table_info(?) where pk').all(table)
  return keys
    .map(({ name }) => `${name} = ${typeof row[name] === 'number' ? row[name] : `'${row[name]}'`}`)
    .join(' and ')
}

/** What shows that an answer speaks of the other agency. Numbers are those of links and stored results. */
export const TRACE_OF_THEIRS = new RegExp(`${MARK}|${NAME.source}|198\\.51\\.100\\.77|\\b[56]0\\d{4}\\b`, 'i')
/** The same of the first agency, once the other's rows are marked. Its tree, hosts and people. */
export const TRACE_OF_OURS = /ten_(northwind|bakery|team|stall|studio)\b|(northwind|bakery|team|agency)\.example/

/** Ben works for both: each may see him. */
export const withoutBen = (text: string): string => text.replaceAll(CAST.ben.email, '')
