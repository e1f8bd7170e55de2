/**
 * Searches, which look at every row that they might find. Each steps through its rows on a connection of its own, from one
 * moment of the database, and lets others have their turn meanwhile: however many rows there are, nobody is held up.
 */
import type { Database, SQLQueryBindings } from 'bun:sqlite'
import { Gate, OWN_WORK, type Party } from '../scheduling/fair-pool.ts'
import { pacer } from '../scheduling/pause.ts'

type Params = readonly (string | number | null)[]

/** Reads of a search, all of the same moment. */
export type SearchReader = {
  /** Steps through rows until `each` returns true. The statement must return one of every few hundred rows it reads. */
  walk<T>(sql: string, params: Params, each: (row: T) => boolean): Promise<void>
  rows<T>(sql: string, params: Params): T[]
}

/** A result that takes more than one turn of the event loop: a read returns it, and the caller waits for it. */
export class Searched<T> {
  constructor(readonly run: (look: SearchReader) => Promise<T>) {}
}

type SearchRunner = { run<T>(searched: Searched<T>, party?: Party): Promise<T>; close(): void }

/** Searches at once; agencies take turns. */
const AT_ONCE = 4

export function createSearching(connect: () => Database): SearchRunner {
  const gate = new Gate({ total: AT_ONCE, per_host: AT_ONCE })
  const idle: Database[] = []
  let closed = false

  const lookOn = (connection: Database): SearchReader => ({
    async walk(sql, params, each) {
      const breathe = pacer()
      for (const row of connection.query(sql).iterate(...(params as SQLQueryBindings[]))) {
        if (each(row as never)) break
        const rest = breathe()
        if (rest) await rest
        if (closed) throw new Error('the database was closed')
      }
    },
    rows: (sql, params) => connection.query(sql).all(...(params as SQLQueryBindings[])) as never[],
  })

  return {
    async run(searched, party = OWN_WORK) {
      await gate.enter('', undefined, party)
      const connection = idle.pop() ?? connect()
      try {
        connection.run('BEGIN')
        return await searched.run(lookOn(connection))
      } finally {
        gate.leave('', party)
        if (closed) connection.close(false)
        else {
          connection.run('COMMIT')
          idle.push(connection)
        }
      }
    },
    close() {
      closed = true
      for (const connection of idle) connection.close(false)
    },
  }
}
