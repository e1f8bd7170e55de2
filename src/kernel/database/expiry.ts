import type { Tx } from './database.ts'

/** Deletes rows that have expired, at most `limit`, and returns their number. Called until none is left. */
export type Expiry = (tx: Tx, limit: number) => number

declare module '../operation/app.ts' {
  interface App {
    /** Expiries of the features, hourly. */
    expired: readonly Expiry[]
  }
}
