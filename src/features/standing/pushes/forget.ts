/** Deletes old rows, and rows of a deleted push, in slices. */

import { PINGS_OF_JOBS } from '../../../domains/indexnow/index.ts'
import type { Tx } from '../../../kernel/database/database.ts'
import { readSetting, writeSetting } from '../../../kernel/database/settings.ts'
import { DAY, plus } from '../../../kernel/time/clock.ts'

/** The setting with the numbers of deleted pushes. */
export const GONE = 'standing_pushes_gone'
const RUNS_KEPT = 90 * DAY

export function forgetGone(tx: Tx, limit: number): number {
  const [number, ...more] = readSetting<number[]>(tx, GONE) ?? []
  if (number === undefined) return 0
  const rows = (table: string) =>
    tx.run(
      `delete from ${table} where push = ?1 and url_hash in (select url_hash from ${table} where push = ?1 limit ?2)`,
      number,
      limit,
    )
  // A list is up to 600 KB: fewer of them go in one step.
  const lists = tx.run(
    'delete from standing_lists where rowid in (select rowid from standing_lists where push = ? limit 2)',
    number,
  )
  const gone = rows('standing_queue') + rows('watched_urls') + rows('standing_missing') + lists
  if (gone === 0) writeSetting(tx, GONE, more)
  return gone > 0 || more.length ? limit : 0
}

export function forgetRuns(tx: Tx, limit: number): number {
  const old = tx.rows<{ id: string }>(
    "select id from standing_runs where state in ('done', 'partial', 'failed') and started_at < ? limit ?",
    plus(tx.now, -RUNS_KEPT),
    limit,
  )
  // URLs that the run announced to IndexNow alone have no job that would delete them.
  const pings = old.reduce((n, { id }) => n + PINGS_OF_JOBS.forget(tx, id, limit), 0)
  if (pings > 0) return limit
  return tx.run(
    'delete from standing_runs where id in (select value from json_each(?))',
    JSON.stringify(old.map(({ id }) => id)),
  )
}
