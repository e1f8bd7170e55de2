/** Links of one job as its rail counts them: by what the looks up to a day have shown, and by when they leave. */
import { DAY, dayOf, plus, type Time } from '../../kernel/clock.ts'
import type { ReadTx } from '../../kernel/database.ts'
import { type Condition, loosely } from '../../kernel/list.ts'
import { words } from '../../kernel/named.ts'
import { cohortOf, type LookDay, SEEN, sentOf, WAITING } from './cohorts.ts'
import { STAGES, type Stage } from './shapes.ts'

export const LOOK_PARTS = words('LookPart', [
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

export const LEAVE_PARTS = words('LeavePart', ['sent', 'today', 'later'])
export type LeavePart = (typeof LEAVE_PARTS)[number]

/** Each link that was sent is in one of the three parts of a day. */
function stagesIn(part: OfDay): readonly Stage[] {
  const [of, name] = part.split('_') as ['seen' | 'unseen' | 'due', '1' | '3' | '7']
  const day = Number(name) as LookDay
  if (of === 'seen') return SEEN[day]
  if (of === 'due') return WAITING[day]
  return STAGES.filter((stage) => !SEEN[day].includes(stage) && !WAITING[day].includes(stage))
}

/** A look that a check credit is set aside for is still to be answered, or to be planned. */
const CHARGED = `(exists (select 1 from looks k where k.job_id = l.job_id and k.state <> 'done' and k.credits > 0 and k.link_id = l.id)
  or (l.state = 'queued' and exists (select 1 from jobs o where o.id = l.job_id
    and (o.type = 'check' or (o.status in ('queued', 'preflight') and (o.smart or o.pre_check))))))`

/** Conditions on links `l`. */
export function inLookPart(part: LookPart): Condition {
  if (part === 'charged') return loosely(CHARGED)
  const stages = stagesIn(part)
  return loosely(`l.stage in (${stages.map(() => '?')})`, ...stages)
}

/** How many such links a job has; null where the looks alone can tell. */
export function countLookPart(tx: ReadTx, job_id: string, part: LookPart): number | null {
  if (part === 'charged') return null
  const cohort = cohortOf(tx, job_id)
  return stagesIn(part).reduce((sum, stage) => sum + cohort[stage], 0)
}

/** Where today ends, UTC: what leaves later leaves from then on. */
export const endOfToday = (now: Time): Time => `${dayOf(plus(now, DAY))}T00:00:00.000Z`

/** Conditions on links `l`: of those that have not left, what has no day yet counts as today's. */
export function inLeavePart(part: LeavePart, now: Time): Condition {
  if (part === 'sent') return loosely('l.stage is not null')
  if (part === 'later') return loosely('l.due_at >= ?', endOfToday(now))
  return loosely("l.state in ('queued', 'scheduled') and (l.due_at is null or l.due_at < ?)", endOfToday(now))
}

/** How many links of a job were sent; null of those that were not. */
export const countLeavePart = (tx: ReadTx, job_id: string, part: LeavePart): number | null =>
  part === 'sent' ? sentOf(cohortOf(tx, job_id)) : null
