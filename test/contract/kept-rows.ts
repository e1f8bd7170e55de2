import { Database } from 'bun:sqlite'
import type { Db } from '../../src/kernel/database/database.ts'

/** Columns that change by being looked at. */
const TOUCHED = ['last_used_at', 'last_seen_at']

/**
 * Keeps the rows as they are now. A connection of its own brings back the tables that were written to since, without the
 * rules and the syncing that production pays for: it is done thousands of times.
 */
export function keepRows(db: Db) {
  const own = new Database(db.file, { strict: true })
  for (const pragma of ['foreign_keys=OFF', 'synchronous=OFF', 'temp_store=MEMORY']) own.run(`PRAGMA ${pragma}`)
  const names = tablesOf(own)
  for (const name of names)
    own.run(`create temp table "kept ${name}" as select ${columnsOf(own, name)} from main.${name}`)
  const restore = new Map(
    names.map((name) => [
      name,
      [
        own.prepare(`delete from main.${name}`),
        own.prepare(`insert into main.${name} (${columnsOf(own, name)}) select * from temp."kept ${name}"`),
      ],
    ]),
  )
  const targetsOf = triggerTargets(own, names)
  /** What triggers did while a table came back is undone by bringing back theirs after it. */
  const bringBack = own.transaction((written: string[]) => {
    for (let next = new Set(written); next.size; next = new Set([...next].flatMap(targetsOf)))
      for (const name of next) for (const statement of restore.get(name)!) statement.run()
  })
  const written = watchWrites(db, names)
  // Counts the commits of other connections alone.
  const versionOf = own.prepare<{ data_version: number }, []>('PRAGMA data_version')
  let kept = versionOf.get()!.data_version
  const texts = new Map(names.map((name) => [name, textOf(own, name)]))
  /** Names of the tables that were written to since they were kept. */
  const changed = (): string[] => (versionOf.get()!.data_version === kept ? [] : written.names())
  return {
    reset() {
      const version = versionOf.get()!.data_version
      if (version === kept) return
      bringBack.immediate(written.names())
      written.forget()
      kept = version
      // Readers keep their moment until the next commit of the product's own.
      db.write(() => null)
    },
    ids: () => idsOf(own),
    changed,
    /** The rows of all tables that are not as they were kept, as text. */
    rows: () =>
      changed()
        .map((name) => [name, textOf(own, name)] as const)
        .filter(([name, text]) => text !== texts.get(name))
        .toSorted()
        .join('\n'),
    forget: () => own.close(),
  }
}

/** The tables that triggers of a table write to. */
function triggerTargets(own: Database, names: string[]): (name: string) => string[] {
  const triggers = own
    .query<{ tbl_name: string; sql: string }, []>("select tbl_name, sql from main.sqlite_schema where type = 'trigger'")
    .all()
  const targets = new Map(
    names.map((name) => [
      name,
      triggers
        .filter(({ tbl_name }) => tbl_name === name)
        .flatMap(({ sql }) => [...sql.matchAll(/(?:insert into|update|delete from) (\w+)/gi)].map(([, to]) => to!))
        .filter((to) => to !== name && names.includes(to)),
    ]),
  )
  return (name) => targets.get(name)!
}

/** Notes on the product's own connection which tables are written to. */
function watchWrites(db: Db, names: string[]) {
  db.write((tx) => {
    tx.run('create temp table written (name text primary key) without rowid')
    for (const name of names)
      for (const act of ['insert', 'update', 'delete'])
        tx.run(
          `create temp trigger "${act} ${name}" after ${act} on main.${name}
           begin insert into written select '${name}' where not exists (select 1 from written where name = '${name}'); end`,
        )
  })
  return {
    names: () => db.write((tx) => tx.rows<{ name: string }>('select name from temp.written').map(({ name }) => name)),
    forget: () => db.write((tx) => void tx.run('delete from temp.written')),
  }
}

/** Those that are written: SQLite works the others out. */
const columnsOf = (database: Database, table: string): string =>
  database
    .query<{ name: string }, [string]>('select name from pragma_table_info(?)')
    .all(table)
    .map(({ name }) => name)
    .join(', ')

/** Names of the product's tables. */
export const tablesOf = (database: Database): string[] =>
  database
    .query<{ name: string }, []>("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
    .all()
    .map(({ name }) => name)

/** Ids of all rows there are. */
export const idsOf = (database: Database): string[] =>
  tablesOf(database)
    .filter((name) => database.query(`select 1 from pragma_table_info(?) where name = 'id'`).get(name))
    .flatMap((name) => database.query<{ id: string }, []>(`select cast(id as text) as id from ${name}`).all())
    .map(({ id }) => id)

/** How often a busy machine held the loop up: no request wrote that. */
const STALLS = "where name <> 'loop_stalls'"
/** What the trail says of the refusal itself. */
const REFUSALS = "where action not in ('refused', 'throttled', 'invalid_flood')"
const LEFT_OUT: Record<string, string> = { settings: STALLS, audit: REFUSALS }

/** All rows as text, but for the tables named; they are read again only after a commit. */
export function readRows(file: string, except: string[] = []) {
  const own = new Database(file, { readonly: true })
  const versionOf = own.prepare<{ data_version: number }, []>('PRAGMA data_version')
  let read = { version: -1, text: '' }
  const all = () =>
    tablesOf(own)
      .filter((name) => !except.includes(name))
      .map((name) => `${name},${textOf(own, name)}`)
      .join('\n')
  return {
    rows(): string {
      const { data_version: version } = versionOf.get()!
      if (read.version !== version) read = { version, text: all() }
      return read.text
    },
    forget: () => own.close(),
  }
}

const textOf = (database: Database, table: string): string =>
  JSON.stringify(database.query(`select * from ${table} ${LEFT_OUT[table] ?? ''}`).all(), (column, value) =>
    TOUCHED.includes(column) ? null : value,
  )
