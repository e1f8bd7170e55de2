/**
 * Large orders in slices. The order is one transaction: job, credits, answer, and what its rows are made of. The rows
 * follow, because ten thousand at once would block all requests for 40 ms: the order waits for them, and after a kill the
 * task that goes on with the job writes them. Until then nobody changes the job.
 */
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { conflict } from '../../kernel/operation/fault.ts'
import { pause } from '../../kernel/scheduling/pause.ts'
import { untilIdle } from '../../kernel/scheduling/steps.ts'
import { findJob } from './find.ts'
import { type JobRow, orderSlices } from './tables.ts'

/** Links written in one transaction: about 4 ms, without its commit. */
export const LINKS_A_SLICE = 1000

type Row = typeof orderSlices.$inferSelect
/** The credits are those that the order reserved for its rows; `data` holds the source of the rows. */
type Slice<Data> = Pick<Row, 'job_id' | 'kind'> & { index_credits?: number; check_credits?: number; data: Data }

export const keepSlice = (tx: Tx, { index_credits = 0, check_credits = 0, data, ...slice }: Slice<object>): unknown =>
  tx.orm
    .insert(orderSlices)
    .values({ ...slice, index_credits, check_credits, data: JSON.stringify(data) })
    .run()

/** Writes the rest of a large order, or of all of them (null), oldest slice first. `write` returns how many rows. */
export async function writeSlices<Data>(
  { db }: Pick<App, 'db'>,
  kind: Row['kind'],
  write: (tx: Tx, data: Data, job_id: string) => number,
  job_id: string | null,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  if (!db.read((tx) => nextSlice(tx, kind, job_id))) return 0
  await pause()
  return untilIdle(signal, () => db.write((tx) => writeNext(tx, kind, write, job_id)))
}

/** Writes the oldest slice. Returns how many rows; 0 without one. */
export function writeNext<Data>(
  tx: Tx,
  kind: Row['kind'],
  write: (tx: Tx, data: Data, job_id: string) => number,
  job_id: string | null,
): number {
  const next = nextSlice(tx, kind, job_id)
  if (!next) return 0
  tx.run('delete from order_slices where id = ?', next.id)
  return write(tx, JSON.parse(next.data) as Data, next.job_id)
}

const nextSlice = (tx: ReadTx, kind: Row['kind'], job_id: string | null): Row | null =>
  tx.row('select * from order_slices where kind = ? and job_id = coalesce(?, job_id) order by id limit 1', kind, job_id)

/** SQL for a job all of whose rows are written. */
export const WRITTEN = 'id not in (select job_id from order_slices)'

/** The job with this id, to do something with its links; 409 while they, their checks or a push of them are being written. */
export function findWrittenJob(tx: ReadTx, caller: Caller, id: string): JobRow {
  const job = findJob(tx, caller, id)
  if (tx.row(BEING_WRITTEN, id)) throw conflict('The links of this job are still being written. Try again in a second.')
  return job
}

const BEING_WRITTEN =
  'select 1 from order_slices o join jobs j on j.id = o.job_id where j.id = ?1 or j.source_job_id = ?1'
