import type { drizzle } from 'drizzle-orm/bun-sqlite'
import type { Time } from '../time/clock.ts'

export type Orm = ReturnType<typeof drizzle>
export type Param = string | number | null | Uint8Array

/** Links rows of the audit trail; the row `from_seq` follows `start`. */
export type AuditKey = { from_seq: number; start: Uint8Array; key: Uint8Array }

/** Reads of a transaction. `rows` and `row` prepare their text once; columns come back under their own names. */
export type ReadTx = {
  readonly now: Time
  /** Drizzle, for everyday look-ups and writes. Lists, sums and bulk statements are SQL text through `rows` and `run`. */
  readonly orm: Orm
  rows<T>(sql: string, ...params: Param[]): T[]
  row<T>(sql: string, ...params: Param[]): T | null
  /** The first column of the first row; 0 where there is none. */
  number(sql: string, ...params: Param[]): number
  /** A number, remembered like a result of `remember`. */
  count(sql: string, ...params: Param[]): number
  /**
   * Something worked out from rows alone (never from the time), remembered until a commit writes a table that the work
   * has read; null is not.
   */
  remember<T>(name: string, work: () => T): T
}

/** A write transaction. Dead once its function has returned. */
export type Tx = ReadTx & {
  /** The key with which rows of the audit trail are linked; null in a database that nobody gave one. */
  readonly audit_key: AuditKey | null
  /** Runs a statement and says how many rows it changed. */
  run(sql: string, ...params: Param[]): number
  /** Called once the commit is on disk; never when it fails. */
  afterCommit(action: () => void): void
}
