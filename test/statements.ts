import { Database } from 'bun:sqlite'
import type { Db, Param, ReadTx } from '../src/kernel/database/database.ts'

type Statement = { sql: string; params: Param[] }

const TAKES_SQL = new Set(['rows', 'row', 'number', 'count', 'run'])

/** Notes the SQL text that goes through `db` from now on; `plans` says how SQLite finds the rows of those that name a table. */
export function noteStatements(db: Db) {
  const noted: Statement[] = []
  const noting = <T extends ReadTx>(tx: T): T =>
    new Proxy(tx, {
      get(_, name) {
        const part = Reflect.get(tx, name, tx)
        if (typeof part !== 'function') return part
        if (!TAKES_SQL.has(String(name))) return part.bind(tx)
        return (sql: string, ...params: Param[]) => {
          noted.push({ sql, params })
          return part.call(tx, sql, ...params)
        }
      },
    })
  const { read, write } = db
  db.read = (work) => read((tx) => work(noting(tx)))
  db.write = (work) => write((tx) => work(noting(tx)))
  return {
    noted,
    plans(table: RegExp): string[] {
      using planner = new Database(db.file, { readonly: true, strict: true })
      const texts = [...new Set(noted.map(({ sql }) => sql).filter((sql) => table.test(sql)))]
      return texts.flatMap((sql) =>
        planner
          .query<{ detail: string }, []>(`explain query plan ${sql}`)
          .all()
          .map(({ detail }) => detail),
      )
    },
  }
}
