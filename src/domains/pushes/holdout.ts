import type { Tx } from '../../kernel/database/database.ts'
import { DAY, plus, type Time } from '../../kernel/time/clock.ts'
import { planLooks } from '../checks/index.ts'
import { release } from '../credits/index.ts'
import { type Indexed, type JobRow, linkCounts, linkStates } from '../jobs/index.ts'
import { LOOK_DAYS } from '../plans/index.ts'
import { beginHoldoutBatch, type HoldoutBatch, holdoutBatch, noteSites } from '../providers/index.ts'
import { GUARANTEE_ENGINE, LAST_DAY, RETRY_AFTER, type WatchedLink } from './guarantee.ts'
import { waveOf } from './stages.ts'

/**
 * Draws the next links of the control group at random from all that would be sent; at least one link is sent. Their
 * credits are refunded here, and the operator pays for their checks, which follow the waves of the sent links. Returns
 * how many were drawn.
 */
export function drawHoldout(tx: Tx, job: JobRow, limit: number): number {
  if (job.holdout_pct === 0) return 0
  const job_id = job.id
  const batch = holdoutBatch(tx, job_id) ?? beginHoldout(tx, job)
  if (!batch) return 0
  const before = linkCounts.countIn(tx, batch.id)
  const drawn = tx.rows<{ id: number }>(
    `select id from links where job_id = ? and state = 'queued' and credit = 'reserved' order by random() limit ?`,
    job_id,
    Math.min(limit, batch.url_count - before, countQueued(tx, job_id) - 1),
  )
  if (drawn.length === 0) return 0
  const ids = drawn.map(({ id }) => id)
  const waves = Map.groupBy(ids, (_, i) => waveOf(before + i, batch.url_count, job.drip_days))
  for (const [day, links] of waves)
    linkStates.holdOut(tx, links, batch.id, plus(batch.created_at, (day + LOOK_DAYS[0]) * DAY))
  if (before + drawn.length === batch.url_count) noteSites(tx, batch.id)
  const note = `${drawn.length} in the control group, not sent`
  release(tx, { kind: 'index', amount: drawn.length, reason: 'release', job_id, note })
  return drawn.length
}

/** Links may have been cancelled since the draw began, so count again: at least one is sent. */
const countQueued = (tx: Tx, job_id: string): number =>
  tx.number("select count(*) from links where job_id = ? and state = 'queued'", job_id)

function beginHoldout(tx: Tx, { id: job_id, holdout_pct }: JobRow): HoldoutBatch | null {
  const links = countQueued(tx, job_id)
  const url_count = Math.min(links - 1, Math.round((links * holdout_pct) / 100))
  return url_count > 0 ? beginHoldoutBatch(tx, { job_id, url_count }) : null
}

export type DueLink = { id: number; job_id: string; looks: number }

/** Plans the due checks of the control group. */
export function planHoldoutLooks(tx: Tx, due: DueLink[]): void {
  for (const links of Map.groupBy(due, ({ job_id, looks }) => `${job_id} ${looks}`).values()) {
    const { job_id, looks } = links[0]!
    const ids = links.map(({ id }) => id)
    planLooks(
      tx,
      { job_id, engine: GUARANTEE_ENGINE, purpose: 'holdout', credits: 0, day: LOOK_DAYS[looks] ?? 7 },
      "l.state = 'held_out' and l.id in (select value from json_each(?))",
      JSON.stringify(ids),
    )
    linkStates.takeOffCalendar(tx, ids)
  }
}

/** The result of a control group check never moves a credit. */
export function settleHoldout<L extends WatchedLink>(link: L, seen: Indexed, drip_days: number, now: Time): L {
  if (link.state !== 'held_out') return link
  if (seen === 'yes') return { ...link, indexed: 'yes', looks: LOOK_DAYS.length, next_look_at: null }
  const late = now >= plus(link.settled_at ?? now, (LAST_DAY + drip_days) * DAY)
  if (seen === 'unknown') return { ...link, next_look_at: late ? null : plus(now, RETRY_AFTER) }
  const [last, next] = [LOOK_DAYS[link.looks], LOOK_DAYS[link.looks + 1]]
  const next_look_at = last === undefined || next === undefined ? null : plus(now, (next - last) * DAY)
  return { ...link, indexed: 'no', looks: link.looks + 1, next_look_at }
}
