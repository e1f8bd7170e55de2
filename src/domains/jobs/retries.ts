/** Failed links of a push that are sent again. */
import type { Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import type { Time } from '../../kernel/time/clock.ts'
import { resumeSending } from './job-states.ts'
import { keepSlice, LINKS_A_SLICE, writeSlices } from './order-slices.ts'
import { failedLinks, type RetriedLinks, scheduleFailed } from './unsent-links.ts'

/** Sends the failed links of a push again from `due_at` on: writes the first slice and keeps the rest. Returns how many. */
export function sendFailedAgain(tx: Tx, job_id: string, due_at: Time): number {
  const ids = failedLinks(tx, job_id)
  const { finished_at } = tx.row<{ finished_at: Time | null }>('select finished_at from jobs where id = ?', job_id)!
  for (let at = 0; at < ids.length; at += LINKS_A_SLICE) {
    const link_ids = ids.slice(at, at + LINKS_A_SLICE)
    const data: RetriedLinks = { link_ids, due_at, ended_at: finished_at }
    if (at === 0) writePart(tx, data, job_id)
    else keepSlice(tx, { job_id, kind: 'retries', index_credits: link_ids.length, data })
  }
  return ids.length
}

function writePart(tx: Tx, retried: RetriedLinks, job_id: string): number {
  resumeSending(tx, job_id)
  return scheduleFailed(tx, retried)
}

/** Writes the rest of a large retry, or of all of them. Returns how many links. */
export const writeUnwrittenRetries = (
  app: Pick<App, 'db'>,
  job_id: string | null,
  signal?: AbortSignal,
): Promise<number> => writeSlices(app, 'retries', writePart, job_id, signal)
