import type { Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { inSteps, LINKS_A_STEP } from '../../kernel/scheduling/steps.ts'
import { DAY, plus } from '../../kernel/time/clock.ts'
import { type JobRow, jobStates, linkCounts, linkStates } from '../jobs/index.ts'
import { drawHoldout } from './holdout.ts'
import { waveOf } from './stages.ts'

/**
 * Gives every link a day: today, or spread evenly over the drip days in the given order. Nothing is sent before the
 * push leaves this stage, so after a restart the rest follows.
 */
export async function planWaves({ db }: App, job: JobRow, signal: AbortSignal): Promise<void> {
  const here = (tx: Tx) => jobStates.isAt(tx, job.id, job.status)
  await inSteps(db, signal, (tx, limit) => (here(tx) ? drawHoldout(tx, job, limit) : 0), LINKS_A_STEP)
  await inSteps(db, signal, (tx, limit) => (here(tx) ? schedule(tx, job, limit) : 0))
}

function schedule(tx: Tx, { id, drip_days, first_link, last_link }: JobRow, limit: number): number {
  const { queued, before, first, last } = linkCounts.waiting(tx, id)
  const days = Array.from({ length: Math.min(limit, queued) }, (_, i) =>
    plus(first ?? tx.now, waveOf(before + i, before + queued, drip_days) * DAY),
  )
  return linkStates.schedule(tx, { id, last_link, after: last ?? first_link - 1 }, days)
}
