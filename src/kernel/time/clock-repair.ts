import type { Tx } from '../database/database.ts'
import { HOUR, plus } from './clock.ts'

/** Corrects at most `limit` rows whose times a wrong clock wrote, and returns their number. Called until none is left. */
export type ClockRepair = { what: string; repair(tx: Tx, limit: number): number }

declare module '../operation/app.ts' {
  interface App {
    /** The repairs of every kind of row. */
    clock_repairs: readonly ClockRepair[]
  }
}

/** A past moment cannot be further ahead than a clock may be set back. */
export const PAST = HOUR

/**
 * Sets times of one column that lie further ahead than `at_most` to now. `key` names the rows; `also` narrows them.
 */
export const futureTimes = (
  table: string,
  key: string,
  column: string,
  at_most: number,
  also = 'true',
): ClockRepair => ({
  what: `${table}.${column}`,
  repair: (tx, limit) =>
    tx.run(
      `update ${table} set ${column} = ? where (${key}) in (
         select ${key} from ${table} where ${column} > ? and ${also} limit ?)`,
      tx.now,
      plus(tx.now, at_most),
      limit,
    ),
})
