import type { App } from '../../kernel/app.ts'
import { forgetLooks, hasLooks } from '../checks/index.ts'
import { stopwatch } from '../../kernel/clock.ts'
import type { Tx } from '../../kernel/database.ts'
import { pause } from '../../kernel/pause.ts'

/** Milliseconds that one transaction may take: requests wait for no more than that. */
const STEP_MS = 3
/** Fewer would not be faster: each commit waits for the disk. */
const FEWEST = 50
const MOST = 1000

/**
 * Removes the rows of deleted jobs, a few at a time. What they cost stays: ledger, audit and batches keep their rows,
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
  app.db.write((tx) => tx.run(END_SIMULATED, job_id))
  await inSteps(app, signal, (tx, limit) => forgetLooks(tx, job_id, limit))
  if (app.db.read((tx) => hasLooks(tx, job_id))) return
  for (const sql of STEPS) await inSteps(app, signal, (tx, limit) => tx.run(sql, job_id, limit))
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
