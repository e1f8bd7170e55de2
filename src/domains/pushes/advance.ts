import type { App } from '../../kernel/app.ts'
import type { ReadTx, Tx } from '../../kernel/database.ts'
import { pause } from '../../kernel/pause.ts'
import { creditsOf, openLooks, planLooks, TAKE_LOOKS } from '../checks/index.ts'
import { type JobRow, type JobStatus, jobStates, refreshOutcome } from '../jobs/index.ts'
import { SEND_LINKS } from '../providers/index.ts'
import { screenLinks, settleScreening } from './screening.ts'
import { planWaves } from './sending.ts'
import { takeTurns } from './side-by-side.ts'
import { stageAfter } from './stages.ts'

/** Takes every push that is not yet being watched as far as it will go now. Returns how many there were. */
export const advancePushes = (app: App, signal: AbortSignal): Promise<number> =>
  takeTurns(app, signal, (job, stop) => advance(app, job, stop))

/** One push, stage by stage, until it has to wait for something. */
async function advance(app: App, job: JobRow, signal: AbortSignal): Promise<void> {
  if (job.status === 'queued') enter(app, job, stageAfter('queued', job))
  if (job.status === 'preflight') {
    await screenLinks(app, job, signal)
    if (!signal.aborted) enter(app, job, stageAfter('preflight', job))
  }
  if (job.status === 'checking') {
    await planSnapshots(app, job, signal)
    if (!signal.aborted && app.db.read((tx) => openLooks(tx, job.id)) === 0) enter(app, job, 'sending')
  }
}

/** Leaves the present stage and enters the next: what the one settles and the other plans is in one transaction. */
function enter(app: App, job: JobRow, next: JobStatus): void {
  const moved = app.db.write((tx) => {
    const here = job.status
    if (!jobStates.moveTo(tx, job.id, here, next)) return false
    if (here === 'preflight') settleScreening(tx, job)
    if (next === 'sending') planSending(app, tx, job)
    refreshOutcome(tx, job.id)
    return true
  })
  job.status = moved ? next : 'cancelled'
}

/** Looks planned in one transaction. */
const STEP = 2000

/** A look at every link that is still to be sent, in the order of their ids: once the last has one, all have. */
async function planSnapshots(app: App, { id: job_id, tenant_id }: JobRow, signal: AbortSignal): Promise<void> {
  const credits = creditsOf('scan_standard')
  while (!signal.aborted && app.db.read((tx) => lacksSnapshots(tx, job_id))) {
    app.db.write((tx) =>
      planLooks(tx, { tenant_id, job_id, engine: 'scan_standard', purpose: 'before', credits }, WITHOUT_SNAPSHOT, STEP),
    )
    app.wake(TAKE_LOOKS)
    await pause()
  }
}

const HAS_SNAPSHOT =
  "exists (select 1 from looks k where k.job_id = l.job_id and k.link_id = l.id and k.purpose = 'before')"
const WITHOUT_SNAPSHOT = `l.state = 'queued' and not ${HAS_SNAPSHOT} order by l.id limit ?`

const lacksSnapshots = (tx: ReadTx, job_id: string): boolean =>
  tx.row(
    `select 1 from links l where l.id = (select max(id) from links where job_id = ? and state = 'queued') and not ${HAS_SNAPSHOT}`,
    job_id,
  ) !== null

function planSending(app: App, tx: Tx, job: JobRow): void {
  planWaves(tx, job)
  jobStates.finishIfSettled(tx, job.id)
  tx.afterCommit(() => app.wake(SEND_LINKS))
}
