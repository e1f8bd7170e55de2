/** Results of day 1, 3 and 7 for sent links, counted by job, week, workspace and host. */

import Type from 'typebox'
import type { ReadTx } from '../../../kernel/database/database.ts'
import type { SearchReader } from '../../../kernel/database/search-steps.ts'
import { type Caller, treeOf } from '../../../kernel/operation/caller.ts'
import { TreeTenantId } from '../../../kernel/operation/shape.ts'
import { LOOK_DAYS } from '../../plans/index.ts'
import { AskedZone } from '../../tenants/index.ts'
import { OWN_HOST } from '../foreign/hosts.ts'
import { STAGES, type Stage } from '../shapes.ts'
import { cohortMondays, cohortsSince, isWholeWeek, type WeekReader, weekSql } from './cohort-weeks.ts'

/** Number of sent links by stage. */
type Cohort = Record<Stage, number>
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
  last_weeks: Type.Optional(
    Type.Integer({
      title: 'Weeks',
      description: 'The last weeks, with this one',
      minimum: 1,
      maximum: 52,
      default: 12,
    }),
  ),
  time_zone: AskedZone,
}
export type CohortScope = { tenant_id?: string; host?: string; last_weeks?: number }
const MOST_ROWS = 100

export type CohortCell = {
  day: LookDay
  seen: number
  /** Links whose check of this day is still to come; they are neither seen nor missed. */
  due: number
  sent: number
  /** The weeks counted: those in which nearly every link has had this day's check. A row of one week counts that week. */
  weeks: string[]
  settled: boolean
}
export type CohortRow = { key: string; label: string; sent: number; cells: CohortCell[] }

const KEYS: Record<CohortRows, { key: string; label: string; join: string }> = {
  week: { key: 'week', label: 'week', join: '' },
  client: { key: 'j.tenant_id', label: 't.name', join: 'cross join tenants t on t.id = j.tenant_id' },
  host: { key: 'c.host', label: 'c.host', join: '' },
}

/** Links of the pushes that are added up at a time: some milliseconds, also when each link has a host of its own. */
const LINKS_A_PART = 2000

/** Adds up the pushes in sight in parts, so that requests are answered between them. `add` gets the ids of a part as JSON. */
export async function inParts(
  look: SearchReader,
  caller: Caller,
  { tenant_id }: CohortScope,
  add: (ids: string) => void,
): Promise<void> {
  const tree = treeOf(caller, 'j.tenant_id')
  const [only, named] = tenant_id === undefined ? ['', []] : ['and j.tenant_id = ?', [tenant_id]]
  const parts: string[] = []
  let [ids, links]: [string[], number] = [[], 0]
  const endPart = () => {
    parts.push(JSON.stringify(ids))
    ;[ids, links] = [[], 0]
  }
  await look.walk<{ id: string; link_count: number }>(
    `select j.id, j.link_count from jobs j where j.deleted_at is null and ${tree.sql} ${only}`,
    [...tree.params, ...named],
    ({ id, link_count }) => {
      ids.push(id)
      links += link_count
      if (links >= LINKS_A_PART) endPart()
      return false
    },
  )
  endPart()
  for (const part of parts) {
    add(part)
    await look.breathe()
  }
}

/** SQL for the counts of some pushes: their ids as JSON, the first moment, and one host or null for all. */
const COUNTS = `json_each(?1) part cross join jobs j on j.id = part.value cross join cohorts c on c.job_id = j.id and c.quarter >= ?2`
const OF_HOST = 'coalesce(?3, c.host) = c.host'

/** A viewer of a client counts no links on hosts of other clients, as in its reports. */
export const ownOf = ({ role }: Pick<Caller, 'role'>, alias: 'c' | 'l'): string =>
  role === 'client_viewer' ? ` and ${OWN_HOST.replaceAll('l.', `${alias}.`)}` : ''

export type CohortOfWeek = Cohort & { key: string; label: string; week: string }

/** The caller of the grid, too. */
export type GridCaller = WeekReader & { caller: Caller }

/** The rows with the most links, each week of each, newest first. */
export async function cohortsByWeek(
  look: SearchReader,
  reader: GridCaller,
  by: CohortRows,
  scope: CohortScope = {},
): Promise<CohortOfWeek[]> {
  const { caller } = reader
  const { key, label, join } = KEYS[by]
  const weeks = cohortMondays(reader, scope).toReversed()
  const [since, host, week] = [cohortsSince(reader, scope), scope.host ?? null, weekSql(weeks.length)]
  const begins = weeks.flatMap((monday) => [reader.days.startOf(monday), monday])
  const sums = new Map<string, CohortOfWeek>()
  // There may be as many hosts as links, so only those with the most are counted by week.
  const hosts = by === 'host' ? JSON.stringify(await largestHosts(look, reader, scope)) : null
  await inParts(look, caller, scope, (ids) => {
    const some = look.rows<CohortOfWeek>(
      `select ${key === 'week' ? week : key} as key, ${label === 'week' ? week : label} as label, ${week} as week, ${SUMS} from ${COUNTS} ${join}
       where ${OF_HOST}${ownOf(caller, 'c')} and (?4 is null or c.host in (select value from json_each(?4))) group by 1, 3`,
      [ids, since, host, hosts, ...begins],
    )
    for (const one of some) {
      const known = sums.get(`${one.week} ${one.key}`)
      if (known) for (const stage of STAGES) known[stage] += one[stage]
      else sums.set(`${one.week} ${one.key}`, one)
    }
  })
  const rows = [...sums.values()].toSorted((a, b) => (a.week < b.week ? 1 : a.week > b.week ? -1 : 0))
  if (by === 'week') return rows
  const links = new Map<string, number>()
  for (const one of rows) links.set(one.key, (links.get(one.key) ?? 0) + sentOf(one))
  const most = new Set(largest(links))
  return rows.filter((one) => most.has(one.key))
}

async function largestHosts(look: SearchReader, reader: GridCaller, scope: CohortScope): Promise<string[]> {
  const links = new Map<string, number>()
  await inParts(look, reader.caller, scope, (ids) => {
    const some = look.rows<{ host: string; n: number }>(
      `select c.host, sum(${LINKS}) as n from ${COUNTS} where ${OF_HOST}${ownOf(reader.caller, 'c')} group by 1`,
      [ids, cohortsSince(reader, scope), scope.host ?? null],
    )
    for (const { host, n } of some) links.set(host, (links.get(host) ?? 0) + n)
  })
  return largest(links)
}

/** The keys with the most links. Sorting them all would take long: there may be as many as links. */
function largest(links: ReadonlyMap<string, number>): string[] {
  const most: (readonly [key: string, n: number])[] = []
  for (const one of links) {
    if (most.length === MOST_ROWS && one[1] <= most.at(-1)![1]) continue
    most.splice(most.findLastIndex(([, n]) => n >= one[1]) + 1, 0, one)
    if (most.length > MOST_ROWS) most.pop()
  }
  return most.map(([key]) => key)
}

const isWhole = (one: CohortOfWeek, day: LookDay, reader: WeekReader): boolean =>
  isWholeWeek(one.week, day, { sent: sentOf(one), due: waitingFor(one, day) }, reader)

/**
 * The rows with the most links, with the share seen by day 1, 3 and 7. A day counts only weeks in which nearly every
 * link has had its check of that day; otherwise unfinished weeks lower the share.
 */
export async function cohortGrid(
  look: SearchReader,
  reader: GridCaller,
  by: CohortRows,
  scope: CohortScope = {},
): Promise<CohortRow[]> {
  return gridOf(await cohortsByWeek(look, reader, by, scope), reader, by)
}

/** The same of weeks that are counted already. */
export function gridOf(weeks: readonly CohortOfWeek[], reader: WeekReader, by: CohortRows): CohortRow[] {
  const rows = [...Map.groupBy(weeks, (one) => one.key)].map(([one, of]) => ({
    key: one,
    label: of[0]!.label,
    sent: of.reduce((sum, week) => sum + sentOf(week), 0),
    cells: LOOK_DAYS.map((day) => cellOf(of, day, reader, by === 'week')),
  }))
  return by === 'week' ? rows : rows.toSorted((a, b) => b.sent - a.sent)
}

/** An unfinished week counts only in its own row (`alone`). */
function cellOf(weeks: CohortOfWeek[], day: LookDay, reader: WeekReader, alone: boolean): CohortCell {
  const whole = weeks.filter((one) => isWhole(one, day, reader))
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
