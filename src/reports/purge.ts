import type { App } from '../app.ts'
import { forgetLooks, hasLooks } from '../checks/index.ts'
import type { Tx } from '../kernel/database.ts'
import { pause } from '../kernel/pause.ts'

/** Rows removed in one transaction. */
const STEP = 1000

/**
 * Removes the rows of deleted jobs, a thousand at a time. What they cost stays: ledger, audit and batches keep their rows,
 * looks leave a sum. A job whose looks are under way waits for them.
 */
export async function purgeDeletedJobs(app: App, signal: AbortSignal): Promise<number> {
  const jobs = app.db.read((tx) =>
    tx.rows<{ id: string }>('select id from jobs where deleted_at is not null order by deleted_at limit 1000'),
  )
  for (const { id } of jobs) await purge(app, id, signal)
  return jobs.length
}

/** A supplier's report names the links itself; only the simulated one needs them. */
const END_SIMULATED = 'update campaigns set report_due_at = null where job_id = ? and simulated = 1'

const STEPS = [
  'delete from indexnow_urls where id in (select id from indexnow_urls where job_id = ? limit ?)',
  'delete from indexnow_submissions where id in (select id from indexnow_submissions where job_id = ? limit ?)',
  'delete from links where id in (select id from links where job_id = ? limit ?)',
  'delete from jobs where id in (select id from jobs where id = ? limit ?)',
] as const

async function purge(app: App, job_id: string, signal: AbortSignal): Promise<void> {
  const inSteps = async (step: (tx: Tx) => number) => {
    for (let removed = STEP; removed === STEP && !signal.aborted; ) {
      removed = app.db.write(step)
      await pause()
    }
  }
  app.db.write((tx) => tx.run(END_SIMULATED, job_id))
  await inSteps((tx) => forgetLooks(tx, job_id, STEP))
  if (app.db.read((tx) => hasLooks(tx, job_id))) return
  for (const sql of STEPS) await inSteps((tx) => tx.run(sql, job_id, STEP))
}
