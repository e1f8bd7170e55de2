/** Results of day 1, 3 and 7 for sent links, counted by job, week, workspace and host. */

import Type from 'typebox'
import type { ReadTx } from '../../kernel/database/database.ts'
import { type Caller, treeOf } from '../../kernel/operation/caller.ts'
import { invalid } from '../../kernel/operation/fault.ts'
import { TreeTenantId } from '../../kernel/operation/shape.ts'
import { DAY, dateOf, dayOf, millis, plus, type Time } from '../../kernel/time/clock.ts'
import { LOOK_DAYS } from '../plans/index.ts'
import { STAGES, type Stage } from './shapes.ts'
import type { LinkRow } from './tables.ts'
import { STAYS } from './unsent-links.ts'

/** Number of sent links by stage. */
export type Cohort = Record<Stage, number>
export type LookDay = (typeof LOOK_DAYS)[number]
const isLookDay = (day: number): day is LookDay => LOOK_DAYS.some((one) => one === day)

/** Stages of links seen by a day, and of links whose check of that day is still to come. */
const SEEN: Record<LookDay, readonly Stage[]> = { 1: ['day1'], 3: ['day1', 'day3'], 7: ['day1', 'day3', 'day7'] }
const WAITING: Record<LookDay, readonly Stage[]> = {
  1: ['wait1'],
  3: ['wait1', 'wait3'],
  7: ['wait1', 'wait3', 'wait7'],
}

const add = (cohort: Cohort, stages: readonly Stage[]): number => stages.reduce((sum, one) => sum + cohort[one], 0)
export const sentOf = (cohort: Cohort): number => add(cohort, STAGES)
/** Sent links seen by this day. */
export const seenBy = (cohort: Cohort, day: LookDay): number => add(cohort, SEEN[day])
/** Sent links whose check of this day is still to come. */
export const waitingFor = (cohort: Cohort, day: LookDay): number => add(cohort, WAITING[day])

const SUMS = STAGES.map((stage) => `coalesce(sum(c.${stage}), 0) as ${stage}`).join(', ')
const LINKS = STAGES.map((stage) => `c.${stage}`).join(' + ')

/** Counts of one push; all zero before the first link is sent. */
export const cohortOf = (tx: ReadTx, job_id: string): Cohort =>
  tx.row<Cohort>(`select ${SUMS} from cohorts c where c.job_id = ?`, job_id)!

/** The Monday (UTC) of the week of `time`: the key of a cohort. */
export const weekOf = (time: Time): string => dayOf(plus(time, -((dateOf(millis(time)).getUTCDay() + 6) % 7) * DAY))

export const COHORT_ROWS = ['week', 'client', 'host'] as const
export type CohortRows = (typeof COHORT_ROWS)[number]
/** Limits the grid to one workspace, one host, or both; empty means everything in sight. */
export const RESULT_SCOPE = {
  tenant_id: Type.Optional(TreeTenantId),
  host: Type.Optional(Type.String({ title: 'Host', description: 'Only links of this host', maxLength: 255 })),
}
export type CohortScope = { tenant_id?: string; host?: string }
export const COHORT_WEEKS = 12
const MOST_ROWS = 100

export type CohortCell = {
  day: LookDay
  seen: number
  /** Links whose check of this day is still to come; they are neither seen nor missed. */
  due: number
  sent: number
  /**
   * Weeks counted in the cell: only those in which every link has had this day's check. A row of one week counts that
   * week.
   */
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
function source(tx: ReadTx, caller: Caller, { tenant_id, host }: CohortScope) {
  const tree = treeOf(caller, 'j.tenant_id')
  const since = cohortsSince(tx.now)
  return {
    from: 'jobs j cross join cohorts c on c.job_id = j.id',
    where: `j.deleted_at is null and ${tree.sql} and c.week >= ? and coalesce(?, j.tenant_id) = j.tenant_id
      and coalesce(?, c.host) = c.host`,
    params: [...tree.params, since, tenant_id ?? null, host ?? null],
  }
}

/**
 * The rows with the most links, with the share seen by day 1, 3 and 7. A day counts only weeks in which every link has
 * had its check of that day; otherwise unfinished weeks lower the share.
 */
export function cohortGrid(tx: ReadTx, caller: Caller, by: CohortRows, scope: CohortScope = {}): CohortRow[] {
  const { from, where, params } = source(tx, caller, scope)
  const { key, label, join } = KEYS[by]
  const weeks = tx.rows<Cohort & { key: string; label: string; week: string }>(
    `select ${key} as key, ${label} as label, c.week, ${SUMS} from ${from} ${join}
     where ${where} and ${key} in (select ${key} from ${from} where ${where} group by 1 order by sum(${LINKS}) desc limit ?)
     group by ${key}, c.week order by c.week desc`,
    ...params,
    ...params,
    MOST_ROWS,
  )
  const now = weekOf(tx.now)
  const rows = [...Map.groupBy(weeks, (one) => one.key)].map(([one, of]) => ({
    key: one,
    label: of[0]!.label,
    sent: of.reduce((sum, week) => sum + sentOf(week), 0),
    cells: LOOK_DAYS.map((day) => cellOf(of, day, now, by === 'week')),
  }))
  return by === 'week' ? rows : rows.toSorted((a, b) => b.sent - a.sent)
}

/** An unfinished week counts only in its own row (`alone`). */
function cellOf(weeks: (Cohort & { week: string })[], day: LookDay, now: string, alone: boolean): CohortCell {
  const whole = weeks.filter((one) => one.week < now && waitingFor(one, day) === 0)
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

export type CohortJob = { id: string; name: string; unsent: number; links: number }

/** Links of a cell: all, seen by its day, not seen by it, or with that day's check still to come. */
export const CELL_PARTS = ['all', 'seen', 'missed', 'due'] as const
export type CellPart = (typeof CELL_PARTS)[number]
export function stagesOf(part: CellPart, day: LookDay): readonly Stage[] {
  if (part === 'all') return STAGES
  if (part === 'seen') return SEEN[day]
  if (part === 'due') return WAITING[day]
  return STAGES.filter((stage) => !SEEN[day].includes(stage) && !WAITING[day].includes(stage))
}

export type CellAsked = CohortScope & { weeks: readonly string[]; day: LookDay; part: CellPart }

type CellNamed = CohortScope & { by: CohortRows; key: string; day: number; part: CellPart }

/** The cell of a row and day; without weeks, and so without links, where the grid has no such row. */
export function cellAt(tx: ReadTx, caller: Caller, { by, key, day, part, ...scope }: CellNamed): CellAsked {
  if (!isLookDay(day)) throw invalid({ path: 'day', message: 'is 1, 3 or 7' })
  const row = cohortGrid(tx, caller, by, scope).find((one) => one.key === key)
  const weeks = row?.cells.find((one) => one.day === day)?.weeks ?? []
  const narrowed = by === 'week' ? scope : by === 'client' ? { ...scope, tenant_id: key } : { ...scope, host: key }
  return { ...narrowed, weeks, day, part }
}

/** Pushes with links in the cell, newest first unless asked otherwise, with the count of each; `unsent` are still to leave. */
export function jobsOfCell(
  tx: ReadTx,
  caller: Caller,
  { weeks, day, part, ...scope }: CellAsked,
  dir: 'asc' | 'desc' = 'desc',
): CohortJob[] {
  const { from, where, params } = source(tx, caller, scope)
  const wanted = stagesOf(part, day)
    .map((stage) => `c.${stage}`)
    .join(' + ')
  return tx.rows(
    `select j.id, j.name, sum(${wanted}) as links,
       iif(j.status = 'sending', j.outcome ->> '$.states.queued' + j.outcome ->> '$.states.scheduled', 0) as unsent
     from ${from} where ${where} and c.week in (select value from json_each(?)) group by j.id
     having sum(${wanted}) > 0 order by j.first_link ${dir}`,
    ...params,
    JSON.stringify(weeks),
  )
}

export type CellLink = Pick<LinkRow, 'url' | 'state' | 'indexed' | 'sent_at' | 'job_id'> & {
  uid: number
  job_name: string
  tenant_id: string
}

/** One page of the cell's links, read job by job in the order of `jobs`. */
export function linksOfCell(
  tx: ReadTx,
  { weeks, day, part, host }: CellAsked,
  jobs: readonly CohortJob[],
  { page, page_size, dir = 'desc' }: { page: number; page_size: number; dir?: 'asc' | 'desc' },
): CellLink[] {
  const from = (page - 1) * page_size
  let before = 0
  const inPage: string[] = []
  let skipped = 0
  for (const { id, links } of jobs) {
    if (before + links <= from) skipped += links
    else if (before < from + page_size) inPage.push(id)
    before += links
  }
  return tx.rows<CellLink>(
    `select l.id as uid, l.url, l.state, l.indexed, l.sent_at, l.job_id, j.name as job_name, j.tenant_id from json_each(?) wanted
     cross join jobs j on j.id = wanted.value cross join links l on l.id between j.first_link and j.last_link
     where l.stage in (select value from json_each(?)) and l.week in (select value from json_each(?))
       and coalesce(?, l.host) = l.host order by l.id ${dir} limit ? offset ?`,
    JSON.stringify(inPage),
    JSON.stringify(stagesOf(part, day)),
    JSON.stringify(weeks),
    host ?? null,
    page_size,
    from - skipped,
  )
}

/** At most `limit` unsent links of one push of the cell: on its host and, in the row of one week, due in that week. */
export function waitingOfCell(
  tx: ReadTx,
  job_id: string,
  { host, week }: { host?: string; week?: string },
  limit: number,
): number[] {
  const end = week ? plus(`${week}T00:00:00.000Z`, 7 * DAY) : null
  if (end !== null && end <= tx.now) return []
  return tx
    .rows<{ id: number }>(
      `select l.id from links l indexed by links_job where l.job_id = ?1 and ${STAYS} and coalesce(?2, l.host) = l.host
         and max(coalesce(l.due_at, ?3), ?3) >= ?4 and max(coalesce(l.due_at, ?3), ?3) < ?5 limit ?6`,
      job_id,
      host ?? null,
      tx.now,
      week ?? '',
      end ?? '~',
      limit,
    )
    .map(({ id }) => id)
}
