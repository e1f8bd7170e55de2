import type { Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { conflict, notFound } from '../../../kernel/operation/fault.ts'
import { inSteps } from '../../../kernel/scheduling/steps.ts'
import { assertIdle, heldRun } from '../pushes/pushes.ts'
import type { PushRow, RunRow } from '../tables.ts'
import { RUN_STANDING_PUSHES } from '../task-name.ts'
import type { DECISIONS } from '../words.ts'
import { dropOfRun } from './queue.ts'

type Decision = (typeof DECISIONS)[number]

/** Decides on the links that a run holds. Pushing them is the next run's work, dropping them that of slices. */
export function decide(
  tx: Tx,
  app: Pick<App, 'wake'>,
  row: PushRow,
  { run_id, act, by }: { run_id: string; act: Decision; by: string },
): void {
  if (!tx.row('select 1 from standing_runs where id = ? and push_id = ?', run_id, row.id)) throw notFound('run')
  const held = heldRun(tx, row.id)
  if (held?.id !== run_id)
    throw conflict('Nothing of this run waits for a decision. Reload it to see what was decided.')
  assertIdle(tx, row.id)
  tx.run('update standing_runs set decided = ?, decided_by = ? where id = ?', act, by, run_id)
  // The files of dropped links must be read again, although they did not change.
  if (act === 'drop') tx.run('delete from standing_files where push_id = ?', row.id)
  if (act === 'push' && !row.paused) tx.run('update standing_pushes set next_run_at = ? where id = ?', tx.now, row.id)
  tx.afterCommit(() => app.wake(RUN_STANDING_PUSHES))
}

/** Takes links out of the queue that a person decided not to push. */
export const dropDecided = ({ db }: Pick<App, 'db'>, signal: AbortSignal): Promise<number> =>
  inSteps(db, signal, (tx, limit) => {
    const run = tx.row<Pick<RunRow, 'id' | 'decided'> & { number: number }>(
      `select r.id, r.decided, p.watch_id as number from standing_runs r join standing_pushes p on p.id = r.push_id
       where r.decided in ('learn', 'drop') and exists (
         select 1 from standing_queue q where q.push = p.watch_id and q.run_id = r.id) limit 1`,
    )
    return run ? dropOfRun(tx, run.number, run.id, run.decided === 'drop', limit) : 0
  })
