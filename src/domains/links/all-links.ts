/**
 * Links of all jobs in reach. A link knows its workspace by its job alone, so a page is found by way of the jobs: each
 * says how many it has, from its outcome or by an index, and only those that the page falls into are read.
 */

import type { Db, ReadTx } from '../../kernel/database/database.ts'
import { DEFAULT_PAGE_SIZE, defaultDirection, type Listed } from '../../kernel/database/list.ts'
import { type OrderedRows, walkInOrder } from '../../kernel/database/search-order.ts'
import { Searched, type SearchReader } from '../../kernel/database/search-steps.ts'
import { type Caller, treeOf } from '../../kernel/operation/caller.ts'
import { notFound } from '../../kernel/operation/fault.ts'
import { countJobs, type JobRow, type LinkRow } from '../jobs/index.ts'
import { conditionsOf, type LinkConditions, type LinksSought } from './link-conditions.ts'
import { type PastCheck, pastChecksOf } from './link-life.ts'
import { type LinkGroup, steps } from './link-steps.ts'
import { countedIn } from './links-of-days.ts'

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
}

/** Sort keys of a list of links. Within a job the links keep the order in which they were given. */
export const LINK_SORTS = ['created_at', 'at', 'job_name', 'tenant_name'] as const
type LinkSort = (typeof LINK_SORTS)[number]

type LinksQuery = LinksSought & {
  tenant_id?: string
  /** `at`: by the day of the moment that is asked about, and the newest jobs first within a day. */
  sort?: LinkSort
  dir?: 'asc' | 'desc'
  page?: number
  page_size?: number
}

/** Jobs beyond which the index of their order is walked, and those out of reach are skipped. */
const MANY_JOBS = 300

const ORDERS: Record<LinkSort, readonly string[]> = {
  created_at: ['j.id'],
  at: ['j.id'],
  job_name: ['j.name', 'j.id'],
  tenant_name: ['t.name', 'j.id'],
}

/** Links that are sought, found: those of one page, and all of them, slice by slice. */
type Sought = { jobs: OrderedRows; terms: LinkConditions; by_day: boolean }

function soughtBy(tx: ReadTx, caller: Caller, asked: LinksQuery): Sought {
  const { tenant_id, sort = 'created_at', dir = defaultDirection(sort) } = asked
  const tree = tenant_id
    ? { sql: 'j.tenant_id = ?', in_order: '+j.tenant_id = ?', params: [tenant_id] }
    : treeOf(caller, 'j.tenant_id')
  const terms = conditionsOf(asked)
  const scope = countJobs(tx, [tree]) > MANY_JOBS ? tree.in_order : tree.sql
  const jobs: OrderedRows = {
    select: `j.id, ${terms.most} as n`,
    from: sort === 'tenant_name' ? 'tenants t cross join jobs j on j.tenant_id = t.id' : 'jobs j',
    where: `j.deleted_at is null and ${scope} and ${terms.jobs.sql}`,
    params: [...tree.params, ...terms.jobs.params],
    by: ORDERS[sort],
    dir,
  }
  return { jobs, terms, by_day: sort === 'at' && terms.at !== null }
}

type LinksListed = Listed<LinkOfJob & { checks: PastCheck[] }> & { counted: number | null }

/** A page of the links in reach, how many there are, and how many the number of these days counts. */
export function allLinks(tx: ReadTx, caller: Caller, asked: LinksQuery): Searched<LinksListed> {
  const { page = 1, page_size = DEFAULT_PAGE_SIZE } = asked
  const sought = soughtBy(tx, caller, asked)
  const counted = numberOf(tx, caller, asked)
  const run = async (look: SearchReader) => {
    const held = await holding(look, sought)
    const total = held.reduce((sum, { n }) => sum + n, 0)
    const links = pageOf(look.rows, held, sought.terms, (page - 1) * page_size, page_size)
    const seen = pastChecksOf(
      look.rows,
      caller,
      links.map(({ url }) => url),
    )
    return {
      items: links.map((link) => ({ ...link, checks: seen.get(link.url) ?? [] })),
      total,
      page,
      page_size,
      counted,
    }
  }
  return new Searched(run, { long: !sought.terms.known })
}

/** The figure that other pages show for these days; null when the list has another filter. */
function numberOf(tx: ReadTx, caller: Caller, { moment, from, to, tenant_id, ...more }: LinksQuery): number | null {
  const { q, url, uids, host, verdict, credit } = more
  if (!moment || moment === 'ordered' || !from || !to || [q, url, uids, host, verdict, credit].some(Boolean))
    return null
  return countedIn(tx, caller, { moment, from, to, tenant_id })
}

/** Rows of a file that are read at once. */
const SLICE = 500

/** The places of all matching links; their content is read in its turn, some at a time. */
export const linksToExport = (tx: ReadTx, caller: Caller, asked: LinksQuery): Searched<LinksToExport> => {
  const sought = soughtBy(tx, caller, asked)
  return new Searched(async (look) => ({ held: await holding(look, sought), terms: sought.terms }), {
    long: !sought.terms.known,
  })
}
type LinksToExport = { held: readonly LinkGroup[]; terms: LinkConditions }

/**
 * Slices are cut by the place of a job and the id of a link, which do not move: while links are sent and seen, those that
 * are not such any more leave the list, and behind a number of rows another would be missed for each.
 */
export function* exportedLinks(read: Db['read'], { held, terms }: LinksToExport): Generator<LinkOfJob[]> {
  for (let from = 0, after = 0; from < held.length; ) {
    const { some, last } = partOf(held, from, after, SLICE)
    const page = read((tx) => tellLinks((sql, params) => tx.rows(sql, ...params), some, terms, SLICE))
    yield page.map(({ place: _, ...link }) => link)
    const end = page.length < SLICE ? null : page.at(-1)!
    from = end ? from + end.place : last
    after = end ? end.uid : 0
  }
}

/** The jobs that have such links, in order, and how many each. */
async function holding(look: SearchReader, { jobs, terms, by_day }: Sought): Promise<LinkGroup[]> {
  const some: LinkGroup[] = []
  await walkInOrder<LinkGroup>(look, jobs, ({ id, n }) => {
    if (n > 0) some.push({ id, n })
    return false
  })
  if (terms.known) return some
  return by_day ? byDay(look, some, terms, jobs.dir) : byJob(look, some, terms)
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
  dir: 'asc' | 'desc',
): Promise<LinkGroup[]> {
  const days = new Map<string, LinkGroup[]>()
  const sql = `select p.value ->> 'id' as id, (select json_group_object(day, n) from (
       select substr(${terms.at}, 1, 10) as day, count(*) as n from ${terms.within}${terms.sql} group by 1)) as days
     from json_each(?) p`
  for (const ids of steps(jobs))
    await look.walk<{ id: string; days: string }>(sql, [...terms.params, ids], ({ id, days: found }) => {
      for (const [day, n] of Object.entries(JSON.parse(found) as Record<string, number>)) {
        const known = days.get(day)
        if (known) known.push({ id, day, n })
        else days.set(day, [{ id, day, n }])
      }
      return false
    })
  const order = [...days.keys()].sort()
  return (dir === 'asc' ? order : order.reverse()).flatMap((day) => days.get(day)!)
}

const COLUMNS = `l.id as uid, l.url, l.state, l.indexed, l.credit, l.guarantee, l.reason, l.sent_at, l.checked_at, l.settled_at,
  j.id as job_id, j.name as job_name, j.type as job_type, j.created_at as ordered_at, j.tenant_id, t.name as tenant_name, j.simulated`

/** The next links after an offset: found in the jobs that they fall into, then read. */
function pageOf(
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
function partOf(
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
function tellLinks(
  rows: SearchReader['rows'],
  some: readonly LinkGroup[],
  terms: LinkConditions,
  most: number,
  skip = 0,
): (LinkOfJob & { place: number })[] {
  const day = some[0]?.day ? ` and ${terms.at} >= p.value ->> 'day' and ${terms.at} < p.value ->> 'day' || 'U'` : ''
  return rows<LinkOfJob & { place: number }>(
    `select ${COLUMNS}, ${terms.at ?? 'null'} as at, found.place from (
       select l.id as link, p.key as place from json_each(?) p cross join ${terms.within}${terms.sql}${day}
         and l.id > coalesce(p.value ->> 'after', 0) order by p.key, l.id limit ? offset ?) found
     cross join links l on l.id = found.link cross join jobs j on j.id = l.job_id cross join tenants t on t.id = j.tenant_id
     order by found.place, l.id`,
    [JSON.stringify(some), ...terms.params, most, skip],
  )
}

/** The link with this number and its job, in the caller's reach, or 404. */
export function findAnyLink(tx: ReadTx, caller: Caller, uid: string): { link: LinkRow; job: JobRow } {
  const link = /^\d{1,15}$/.test(uid) ? tx.row<LinkRow>('select * from links where id = ?', Number(uid)) : null
  const tree = treeOf(caller, 'j.tenant_id')
  const job =
    link &&
    tx.row<JobRow>(
      `select j.* from jobs j where j.id = ? and j.deleted_at is null and ${tree.sql}`,
      link.job_id,
      ...tree.params,
    )
  if (!job) throw notFound('link')
  return { link, job }
}
