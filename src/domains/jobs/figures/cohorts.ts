/** Results of day 1, 3 and 7 for sent links, counted by job, week, workspace and host. */

import Type from 'typebox'
import type { ReadTx } from '../../../kernel/database/database.ts'
import { type Caller, treeOf } from '../../../kernel/operation/caller.ts'
import { TreeTenantId } from '../../../kernel/operation/shape.ts'
import { DAY, dayOf, plus, type Time, weekOf } from '../../../kernel/time/clock.ts'
import { LOOK_DAYS } from '../../plans/index.ts'
import { STAGES, type Stage } from '../shapes.ts'

/** Number of sent links by stage. */
export type Cohort = Record<Stage, number>
export type LookDay = (typeof LOOK_DAYS)[number]
export const isLookDay = (day: number): day is LookDay => LOOK_DAYS.some((one) => one === day)

/** Stages of links seen by a day, and of links whose check of that day is still to come. */
const SEEN: Record<LookDay, readonly Stage[]> = { 1: ['day1'], 3: ['day1', 'day3'], 7: ['day1', 'day3', 'day7'] }
const WAITING: Record<LookDay, readonly Stage[]> = {
  1: ['wait1'],
  3: ['wait1', 'wait3'],
  7: ['wait1', 'wait3', 'wait7'],
}

const add = (cohort: Cohort, stages: readonly Stage[]): number => stages.reduce((sum, one) => sum + cohort[one], 0)
export const sentOf = (cohort: Cohort): number => add(cohort, STAGES)
export const seenBy = (cohort: Cohort, day: LookDay): number => add(cohort, SEEN[day])
/** Sent links whose check of this day is still to come. */
export const waitingFor = (cohort: Cohort, day: LookDay): number => add(cohort, WAITING[day])

const SUMS = STAGES.map((stage) => `coalesce(sum(c.${stage}), 0) as ${stage}`).join(', ')
const LINKS = STAGES.map((stage) => `c.${stage}`).join(' + ')

/** Counts of one push; all zero before the first link is sent. */
export const cohortOf = (tx: ReadTx, job_id: string): Cohort =>
  tx.row<Cohort>(`select ${SUMS} from cohorts c where c.job_id = ?`, job_id)!

export const COHORT_ROWS = ['week', 'client', 'host'] as const
export type CohortRows = (typeof COHORT_ROWS)[number]
/** Limits the grid to one workspace, one host, or both; empty means everything in sight. */
export const RESULT_SCOPE = {
  tenant_id: Type.Optional(TreeTenantId),
  host: Type.Optional(Type.String({ title: 'Host', description: 'Only links of this host', maxLength: 255 })),
}
export type CohortScope = { tenant_id?: string; host?: string }
const COHORT_WEEKS = 12
const MOST_ROWS = 100

export type CohortCell = {
  day: LookDay
  seen: number
  /** Links whose check of this day is still to come; they are neither seen nor missed. */
  due: number
  sent: number
  /** The weeks counted: those in which every link has had this day's check. A row of one week counts that week. */
  weeks: string[]
  settled: boolean
}
export type CohortRow = { key: string; label: string; sent: number; cells: CohortCell[] }

const KEYS: Record<CohortRows, { key: string; label: string; join: string }> = {
  week: { key: 'c.week', label: 'c.week', join: '' },
  client: { key: 'j.tenant_id', label: 't.name', join: 'cross join tenants t on t.id = j.tenant_id' },
  host: { key: 'c.host', label: 'c.host', join: '' },
}

/** The first Monday of the grid. */
export const cohortsSince = (now: Time): string => weekOf(plus(now, -(COHORT_WEEKS - 1) * 7 * DAY))

/** Pushes in sight with their cohorts since the first Monday. */
export function source(tx: ReadTx, caller: Caller, { tenant_id, host }: CohortScope) {
  const tree = treeOf(caller, 'j.tenant_id')
  const since = cohortsSince(tx.now)
  return {
    from: 'jobs j cross join cohorts c on c.job_id = j.id',
    where: `j.deleted_at is null and ${tree.sql} and c.week >= ? and coalesce(?, j.tenant_id) = j.tenant_id
      and coalesce(?, c.host) = c.host`,
    params: [...tree.params, since, tenant_id ?? null, host ?? null],
  }
}

export type CohortOfWeek = Cohort & { key: string; label: string; week: string }

/** The rows with the most links, each week of each. */
export function cohortsByWeek(tx: ReadTx, caller: Caller, by: CohortRows, scope: CohortScope = {}): CohortOfWeek[] {
  const { from, where, params } = source(tx, caller, scope)
  const { key, label, join } = KEYS[by]
  return tx.rows<CohortOfWeek>(
    `select ${key} as key, ${label} as label, c.week, ${SUMS} from ${from} ${join}
     where ${where} and ${key} in (select ${key} from ${from} where ${where} group by 1 order by sum(${LINKS}) desc limit ?)
     group by ${key}, c.week order by c.week desc`,
    ...params,
    ...params,
    MOST_ROWS,
  )
}

/** Whether every link of a week that is over has had its check of this day. */
export const isWhole = (one: CohortOfWeek, day: LookDay, now: Time): boolean =>
  one.week < weekOf(now) && waitingFor(one, day) === 0

/**
 * The rows with the most links, with the share seen by day 1, 3 and 7. A day counts only weeks in which every link has
 * had its check of that day; otherwise unfinished weeks lower the share.
 */
export function cohortGrid(tx: ReadTx, caller: Caller, by: CohortRows, scope: CohortScope = {}): CohortRow[] {
  const rows = [...Map.groupBy(cohortsByWeek(tx, caller, by, scope), (one) => one.key)].map(([one, of]) => ({
    key: one,
    label: of[0]!.label,
    sent: of.reduce((sum, week) => sum + sentOf(week), 0),
    cells: LOOK_DAYS.map((day) => cellOf(of, day, tx.now, by === 'week')),
  }))
  return by === 'week' ? rows : rows.toSorted((a, b) => b.sent - a.sent)
}

/** An unfinished week counts only in its own row (`alone`). */
function cellOf(weeks: CohortOfWeek[], day: LookDay, now: Time, alone: boolean): CohortCell {
  const whole = weeks.filter((one) => isWhole(one, day, now))
  const counted = whole.length === 0 && alone ? weeks : whole
  return {
    day,
    seen: counted.reduce((sum, one) => sum + seenBy(one, day), 0),
    due: counted.reduce((sum, one) => sum + waitingFor(one, day), 0),
    sent: counted.reduce((sum, one) => sum + sentOf(one), 0),
    weeks: counted.map(({ week }) => week),
    settled: whole.length > 0,
  }
}

/** Links of a cell: all, seen by its day, not seen by it, or with that day's check still to come. */
export const CELL_PARTS = ['all', 'seen', 'missed', 'due'] as const
export type CellPart = (typeof CELL_PARTS)[number]
export function stagesOf(part: CellPart, day: LookDay): readonly Stage[] {
  if (part === 'all') return STAGES
  if (part === 'seen') return SEEN[day]
  if (part === 'due') return WAITING[day]
  return STAGES.filter((stage) => !SEEN[day].includes(stage) && !WAITING[day].includes(stage))
}

/** The Mondays of the grid, the oldest first. */
export const cohortMondays = (now: Time): string[] =>
  Array.from({ length: COHORT_WEEKS }, (_, n) => dayOf(plus(`${cohortsSince(now)}T12:00:00.000Z`, n * 7 * DAY)))
