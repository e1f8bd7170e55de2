/**
 * Links of large orders. The order is one transaction: job, credits, answer and the list of its URLs. The rows of the
 * links follow in slices, because ten thousand at once would block all requests for 40 ms: the order waits for them, and
 * after a kill the task that goes on with the job writes them. Until then nobody changes the job.
 */
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { conflict } from '../../kernel/operation/fault.ts'
import { writeSlices } from '../../kernel/scheduling/steps.ts'
import { findJob } from './find.ts'
import type { LinkCredit, LinkState } from './shapes.ts'
import { type JobRow, unwrittenLinks } from './tables.ts'

/** Links written in one transaction: about 4 ms, without its commit. */
const SLICE = 1000

type Slice = typeof unwrittenLinks.$inferSelect
export type NewLinks = { urls: string[]; state: LinkState; credit: LinkCredit | null; push_anyway?: Set<string> }

/** Writes the first slice, keeps ids for the rest, and returns the first id. */
export function writeLinks(tx: Tx, job_id: string, { urls, state, credit, push_anyway = new Set() }: NewLinks): number {
  const first_link = tx.number("select seq from sqlite_sequence where name = 'links'") + 1
  for (let at = 0; at < urls.length; at += SLICE) {
    const part = urls.slice(at, at + SLICE)
    const slice: Slice = {
      first_link: first_link + at,
      job_id,
      state,
      credit,
      urls: JSON.stringify(part),
      push_anyway: JSON.stringify(part.filter((url) => push_anyway.has(url))),
      count: part.length,
    }
    if (at === 0) writeSlice(tx, slice)
    else tx.orm.insert(unwrittenLinks).values(slice).run()
  }
  if (urls.length > SLICE)
    tx.run("update sqlite_sequence set seq = ? where name = 'links'", first_link + urls.length - 1)
  return first_link
}

const writeSlice = (tx: Tx, { first_link, job_id, state, credit, urls, push_anyway }: Slice): number =>
  tx.run(
    `insert into links (id, job_id, url, state, credit, push_anyway)
     select ?1 + key, ?2, value, ?3, ?4, value in (select value from json_each(?5)) from json_each(?6)`,
    first_link,
    job_id,
    state,
    credit,
    push_anyway,
    urls,
  )

/** Writes the links of a large order, or of all of them, in slices. Returns how many. */
export const writeUnwritten = (
  app: Pick<App, 'db'>,
  job_id: string | null,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> => writeSlices(app, job_id, signal, nextSlice, writeNext)

/** Writes the oldest slice. Returns the number of its links; 0 without one. */
export function writeNext(tx: Tx, job_id: string | null): number {
  const next = nextSlice(tx, job_id)
  if (!next) return 0
  tx.run('delete from unwritten_links where first_link = ?', next.first_link)
  return writeSlice(tx, next)
}

const nextSlice = (tx: ReadTx, job_id: string | null): Slice | null =>
  tx.row('select * from unwritten_links where job_id = coalesce(?, job_id) order by first_link limit 1', job_id)

/** SQL for a job all of whose links are written. */
export const WRITTEN = 'id not in (select job_id from unwritten_links)'

/** The job with this id, to do something with its links; 409 while they, their checks or a push of them are being written. */
export function findWrittenJob(tx: ReadTx, caller: Caller, id: string): JobRow {
  const job = findJob(tx, caller, id)
  if (tx.row(BEING_WRITTEN, id)) throw conflict('The links of this job are still being written. Try again in a second.')
  return job
}

const BEING_WRITTEN = `select 1 from unwritten_links u join jobs j on j.id = u.job_id where j.id = ?1 or j.source_job_id = ?1
  union all select 1 from unwritten_looks where job_id = ?1 union all select 1 from unwritten_retries where job_id = ?1`
