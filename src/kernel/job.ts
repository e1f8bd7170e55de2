import type { App } from './app.ts'
import type { Time } from './clock.ts'
import type { Tx } from './database.ts'

/** Recurring work. It finds what is due in rows, so that a restart or a second run loses nothing and doubles nothing. */
export type Job = {
  name: string
  /** Milliseconds between runs. */
  every: number
  summary: string
  /** Says how much it did (for the log and `/admin/system`). */
  run(app: App, signal: AbortSignal): Promise<number>
}

export const job = (declared: Job): Job => declared

/** A run that is over. `error` is safe to show. */
export type Run = { job: string; started_at: Time; finished_at: Time; done: number; error: string | null }

export function recordRun(tx: Tx, { job, started_at, finished_at, done, error }: Run): void {
  tx.run(
    'insert into job_runs (job, started_at, finished_at, done, error) values (?, ?, ?, ?, ?)',
    job,
    started_at,
    finished_at,
    done,
    error,
  )
}

const RUNS_KEPT = 100

/** Keeps the last runs of each job; says how many went. */
export const pruneRuns = (tx: Tx): number =>
  tx.run(
    `delete from job_runs where id <= (
       select id from job_runs newer where newer.job = job_runs.job order by newer.id desc limit 1 offset ${RUNS_KEPT})`,
  )
