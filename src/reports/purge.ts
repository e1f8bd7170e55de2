import type { App } from '../app.ts'
import { pause } from '../kernel/pause.ts'

/** Rows removed in one transaction. */
const STEP = 1000

/** Removes the rows of deleted jobs, a thousand at a time. Ledger and audit keep theirs. */
export async function purgeDeletedJobs(app: App, signal: AbortSignal): Promise<number> {
  const jobs = app.db.read((tx) =>
    tx.rows<{ id: string }>('select id from jobs where deleted_at is not null order by deleted_at limit 20'),
  )
  for (const { id } of jobs) await purge(app, id, signal)
  return jobs.length
}

const STEPS = [
  'delete from looks where id in (select id from looks where job_id = ? limit ?)',
  'delete from indexnow_urls where id in (select id from indexnow_urls where job_id = ? limit ?)',
  'delete from indexnow_submissions where id in (select id from indexnow_submissions where job_id = ? limit ?)',
  'delete from campaigns where id in (select id from campaigns where job_id = ? limit ?)',
  'delete from links where id in (select id from links where job_id = ? limit ?)',
  'delete from jobs where id in (select id from jobs where id = ? limit ?)',
] as const

async function purge(app: App, job_id: string, signal: AbortSignal): Promise<void> {
  for (const sql of STEPS)
    for (let removed = STEP; removed === STEP && !signal.aborted; ) {
      removed = app.db.write((tx) => tx.run(sql, job_id, STEP))
      await pause()
    }
}
