/** Failed links of a large order that are sent again: what `unwritten-links.ts` is for new links. */
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { writeSlices } from '../../kernel/scheduling/steps.ts'
import type { Time } from '../../kernel/time/clock.ts'
import { resumeSending } from './job-states.ts'
import { unwrittenRetries } from './tables.ts'
import { failedLinks, scheduleFailed } from './unsent-links.ts'

/** Links written in one transaction: about 4 ms, without its commit. */
const SLICE = 1000

type Slice = typeof unwrittenRetries.$inferSelect

/** Sends the failed links of a push again from `due_at` on: writes the first slice and keeps the rest. Returns how many. */
export function sendFailedAgain(tx: Tx, job_id: string, due_at: Time): number {
  const ids = failedLinks(tx, job_id)
  const { finished_at } = tx.row<{ finished_at: Time | null }>('select finished_at from jobs where id = ?', job_id)!
  for (let at = 0; at < ids.length; at += SLICE) {
    const part = ids.slice(at, at + SLICE)
    const slice = { first_link: part[0]!, job_id, link_ids: JSON.stringify(part), due_at, ended_at: finished_at }
    if (at === 0) writeSlice(tx, slice)
    else tx.orm.insert(unwrittenRetries).values(slice).run()
  }
  return ids.length
}

function writeSlice(tx: Tx, slice: Slice): number {
  resumeSending(tx, slice.job_id)
  return scheduleFailed(tx, slice)
}

/** Writes the rest of a large retry, or of all of them, in slices. Returns how many links. */
export const writeUnwrittenRetries = (
  app: Pick<App, 'db'>,
  job_id: string | null,
  signal: AbortSignal,
): Promise<number> => writeSlices(app, job_id, signal, nextSlice, writeNext)

function writeNext(tx: Tx, job_id: string | null): number {
  const next = nextSlice(tx, job_id)
  if (!next) return 0
  tx.run('delete from unwritten_retries where first_link = ?', next.first_link)
  return writeSlice(tx, next)
}

const nextSlice = (tx: ReadTx, job_id: string | null): Slice | null =>
  tx.row('select * from unwritten_retries where job_id = coalesce(?, job_id) order by first_link limit 1', job_id)
