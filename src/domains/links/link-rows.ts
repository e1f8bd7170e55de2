/** Rows of links, read with their jobs and workspaces once it is known which. */
import type { SearchReader } from '../../kernel/database/search-steps.ts'
import { CLOSED_TO, type JobRow, type LinkRow } from '../jobs/index.ts'
import type { LinkConditions } from './link-conditions.ts'
import type { LinkGroup } from './link-steps.ts'

type OfLink = 'url' | 'state' | 'indexed' | 'credit' | 'guarantee' | 'reason' | 'sent_at' | 'checked_at' | 'settled_at'
export type LinkOfJob = Pick<LinkRow, OfLink> & {
  uid: number
  /** When that happened which was asked about; null where nothing was. */
  at: string | null
  job_id: string
  job_name: string
  job_type: JobRow['type']
  ordered_at: string
  tenant_id: string
  tenant_name: string
  simulated: number
  closed_to: string | null
}

const COLUMNS = `l.id as uid, l.url, l.state, l.indexed, l.credit, l.guarantee, l.reason, l.sent_at, l.checked_at, l.settled_at,
  j.id as job_id, j.name as job_name, j.type as job_type, j.created_at as ordered_at, j.tenant_id, t.name as tenant_name, j.simulated,
  ${CLOSED_TO} as closed_to`

/** The next links after an offset: found in the jobs that they fall into, then read. */
export function pageOf(
  rows: SearchReader['rows'],
  held: readonly LinkGroup[],
  terms: LinkConditions,
  before: number,
  most: number,
): LinkOfJob[] {
  let skip = before
  let first = 0
  while (first < held.length && skip >= held[first]!.n) skip -= held[first++]!.n
  return tellLinks(rows, partOf(held, first, 0, most + skip).some, terms, most, skip)
}

/** The jobs from one on that hold this many links, the first of them after a link; and the next job. */
export function partOf(
  held: readonly LinkGroup[],
  from: number,
  after: number,
  most: number,
): { some: LinkGroup[]; last: number } {
  let last = from
  for (let room = most; last < held.length && room > 0; last++) room -= held[last]!.n
  const some = held.slice(from, last).map((one, i) => (i === 0 ? { ...one, after } : one))
  return { some, last }
}

/** Links of these jobs, each with the place of its job among them. */
export function tellLinks(
  rows: SearchReader['rows'],
  some: readonly LinkGroup[],
  terms: LinkConditions,
  most: number,
  skip = 0,
): (LinkOfJob & { place: number })[] {
  const day = some[0]?.day
    ? ` and ${terms.at} >= p.value ->> '$.day.from' and ${terms.at} < p.value ->> '$.day.to'`
    : ''
  return rows<LinkOfJob & { place: number }>(
    `select ${COLUMNS}, ${terms.at ?? 'null'} as at, found.place from (
       select l.id as link, p.key as place from json_each(?) p cross join ${terms.within}${terms.sql}${day}
         and l.id > coalesce(p.value ->> 'after', 0) order by p.key, l.id limit ? offset ?) found
     cross join links l on l.id = found.link cross join jobs j on j.id = l.job_id cross join tenants t on t.id = j.tenant_id
     order by found.place, l.id`,
    [JSON.stringify(some), ...terms.params, most, skip],
  )
}

/** These links, in this order, as far as they are such still. */
export const tellByIds = (rows: SearchReader['rows'], uids: readonly number[], terms: LinkConditions): LinkOfJob[] =>
  rows(
    `select ${COLUMNS}, ${terms.at ?? 'null'} as at from json_each(?) p cross join links l on l.id = p.value
       cross join jobs j on j.id = l.job_id and j.deleted_at is null cross join tenants t on t.id = j.tenant_id
     where true${terms.sql} order by p.key`,
    [JSON.stringify(uids), ...terms.params],
  )
