/** Jobs in steps, so that a search of their links can let go of the log between two statements. */

import { type OrderedRows, walkInOrder } from '../../kernel/database/search-order.ts'
import type { SearchReader } from '../../kernel/database/search-steps.ts'
import { type Moments, quarterHourSql, type ZoneDays } from '../../kernel/time/zone-days.ts'
import type { LocalDay } from '../../kernel/time/zones.ts'
import type { LinkConditions } from './link-conditions.ts'

/** Links of one job, or of those between two moments; `after`: only those behind this one. */
export type LinkGroup = { id: string; day?: Moments; n: number; after?: number }

/** Links of the jobs that one statement looks at: some ten milliseconds. */
const LINKS_A_STEP = 50_000
const JOBS_A_STEP = 500

/** The ids of some jobs at a time, as JSON. */
function* steps(jobs: readonly LinkGroup[]): Generator<string> {
  for (let from = 0, to = 0; from < jobs.length; from = to) {
    for (let links = 0; to < jobs.length && to < from + JOBS_A_STEP && links < LINKS_A_STEP; ) links += jobs[to++]!.n
    yield JSON.stringify(jobs.slice(from, to).map(({ id }) => ({ id })))
  }
}

type SoughtGroups = { jobs: OrderedRows; terms: LinkConditions; by_day: boolean; days: ZoneDays }

/** The jobs that have such links, in order, and how many each. */
export async function holding(look: SearchReader, { jobs, terms, by_day, days }: SoughtGroups): Promise<LinkGroup[]> {
  const some: LinkGroup[] = []
  await walkInOrder<LinkGroup>(look, jobs, ({ id, n }) => {
    if (n > 0) some.push({ id, n })
    return false
  })
  if (terms.known) return some
  return by_day ? byDay(look, some, terms, days, jobs.dir) : byJob(look, some, terms)
}

async function byJob(look: SearchReader, jobs: readonly LinkGroup[], terms: LinkConditions): Promise<LinkGroup[]> {
  const held: LinkGroup[] = []
  const sql = `select p.value ->> 'id' as id, (select count(*) from ${terms.within}${terms.sql}) as n from json_each(?) p`
  for (const ids of steps(jobs))
    await look.walk<LinkGroup>(sql, [...terms.params, ids], ({ id, n }) => {
      if (n > 0) held.push({ id, n })
      return false
    })
  return held
}

/** The days in their order, and the jobs as they came within each. */
async function byDay(
  look: SearchReader,
  jobs: readonly LinkGroup[],
  terms: LinkConditions,
  days: ZoneDays,
  dir: 'asc' | 'desc',
): Promise<LinkGroup[]> {
  const held = new Map<LocalDay, Map<string, LinkGroup>>()
  const sql = `select p.value ->> 'id' as id, (select json_group_object(quarter, n) from (
       select ${quarterHourSql(terms.at!)} as quarter, count(*) as n from ${terms.within}${terms.sql} group by 1)) as quarters
     from json_each(?) p`
  for (const ids of steps(jobs))
    await look.walk<{ id: string; quarters: string }>(sql, [...terms.params, ids], ({ id, quarters }) => {
      for (const [quarter, n] of Object.entries(JSON.parse(quarters) as Record<string, number>)) {
        const day = days.dayOf(quarter)
        const jobs = held.get(day) ?? held.set(day, new Map()).get(day)!
        const known = jobs.get(id)
        if (known) known.n += n
        else jobs.set(id, { id, day: days.moments(day, day), n })
      }
      return false
    })
  const order = [...held.keys()].sort()
  return (dir === 'asc' ? order : order.reverse()).flatMap((day) => [...held.get(day)!.values()])
}
