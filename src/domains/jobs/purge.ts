import type { App } from '../../kernel/app.ts'
import { stopwatch } from '../../kernel/clock.ts'
import type { ReadTx, Tx } from '../../kernel/database.ts'
import { pause } from '../../kernel/pause.ts'
import { taskName } from '../../kernel/task.ts'

/** The task that removes the rows of deleted jobs. */
export const PURGE_DELETED_JOBS = taskName('purge_deleted_jobs')

/** Milliseconds that one transaction may take: requests wait for no more than that. */
const STEP_MS = 3
/** Fewer would not be faster: each commit waits for the disk. */
const FEWEST = 50
const MOST = 1000

/** What a domain above keeps about jobs. */
export type JobRows = {
  /** Removes at most `limit` rows of a deleted job, and says how many went. */
  forget(tx: Tx, job_id: string, limit: number): number
  /** Whether rows are left that must stay for now: the job waits for them. */
  keeps?(tx: ReadTx, job_id: string): boolean
}

/**
 * Removes the rows of deleted jobs, a few at a time, those of `others` first. What they cost stays: ledger, audit and
 * batches keep their rows, looks leave a sum. A job whose looks are under way waits for them.
 */
export async function purgeDeletedJobs(app: App, others: readonly JobRows[], signal: AbortSignal): Promise<number> {
  const jobs = app.db.read((tx) =>
    tx.rows<{ id: string }>('select id from jobs where deleted_at is not null order by deleted_at limit 1000'),
  )
  for (const { id } of jobs) await purge(app, id, others, signal)
  return jobs.length
}

const OWN = [
  'delete from links where id in (select id from links where job_id = ? limit ?)',
  'delete from jobs where id in (select id from jobs where id = ? limit ?)',
] as const

async function purge(app: App, job_id: string, others: readonly JobRows[], signal: AbortSignal): Promise<void> {
  for (const { forget, keeps } of others) {
    await inSteps(app, signal, (tx, limit) => forget(tx, job_id, limit))
    if (keeps && app.db.read((tx) => keeps(tx, job_id))) return
  }
  for (const sql of OWN) await inSteps(app, signal, (tx, limit) => tx.run(sql, job_id, limit))
}

/** Repeats a step until it finds no more rows, each time with about as many as fit into `STEP_MS`. */
async function inSteps({ db }: App, signal: AbortSignal, step: (tx: Tx, limit: number) => number): Promise<void> {
  for (let limit = FEWEST; !signal.aborted; ) {
    const elapsed = stopwatch()
    const removed = db.write((tx) => step(tx, limit))
    const fitting = Math.round((removed * STEP_MS) / elapsed())
    await pause()
    if (removed < limit) return
    limit = Math.max(FEWEST, Math.min(MOST, fitting))
  }
}
