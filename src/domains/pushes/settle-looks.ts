import type { App } from '../../kernel/app.ts'
import type { Tx } from '../../kernel/database.ts'
import { type FinishedLook, planConfirmations, TAKE_LOOKS } from '../checks/index.ts'
import { consume, release } from '../credits/index.ts'
import { type JobRow, refreshOutcome, tallyDay } from '../jobs/index.ts'
import { countSightings } from '../providers/index.ts'
import { needsConfirmation, type Settled, settleGuarantee, settleRecheck, type WatchedLink } from './guarantee.ts'
import { settleHoldout } from './holdout.ts'
import { sightingOf } from './sightings.ts'
import { ADVANCE_PUSHES, finishIfSettled } from './stages.ts'

/** Applies finished looks to the links of pushes and to their credits, in the transaction that stored the results. */
export function settleLooks(app: Pick<App, 'wake'>, tx: Tx, looks: FinishedLook[]): void {
  for (const [job_id, ofJob] of Map.groupBy(looks, (look) => look.job_id)) {
    const job = tx.row<JobRow>('select * from jobs where id = ?', job_id)
    if (!job) continue
    const [snapshots, others] = [
      ofJob.filter((look) => look.purpose === 'before'),
      ofJob.filter((look) => look.purpose !== 'before'),
    ]
    if (snapshots.length) settleSnapshots(tx, job, snapshots)
    if (others.length) settleWatched(app, tx, job, others)
    finishIfSettled(tx, job_id)
    refreshOutcome(tx, job_id)
    tx.afterCommit(() => app.wake(ADVANCE_PUSHES))
  }
}

/**
 * The look before the push. With `smart`, a link that is already visible is not sent and its credit comes back, unless
 * `force_refresh` sends it all the same: then nothing is given back.
 */
function settleSnapshots(tx: Tx, job: JobRow, looks: FinishedLook[]): void {
  tx.run(
    `update links set before_indexed = f.indexed, indexed = f.indexed, checked_at = ? from
     (select json_extract(value, '$.link_id') as id, json_extract(value, '$.indexed') as indexed from json_each(?)) f
     where links.id = f.id and links.state = 'queued'`,
    tx.now,
    JSON.stringify(looks),
  )
  if (!job.smart) return
  const seen = JSON.stringify(looks.filter((look) => look.indexed === 'yes').map((look) => look.link_id))
  if (job.force_refresh) {
    tx.run("update links set guarantee = 0 where state = 'queued' and id in (select value from json_each(?))", seen)
    return
  }
  const visible = tx.run(
    `update links set state = 'visible', credit = 'excluded', settled_at = ?
     where state = 'queued' and credit = 'reserved' and id in (select value from json_each(?))`,
    tx.now,
    seen,
  )
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
  keep(tx, settled)
  move(tx, job, settled)
}

function settledBy(link: WatchedLink, { purpose, indexed }: FinishedLook, job: JobRow, now: string): Settled {
  if (link.state === 'held_out') return { ...settleHoldout(link, indexed, job.drip_days, now), moves: null }
  return purpose === 'guarantee' ? settleGuarantee(link, indexed, now) : settleRecheck(link, indexed, now)
}

function keep(tx: Tx, settled: Settled[]): void {
  tx.run(
    `update links set state = s.state, indexed = s.indexed, credit = s.credit, looks = s.looks, next_look_at = s.next_look_at,
       settled_at = s.settled_at, checked_at = ? from
     (select value ->> 'id' as id, value ->> 'state' as state, value ->> 'indexed' as indexed, value ->> 'credit' as credit,
        value ->> 'looks' as looks, value ->> 'next_look_at' as next_look_at, value ->> 'settled_at' as settled_at from json_each(?)) s
     where links.id = s.id`,
    tx.now,
    JSON.stringify(settled),
  )
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
      note: `${back} not seen by the last look`,
    })
}
