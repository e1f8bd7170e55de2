import type { Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { inSteps, LINKS_A_STEP } from '../../kernel/scheduling/steps.ts'
import { DAY, plus } from '../../kernel/time/clock.ts'
import { creditsOf, openLooks, planLooks, TAKE_LOOKS } from '../checks/index.ts'
import { type JobRow, jobStates, linkCounts, linkStates, refreshOutcome, writeUnwrittenLinks } from '../jobs/index.ts'
import { SEND_LINKS } from '../providers/index.ts'
import { drawHoldout } from './holdout.ts'
import { writeRetries } from './retrying.ts'
import { screenLinks, settleScreening } from './screening.ts'
import { takeTurns } from './side-by-side.ts'
import { stageAfter, waveOf } from './stages.ts'

/** Moves every push that is not watched yet as far as it can go. Returns how many there were. */
export async function advancePushes(app: App, signal: AbortSignal): Promise<number> {
  await writeUnwrittenLinks(app, null, signal)
  await writeRetries(app, null, signal)
  return takeTurns(app, signal, (job, stop) => advance(app, job, stop))
}

/** Moves one push through its stages until it has to wait. */
async function advance(app: App, job: JobRow, signal: AbortSignal): Promise<void> {
  if (job.status === 'queued') {
    await writeUnwrittenLinks(app, job.id, signal)
    await leave(app, job, signal)
  }
  if (job.status === 'preflight') {
    await screenLinks(app, job, signal)
    await settleScreening(app, job, signal)
    await leave(app, job, signal)
  }
  if (job.status === 'checking') {
    await planSnapshots(app, job, signal)
    if (app.db.read((tx) => openLooks(tx, job.id)) === 0) await leave(app, job, signal)
  }
}

/** Enters the next stage, after the rows that it needs are written in steps. */
async function leave(app: App, job: JobRow, signal: AbortSignal): Promise<void> {
  const next = stageAfter(job.status, job)
  if (next === 'sending') await planWaves(app, job, signal)
  if (signal.aborted) return
  const moved = app.db.write((tx) => {
    if (!jobStates.moveTo(tx, job.id, job.status, next)) return false
    if (next === 'sending') {
      jobStates.finishIfSettled(tx, job.id)
      tx.afterCommit(() => app.wake(SEND_LINKS))
    }
    refreshOutcome(tx, job.id)
    return true
  })
  job.status = moved ? next : 'cancelled'
}

/** Plans the check before the push for every link that is still to be sent, by id: once the last has one, all have. */
async function planSnapshots({ db, wake }: App, job: JobRow, signal: AbortSignal): Promise<void> {
  const { id: job_id } = job
  const plan = { job_id, engine: 'scan_standard', purpose: 'before', credits: creditsOf('scan_standard') } as const
  await inSteps(db, signal, (tx, limit) => {
    const planned = jobStates.isAt(tx, job_id, 'checking') ? planLooks(tx, plan, NEXT, job_id, limit) : 0
    if (planned) tx.afterCommit(() => wake(TAKE_LOOKS))
    return planned
  })
}

const NEXT = `l.state = 'queued' and l.id > (select coalesce(max(link_id), 0) from looks where job_id = ? and purpose = 'before')
  order by l.id limit ?`

/**
 * Gives every link a day: today, or spread evenly over the drip days in the given order. Nothing is sent before the
 * push leaves this stage, so after a restart the rest follows.
 */
async function planWaves({ db }: App, job: JobRow, signal: AbortSignal): Promise<void> {
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
