/** One cell of the results: its pushes and their links. */

import Type from 'typebox'
import type { ReadTx } from '../../../kernel/database/database.ts'
import type { SearchReader } from '../../../kernel/database/search-steps.ts'
import type { Caller } from '../../../kernel/operation/caller.ts'
import { invalid, notFound } from '../../../kernel/operation/fault.ts'
import { Shape } from '../../../kernel/operation/schema-names.ts'
import type { ZoneDays } from '../../../kernel/time/zone-days.ts'
import type { LocalDay } from '../../../kernel/time/zones.ts'
import type { LinkRow } from '../tables.ts'
import { STAYS } from '../unsent-links.ts'
import { cohortMondays, momentsOfWeek } from './cohort-weeks.ts'
import {
  type CellPart,
  type CohortCell,
  type CohortRows,
  type CohortScope,
  cohortGrid,
  type GridCaller,
  inParts,
  isLookDay,
  type LookDay,
  ownOf,
  stagesOf,
} from './cohorts.ts'
import { usualOfWeeks } from './weekly.ts'

export const ResultCell = Shape('ResultCell', {
  day: Type.Union([Type.Literal(1), Type.Literal(3), Type.Literal(7)]),
  seen: Type.Integer({ description: 'Links found by a check answered by the end of that day' }),
  due: Type.Integer({ description: 'Links whose check of that day is still to come: not seen yet' }),
  sent: Type.Integer({ description: 'Links sent in these weeks; the share is seen / sent' }),
  weeks: Type.Array(Type.String({ format: 'date' }), { description: 'Mondays of the weeks counted' }),
  settled: Type.Boolean({
    description:
      'These weeks are over, and every link has had that day’s check; once the day has come for all, at least 95 %',
  }),
})

type CohortJob = { id: string; name: string; unsent: number; links: number }

export type CellQuery = CohortScope & { weeks: readonly LocalDay[]; days: ZoneDays; day: LookDay; part: CellPart }

type CellNamed = CohortScope & { by: CohortRows; key: string; day: number; part: CellPart }

/**
 * The row of the grid and its cell of this day; 404 where the grid has no such row, or no links in it. `usual`: of a
 * week, the median by that day of the complete weeks of the last twelve.
 */
export async function namedCell(
  look: SearchReader,
  reader: GridCaller,
  { by, key, day, ...scope }: Omit<CellNamed, 'part'>,
): Promise<{ label: string; cell: CohortCell; usual: number | null }> {
  const twelve = cohortMondays(reader)
  const last_weeks = by === 'week' ? Math.max(twelve.length, scope.last_weeks ?? 0) : scope.last_weeks
  const rows = await cohortGrid(look, reader, by, { ...scope, ...(last_weeks && { last_weeks }) })
  const row = rows.find((one) => one.key === key)
  const cell = row?.cells.find((one) => one.day === day)
  if (!row || !cell || cell.sent === 0) throw notFound('cohort')
  const recent = by === 'week' ? rows.filter((one) => one.key >= twelve[0]!) : []
  return { label: row.label, cell, usual: usualOfWeeks(recent, cell.day) }
}

/** The cell of a row and day; without weeks, and so without links, where the grid has no such row. */
export async function cellAt(
  look: SearchReader,
  reader: GridCaller,
  { by, key, day, part, ...scope }: CellNamed,
): Promise<CellQuery> {
  if (!isLookDay(day)) throw invalid({ path: 'day', message: 'is 1, 3 or 7' })
  const row = (await cohortGrid(look, reader, by, scope)).find((one) => one.key === key)
  const weeks = row?.cells.find((one) => one.day === day)?.weeks ?? []
  const narrowed = by === 'week' ? scope : by === 'client' ? { ...scope, tenant_id: key } : { ...scope, host: key }
  return { ...narrowed, weeks, days: reader.days, day, part }
}

/** SQL for the weeks of a cell, given as JSON. */
const WEEKS = "weeks as materialized (select value ->> 'from' as since, value ->> 'to' as until from json_each(?))"
const inWeeks = (at: string): string => `exists (select 1 from weeks where ${at} >= since and ${at} < until)`

const weeksOf = ({ weeks, days }: Pick<CellQuery, 'weeks' | 'days'>): string =>
  JSON.stringify(weeks.map((monday) => momentsOfWeek(days, monday)))

/** Pushes with links in the cell, newest first unless asked otherwise, with the count of each; `unsent` are still to leave. */
export async function jobsOfCell(
  look: SearchReader,
  caller: Caller,
  { weeks, days, day, part, host, ...scope }: CellQuery,
  dir: 'asc' | 'desc' = 'desc',
): Promise<CohortJob[]> {
  const jobs: (CohortJob & { first_link: number })[] = []
  const wanted = stagesOf(part, day)
    .map((stage) => `c.${stage}`)
    .join(' + ')
  await inParts(look, caller, scope, (ids) => {
    const some = look.rows<CohortJob & { first_link: number }>(
      `with ${WEEKS} select j.id, j.name, j.first_link, sum(${wanted}) as links,
         iif(j.status = 'sending', j.outcome ->> '$.states.queued' + j.outcome ->> '$.states.scheduled', 0) as unsent
       from json_each(?) part cross join jobs j on j.id = part.value cross join cohorts c on c.job_id = j.id
       where ${inWeeks('c.quarter')} and coalesce(?, c.host) = c.host${ownOf(caller, 'c')} group by j.id
       having sum(${wanted}) > 0`,
      [weeksOf({ weeks, days }), ids, host ?? null],
    )
    jobs.push(...some)
  })
  return jobs.toSorted((a, b) => (a.first_link - b.first_link) * (dir === 'asc' ? 1 : -1))
}

export type CellLink = Pick<LinkRow, 'url' | 'state' | 'indexed' | 'sent_at' | 'job_id'> & {
  uid: number
  job_name: string
  tenant_id: string
}

/** One page of the cell's links, read job by job in the order of `jobs`. */
export function linksOfCell(
  look: SearchReader,
  caller: Caller,
  { weeks, days, day, part, host }: CellQuery,
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
  return look.rows<CellLink>(
    `with ${WEEKS} select l.id as uid, l.url, l.state, l.indexed, l.sent_at, l.job_id, j.name as job_name, j.tenant_id from json_each(?) wanted
     cross join jobs j on j.id = wanted.value cross join links l on l.id between j.first_link and j.last_link
     where l.stage in (select value from json_each(?)) and ${inWeeks('l.sent_at')}
       and coalesce(?, l.host) = l.host${ownOf(caller, 'l')} order by l.id ${dir} limit ? offset ?`,
    [
      weeksOf({ weeks, days }),
      JSON.stringify(inPage),
      JSON.stringify(stagesOf(part, day)),
      host ?? null,
      page_size,
      from - skipped,
    ],
  )
}

/** At most `limit` unsent links of one push of the cell: on its host and, in the row of one week, due in that week. */
export function waitingOfCell(
  tx: ReadTx,
  job_id: string,
  { host, week, days }: { host?: string; week?: LocalDay | undefined; days: ZoneDays },
  limit: number,
): number[] {
  const asked = week ? momentsOfWeek(days, week) : null
  if (asked && asked.to <= tx.now) return []
  return tx
    .rows<{ id: number }>(
      `select l.id from links l indexed by links_job where l.job_id = ?1 and ${STAYS} and coalesce(?2, l.host) = l.host
         and max(coalesce(l.due_at, ?3), ?3) >= ?4 and max(coalesce(l.due_at, ?3), ?3) < ?5 limit ?6`,
      job_id,
      host ?? null,
      tx.now,
      asked?.from ?? '',
      asked?.to ?? '~',
      limit,
    )
    .map(({ id }) => id)
}
