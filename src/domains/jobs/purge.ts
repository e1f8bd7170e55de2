import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { inSteps } from '../../kernel/scheduling/steps.ts'
import { taskName } from '../../kernel/scheduling/task.ts'

export const PURGE_DELETED_JOBS = taskName('purge_deleted_jobs')

/** Rows that a later domain keeps about jobs. */
export type JobRows = {
  /** Removes at most `limit` rows of a deleted job and returns how many. */
  forget(tx: Tx, job_id: string, limit: number): number
  /** Whether some rows must stay for now; the job waits for them. */
  keeps?(tx: ReadTx, job_id: string): boolean
}

/**
 * Removes the rows of deleted jobs in steps, those of `others` first. Ledger, audit trail and batches keep their rows,
 * and checks leave a total, so costs stay known. A job with checks under way waits for them.
 */
export async function purgeDeletedJobs(app: App, others: readonly JobRows[], signal: AbortSignal): Promise<number> {
  const jobs = app.db.read((tx) =>
    tx.rows<{ id: string }>('select id from jobs where deleted_at is not null order by deleted_at limit 1000'),
  )
  for (const { id } of jobs) await purge(app, id, others, signal)
  return jobs.length
}

async function purge(app: App, job_id: string, others: readonly JobRows[], signal: AbortSignal): Promise<void> {
  for (const { forget, keeps } of others) {
    await inSteps(app.db, signal, (tx, limit) => forget(tx, job_id, limit))
    if (keeps && app.db.read((tx) => keeps(tx, job_id))) return
  }
  await inSteps(app.db, signal, (tx, limit) => tx.run(LINKS, job_id, limit))
  app.db.write((tx) => tx.run('delete from jobs where id = ?', job_id))
}

const LINKS = 'delete from links where id in (select id from links where job_id = ? limit ?)'
