/** Filters on the links of one job as its timeline counts them: by result up to a day, and by day of sending. */

import type { ReadTx } from '../../../kernel/database/database.ts'
import { type Condition, looseCondition } from '../../../kernel/database/list.ts'
import { namedEnum } from '../../../kernel/operation/schema-names.ts'
import type { Time } from '../../../kernel/time/clock.ts'
import type { ZoneDays } from '../../../kernel/time/zone-days.ts'
import type { Stage } from '../shapes.ts'
import { cohortOf, type LookDay, sentOf, stagesOf } from './cohorts.ts'

export const LOOK_PARTS = namedEnum('LookPart', [
  'seen_1',
  'seen_3',
  'seen_7',
  'unseen_1',
  'unseen_3',
  'unseen_7',
  'due_1',
  'due_3',
  'due_7',
  'charged',
])
export type LookPart = (typeof LOOK_PARTS)[number]
type OfDay = Exclude<LookPart, 'charged'>

export const LEAVE_PARTS = namedEnum('LeavePart', ['sent', 'today', 'later'])
export type LeavePart = (typeof LEAVE_PARTS)[number]

/** The stages in this part of a day; every sent link is in one of the three. */
function stagesIn(part: OfDay): readonly Stage[] {
  const [of, day] = part.split('_') as ['seen' | 'unseen' | 'due', '1' | '3' | '7']
  return stagesOf(of === 'unseen' ? 'missed' : of, Number(day) as LookDay)
}

/** A check with a reserved check credit that has no result yet, or is still to be planned. */
const CHARGED = `(exists (select 1 from looks k where k.job_id = l.job_id and k.state <> 'done' and k.credits > 0 and k.link_id = l.id)
  or (l.state = 'queued' and exists (select 1 from jobs o where o.id = l.job_id
    and (o.type = 'check' or (o.status in ('queued', 'preflight') and (o.smart or o.pre_check))))))`

/** Condition on links `l`. */
export function inLookPart(part: LookPart): Condition {
  if (part === 'charged') return looseCondition(CHARGED)
  const stages = stagesIn(part)
  return looseCondition(`l.stage in (${stages.map(() => '?')})`, ...stages)
}

/** How many links of a job are in the part; null where only the checks know. */
export function countLookPart(tx: ReadTx, job_id: string, part: LookPart): number | null {
  if (part === 'charged') return null
  const cohort = cohortOf(tx, job_id)
  return stagesIn(part).reduce((sum, stage) => sum + cohort[stage], 0)
}

/** Midnight at the end of today. */
const endOfToday = (now: Time, days: ZoneDays): Time => days.at(now).end

/** Condition on links `l`. An unsent link without a day counts as today's. */
export function inLeavePart(part: LeavePart, now: Time, days: ZoneDays): Condition {
  if (part === 'sent') return looseCondition('l.stage is not null')
  if (part === 'later') return looseCondition('l.due_at >= ?', endOfToday(now, days))
  return looseCondition(
    "l.state in ('queued', 'scheduled') and (l.due_at is null or l.due_at < ?)",
    endOfToday(now, days),
  )
}

/** How many links of a job were sent; null for the parts that are unsent. */
export const countLeavePart = (tx: ReadTx, job_id: string, part: LeavePart): number | null =>
  part === 'sent' ? sentOf(cohortOf(tx, job_id)) : null

/** Links by day of sending: before midnight, later, and the latest day. */
export type Calendar = { today: number; later: number; last_at: Time | null }

/** Send dates of the links that are still unsent. */
export const calendarOf = (tx: ReadTx, job_id: string, days: ZoneDays): Calendar =>
  tx.row<Calendar>(
    `select count(*) filter (where due_at < ?1) as today, count(*) filter (where due_at >= ?1) as later, max(due_at) as last_at
     from links where job_id = ?2 and due_at is not null`,
    endOfToday(tx.now, days),
    job_id,
  )!

export const countUncovered = (tx: ReadTx, job_id: string): number =>
  tx.count('select count(*) from links where job_id = ? and guarantee = 0', job_id)
