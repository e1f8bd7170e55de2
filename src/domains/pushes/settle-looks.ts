import type { Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { type FinishedLook, planConfirmations, TAKE_LOOKS } from '../checks/index.ts'
import { consume, release } from '../credits/index.ts'
import { type JobRow, jobStates, linkStates, refreshOutcome, tallyDay, tallyFates } from '../jobs/index.ts'
import { countSightings } from '../providers/index.ts'
import {
  GUARANTEE_ENGINE,
  needsConfirmation,
  type Settled,
  settleGuarantee,
  settleRecheck,
  type WatchedLink,
} from './guarantee.ts'
import { settleHoldout } from './holdout.ts'
import { sightingOf } from './sightings.ts'
import { ADVANCE_PUSHES } from './stages.ts'

/** Applies finished checks to the links of pushes and their credits, in the transaction that stores the results. */
export function settleLooks(app: Pick<App, 'wake'>, tx: Tx, looks: FinishedLook[]): void {
  for (const [job_id, ofJob] of Map.groupBy(looks, (look) => look.job_id)) {
    const job = tx.row<JobRow>('select * from jobs where id = ?', job_id)
    if (!job) continue
    const telling = ofJob.filter((look) => look.engine === GUARANTEE_ENGINE)
    const [snapshots, others] = [
      telling.filter((look) => look.purpose === 'before'),
      telling.filter((look) => look.purpose !== 'before'),
    ]
    if (snapshots.length) settleSnapshots(tx, job, snapshots)
    if (others.length) settleWatched(app, tx, job, others)
    jobStates.finishIfSettled(tx, job_id)
    refreshOutcome(tx, job_id)
    tx.afterCommit(() => app.wake(ADVANCE_PUSHES))
  }
}

/**
 * Settles the check before the push. With `smart`, a link that is already visible is skipped and refunded, unless
 * `force_refresh` sends it anyway.
 */
function settleSnapshots(tx: Tx, job: JobRow, looks: FinishedLook[]): void {
  linkStates.keepSnapshots(tx, looks)
  if (!job.smart) return
  const seen = looks.filter((look) => look.indexed === 'yes').map((look) => look.link_id)
  if (job.force_refresh) {
    linkStates.waiveVisible(tx, seen)
    return
  }
  const visible = linkStates.skipVisible(tx, seen)
  if (visible === 0) return
  release(tx, {
    tenant_id: job.tenant_id,
    kind: 'index',
    amount: visible,
    reason: 'release',
    job_id: job.id,
    note: `${visible} already visible, not sent`,
  })
}

function settleWatched(app: Pick<App, 'wake'>, tx: Tx, job: JobRow, looks: FinishedLook[]): void {
  const rows = tx.rows<WatchedLink>(
    `select id, batch_id, state, indexed, credit, sent_at, looks, next_look_at, settled_at from links
     where job_id = ? and id in (select value from json_each(?))`,
    job.id,
    JSON.stringify(looks.map((look) => look.link_id)),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const again: number[] = []
  const sightings = []
  for (const look of looks) {
    const link = byId.get(look.link_id)
    if (!link) continue
    if (look.purpose === 'guarantee' && needsConfirmation(link, look, tx.now)) {
      again.push(look.id)
      byId.set(link.id, { ...link, indexed: 'no' })
      continue
    }
    const after = settledBy(link, look, job, tx.now)
    sightings.push(sightingOf(link, after, look, tx.now))
    byId.set(link.id, { ...after, moves: after.moves ?? (link as Partial<Settled>).moves ?? null } as Settled)
  }
  if (again.length) {
    planConfirmations(tx, again)
    tx.afterCommit(() => app.wake(TAKE_LOOKS))
  }
  countSightings(tx, sightings)
  const settled = [...byId.values()] as Settled[]
  linkStates.settleLinks(tx, settled)
  tallyFates(tx, job.tenant_id, rows, settled)
  move(tx, job, settled)
}

function settledBy(link: WatchedLink, { purpose, indexed }: FinishedLook, job: JobRow, now: string): Settled {
  if (link.state === 'held_out') return { ...settleHoldout(link, indexed, job.drip_days, now), moves: null }
  return purpose === 'guarantee' ? settleGuarantee(link, indexed, now) : settleRecheck(link, indexed, now)
}

function move(tx: Tx, { tenant_id, id: job_id }: JobRow, settled: Settled[]): void {
  const used = settled.filter((link) => link.moves === 'consume').length
  const back = settled.filter((link) => link.moves === 'release').length
  const seen = settled.filter((link) => link.settled_at === tx.now && link.state === 'indexed').length
  tallyDay(tx, tenant_id, { indexed: seen, returned: back })
  if (used) consume(tx, { tenant_id, kind: 'index', amount: used, job_id })
  if (back)
    release(tx, {
      tenant_id,
      kind: 'index',
      amount: back,
      reason: 'release',
      job_id,
      note: `${back} not seen by the last check`,
    })
}
