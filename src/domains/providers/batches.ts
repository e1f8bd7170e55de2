import type { ReadTx, Tx } from '../../kernel/database.ts'
import { newId } from '../../kernel/ids.ts'
import { taskName } from '../../kernel/task.ts'
import type { JobRows } from '../jobs/index.ts'

/** The task that orders what is due. */
export const SEND_LINKS = taskName('send_links')

/** Writes a batch to be ordered. Its links carry the returned id as `batch_id`; then `noteSites`. */
export function planBatch(tx: Tx, batch: { job_id: string; tenant_id: string; url_count: number }): string {
  const id = newId()
  tx.run(
    `insert into batches (id, ref, job_id, tenant_id, state, url_count, next_attempt_at, created_at)
     values (?, ?, ?, ?, 'planned', ?, ?, ?)`,
    id,
    `sp-${id}`,
    batch.job_id,
    batch.tenant_id,
    batch.url_count,
    tx.now,
    tx.now,
  )
  return id
}

/** Writes the batch of a push's links that are not sent: never ordered, it only counts what is seen of them. */
export function planHoldoutBatch(tx: Tx, batch: { job_id: string; tenant_id: string; url_count: number }): string {
  const id = planBatch(tx, batch)
  tx.run("update batches set state = 'held', next_attempt_at = null, sent_at = ? where id = ?", tx.now, id)
  return id
}

/** Writes down which sites the links that carry this id are on. */
export function noteSites(tx: Tx, batch_id: string): void {
  tx.run(`insert into batch_sites ${SITES} where batch_id = ?`, batch_id)
}

/** Forgets the batches of a push that no call was made for. Their links still carry their ids. */
export function dropPlanned(tx: Tx, job_id: string): void {
  const planned = "(select id from batches where job_id = ? and state = 'planned')"
  tx.run(`delete from batch_sites where (site, batch_id) in (${SITES} where batch_id in ${planned})`, job_id)
  tx.run(`delete from batches where id in ${planned}`, job_id)
}

/** The normalised URL always has a slash after the host: https://host[:port]/path. */
const SITES = `select distinct substr(url, instr(url, '//') + 2, instr(substr(url, instr(url, '//') + 2), '/') - 1), batch_id
  from links`

/** What looks at the links of a batch showed, as far as it adds to its numbers. */
export type Sighted = {
  batch_id: string
  /** Seen for the first time: the look day, or later than the last; null when it was not. */
  seen: number | 'later' | null
  looked_day3: boolean
}

/** Adds to the numbers of the batches, so that no board ever counts links. */
export function countSightings(tx: Tx, sightings: (Sighted | null)[]): void {
  const known = sightings.filter((sighted) => sighted !== null)
  for (const [batch_id, of] of Map.groupBy(known, (sighted) => sighted.batch_id)) {
    const until = (day: number) => of.filter(({ seen }) => typeof seen === 'number' && seen <= day).length
    tx.run(
      `update batches set indexed_day1 = indexed_day1 + ?, indexed_day3 = indexed_day3 + ?, indexed_day7 = indexed_day7 + ?,
         indexed_later = indexed_later + ?, looked_day3 = looked_day3 + ? where id = ?`,
      until(1),
      until(3),
      until(7),
      of.filter(({ seen }) => seen === 'later').length,
      of.filter(({ looked_day3 }) => looked_day3).length,
      batch_id,
    )
  }
}

/** The links of a batch, in the order they were given. */
export const urlsOf = (tx: ReadTx, batch_id: string): string[] =>
  tx.rows<{ url: string }>('select url from links where batch_id = ? order by id', batch_id).map((row) => row.url)

/** A supplier's report names the links itself; only the simulated one needs those of the job. */
export const BATCHES_OF_JOBS: JobRows = {
  forget(tx, job_id) {
    tx.run('update batches set report_due_at = null where job_id = ? and simulated = 1', job_id)
    return 0
  },
}

/** Batches that wait for their next try are due now. */
export const hastenBatches = (tx: Tx): number =>
  tx.run('update batches set next_attempt_at = ? where next_attempt_at > ?', tx.now, tx.now)
