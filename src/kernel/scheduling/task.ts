import type { ReadTx, Tx } from '../database/database.ts'
import type { App } from '../operation/app.ts'
import type { Time } from '../time/clock.ts'

declare const name: unique symbol
/** The name of a task. The domain that creates work exports it, so that a rule can wake the task. */
export type TaskName = string & { readonly [name]: true }

export const taskName = (name: string): TaskName => name as TaskName

/** Recurring work. It finds due work in rows, so that a restart or a second run neither loses nor repeats anything. */
export type Task = {
  name: TaskName
  /** Milliseconds between runs. */
  every: number
  summary: string
  /** It may run while the clock is in doubt or a restored install is held: it orders, settles, grants and deletes nothing. */
  in_doubt?: true
  /** Says how much it did (for the log and `/admin/system`). */
  run(app: App, signal: AbortSignal): Promise<number>
}

export const task = (declared: Task): Task => declared

/** A run that is over. `error` is safe to show. */
export type Run = { task: TaskName; started_at: Time; finished_at: Time; done: number; error: string | null }

export function recordRun(tx: Tx, { task, started_at, finished_at, done, error }: Run): void {
  tx.run(
    'insert into task_runs (task, started_at, finished_at, done, error) values (?, ?, ?, ?, ?)',
    task,
    started_at,
    finished_at,
    done,
    error,
  )
}

/** The last run of a task, and the last one that failed, as far back as runs are kept. */
export const lastRuns = (tx: ReadTx, task: TaskName): { last: Run | null; failed: Run | null } => ({
  last: tx.row<Run>('select * from task_runs where task = ? order by id desc limit 1', task),
  failed: tx.row<Run>('select * from task_runs where task = ? and error is not null order by id desc limit 1', task),
})

const RUNS_KEPT = 100

/** Includes runs of tasks that were renamed. */
export const tasksThatRan = (tx: ReadTx): TaskName[] =>
  tx.rows<{ task: TaskName }>('select distinct task from task_runs').map(({ task }) => task)

/** Keeps the last runs of a task; drops at most `limit` of the others. */
export const pruneRuns = (tx: Tx, task: TaskName, limit: number): number =>
  tx.run(
    `delete from task_runs where id in (select id from task_runs where task = ?1 and id <= (
       select id from task_runs where task = ?1 order by id desc limit 1 offset ${RUNS_KEPT}) order by id limit ?2)`,
    task,
    limit,
  )

declare module '../operation/app.ts' {
  interface Install {
    /** Asks the scheduler to run a task soon (after a commit that made work for it). */
    wake(task: TaskName): void
  }
  interface App {
    tasks: readonly Task[]
    /** Runs a task now and waits for it; one that is running is waited for first. */
    runTask(task: TaskName, signal: AbortSignal): Promise<void>
  }
}
