import type { Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { type FinishedLook, planConfirmations, TAKE_LOOKS } from '../checks/index.ts'
import { consume, release } from '../credits/index.ts'
import { countResults, type JobRow, jobStates, linkStates, refreshOutcome, tally } from '../jobs/index.ts'
import { LOOK_DAYS } from '../plans/index.ts'
import { type BatchAdditions, countSightings } from '../providers/index.ts'
import {
  answerDay,
  GUARANTEE_ENGINE,
  needsConfirmation,
  type SettledLook,
  settleGuarantee,
  settleRecheck,
  type WatchedLink,
} from './guarantee.ts'
import { settleHoldout } from './holdout.ts'
import { ADVANCE_PUSHES } from './stages.ts'

declare module '../../kernel/operation/app.ts' {
  interface Install {
    /** Takes the answers of checks after the guarantee, which move no link and no index credit. */
    settleWatches(tx: Tx, looks: readonly FinishedLook[]): void
  }
}

const isLater = ({ purpose }: FinishedLook): boolean => purpose === 'retention' || purpose === 'canary'

/** Applies finished checks to the links of pushes and their credits, in the transaction that stores the results. */
export function settleLooks(app: Pick<App, 'wake' | 'settleWatches'>, tx: Tx, looks: FinishedLook[]): void {
  const { later = [], due = [] } = Object.groupBy(looks, (look) => (isLater(look) ? 'later' : 'due'))
  if (later.length > 0) app.settleWatches(tx, later)
  for (const [job_id, ofJob] of Map.groupBy(due, (look) => look.job_id)) {
    const job = tx.row<JobRow>('select * from jobs where id = ?', job_id)
    if (!job) continue
    const telling = ofJob.filter((look) => look.engine === GUARANTEE_ENGINE || look.confirms !== null)
    const { snapshots, others } = Object.groupBy(telling, ({ purpose }) =>
      purpose === 'before' ? 'snapshots' : 'others',
    )
    if (snapshots) settleSnapshots(tx, job, snapshots)
    if (others) settleWatched(app, tx, job, others)
    jobStates.finishIfSettled(tx, job_id)
    refreshOutcome(tx, job_id)
    tx.afterCommit(() => app.wake(ADVANCE_PUSHES))
  }
}

/** Settles the check before the push. With `smart`, a visible link is refunded, unless `force_refresh` sends it. */
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
  const job_id = job.id
  const note = `${visible} already visible, not sent`
  release(tx, { kind: 'index', amount: visible, reason: 'release', job_id, note })
}

function settleWatched(app: Pick<App, 'wake'>, tx: Tx, job: JobRow, looks: FinishedLook[]): void {
  const rows = tx.rows<WatchedLink>(
    `select id, batch_id, state, indexed, credit, sent_at, looks, next_look_at, settled_at from links
     where job_id = ? and id in (select value from json_each(?))`,
    job.id,
    JSON.stringify(looks.map((look) => look.link_id)),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const again: FinishedLook[] = []
  const sightings = []
  for (const look of looks) {
    const link = byId.get(look.link_id)
    if (!link) continue
    if (look.purpose === 'guarantee' && needsConfirmation(link, look, tx.now)) {
      again.push(look)
      byId.set(link.id, { ...link, indexed: 'no' })
      continue
    }
    const after = settledBy(link, look, job, tx.now)
    sightings.push(sightingOf(link, after, look, look.at ?? tx.now))
    byId.set(link.id, { ...after, moves: after.moves ?? (link as Partial<SettledLook>).moves ?? null } as SettledLook)
  }
  if (again.length) {
    planConfirmations(tx, again)
    tx.afterCommit(() => app.wake(TAKE_LOOKS))
  }
  countSightings(tx, sightings)
  const settled = [...byId.values()] as SettledLook[]
  linkStates.settleLinks(tx, settled)
  countResults(tx, job.tenant_id, rows, settled)
  move(tx, job, settled)
}

function settledBy(link: WatchedLink, { purpose, indexed, at }: FinishedLook, job: JobRow, now: string): SettledLook {
  if (link.state === 'held_out') return { ...settleHoldout(link, indexed, job.drip_days, now), moves: null }
  return purpose === 'guarantee' ? settleGuarantee(link, indexed, now, at) : settleRecheck(link, indexed, now)
}

function move(tx: Tx, { tenant_id, id: job_id }: JobRow, settled: SettledLook[]): void {
  const used = settled.filter((link) => link.moves === 'consume').length
  const back = settled.filter((link) => link.moves === 'release').length
  const seen = settled.filter((link) => link.settled_at === tx.now && link.state === 'indexed').length
  tally(tx, tenant_id, { indexed: seen, returned: back })
  if (used) consume(tx, { kind: 'index', amount: used, job_id })
  const note = `${back} not seen by the last check`
  if (back) release(tx, { kind: 'index', amount: back, reason: 'release', job_id, note })
}

/** The days whose result is known: all of a settled link, and those answered so far of a watched one. */
const knownDays = ({ state, looks }: WatchedLink): readonly number[] =>
  state === 'indexed' || state === 'not_indexed' ? LOOK_DAYS : LOOK_DAYS.slice(0, looks)

/** An answered check's additions to a batch: the day by which its link was seen, or `later`, and newly known days. */
function sightingOf(before: WatchedLink, after: WatchedLink, look: FinishedLook, now: string): BatchAdditions | null {
  if (!before.batch_id) return null
  const known = knownDays(before)
  const answered = knownDays(after).filter((day) => !known.includes(day))
  const seen = seenBy(before, after, look, now)
  if (seen === null && answered.length === 0) return null
  const late = answered.includes(3) && before.sent_at !== null && answerDay(before.sent_at, now) > 3
  return { batch_id: before.batch_id, seen, answered, late_day3: late }
}

/** A link of the control group has no moment of sending, so the planned day of its check counts. */
function seenBy(before: WatchedLink, after: WatchedLink, look: FinishedLook, now: string): BatchAdditions['seen'] {
  if (before.state === 'held_out')
    return before.looks < LOOK_DAYS.length && look.indexed === 'yes' ? (look.day ?? LOOK_DAYS[2]) : null
  if (before.state === 'indexed' || after.state !== 'indexed') return null
  return before.state === 'sent' && before.sent_at ? answerDay(before.sent_at, now) : 'later'
}
