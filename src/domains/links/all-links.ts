/**
 * Links of all jobs in reach. A link knows its workspace by its job alone, so a page is found by way of the jobs: each
 * says how many it has, from its outcome or by an index, and only those that the page falls into are read.
 */

import type { Db, ReadTx } from '../../kernel/database/database.ts'
import { DEFAULT_PAGE_SIZE, defaultDirection, type Listed } from '../../kernel/database/list.ts'
import type { OrderedRows } from '../../kernel/database/search-order.ts'
import { Searched, type SearchReader } from '../../kernel/database/search-steps.ts'
import { type Caller, treeOf } from '../../kernel/operation/caller.ts'
import { notFound } from '../../kernel/operation/fault.ts'
import type { ZoneDays } from '../../kernel/time/zone-days.ts'
import { countJobs, type JobRow, type LinkRow, readable } from '../jobs/index.ts'
import { daysAsked } from '../tenants/index.ts'
import { conditionsOf, type LinkConditions, type LinksSought, type TextSought } from './link-conditions.ts'
import { type PastCheck, pastChecksOf } from './link-life.ts'
import { type LinkOfJob, pageOf, partOf, tellByIds, tellLinks } from './link-rows.ts'
import { holding, type LinkGroup } from './link-steps.ts'
import { linksOfText } from './links-by-text.ts'
import { countedIn } from './links-of-days.ts'

/** Sort keys of a list of links. Within a job the links keep the order in which they were given. */
export const LINK_SORTS = ['created_at', 'at', 'job_name', 'tenant_name'] as const
type LinkSort = (typeof LINK_SORTS)[number]

type LinksQuery = LinksSought & {
  tenant_id?: string
  time_zone?: string
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

/** Links that are sought. */
type Sought = { jobs: OrderedRows; terms: LinkConditions; by_day: boolean; many_jobs: boolean; days: ZoneDays }

/** The links that hold a text are not counted beyond this number, or before it where that takes long. */
const COUNTED = 1000

function soughtBy(tx: ReadTx, caller: Caller, asked: LinksQuery): Sought {
  const { tenant_id, sort = 'created_at', dir = defaultDirection(sort), time_zone, from, to } = asked
  const days = daysAsked(tx, caller, time_zone)
  const tree = tenant_id
    ? { sql: 'j.tenant_id = ?', in_order: '+j.tenant_id = ?', params: [tenant_id] }
    : treeOf(caller, 'j.tenant_id')
  const terms = conditionsOf({
    ...asked,
    since: from && days.startOf(from),
    until: to && days.moments(to, to).to,
    readable: readable(tx, caller),
  })
  const many_jobs = countJobs(tx, [tree]) > MANY_JOBS
  const scope = many_jobs ? tree.in_order : tree.sql
  const jobs: OrderedRows = {
    select: `j.id, ${terms.most} as n`,
    from: sort === 'tenant_name' ? 'tenants t cross join jobs j on j.tenant_id = t.id' : 'jobs j',
    where: `j.deleted_at is null and ${scope} and ${terms.jobs.sql}`,
    params: [...tree.params, ...terms.jobs.params],
    by: ORDERS[sort],
    dir,
  }
  return { jobs, terms, by_day: sort === 'at' && terms.at !== null, many_jobs, days }
}

/** `total` is the least that there are unless `total_is_exact`. */
type LinksListed = Listed<LinkOfJob & { checks: PastCheck[] }> & {
  total_is_exact: boolean
  counted: number | null
  time_zone: string
}

/** A page of the links in reach, how many there are, and how many the number of these days counts. */
export function allLinks(tx: ReadTx, caller: Caller, asked: LinksQuery): Searched<LinksListed> {
  const { page = 1, page_size = DEFAULT_PAGE_SIZE } = asked
  const sought = soughtBy(tx, caller, asked)
  const counted = numberOf(tx, caller, sought.days, asked)
  const run = async (look: SearchReader) => {
    const before = (page - 1) * page_size
    const { links, total, total_is_exact } = sought.terms.text
      ? await pageByText(look, sought, sought.terms.text, before, page_size)
      : await pageByJob(look, sought, before, page_size)
    const seen = pastChecksOf(
      look.rows,
      caller,
      links.map(({ url }) => url),
    )
    return {
      items: links.map((link) => ({ ...link, checks: seen.get(link.url) ?? [] })),
      total,
      total_is_exact,
      page,
      page_size,
      counted,
      time_zone: sought.days.zone,
    }
  }
  return new Searched(run, { long: !sought.terms.known })
}

type Page = { links: LinkOfJob[]; total: number; total_is_exact: boolean }

async function pageByJob(look: SearchReader, sought: Sought, before: number, size: number): Promise<Page> {
  const held = await holding(look, sought)
  const total = held.reduce((sum, { n }) => sum + n, 0)
  return { links: pageOf(look.rows, held, sought.terms, before, size), total, total_is_exact: true }
}

/** A number of some days opens all of its links; others are counted as far as the page needs it. */
async function pageByText(
  look: SearchReader,
  sought: Sought,
  text: TextSought,
  before: number,
  size: number,
): Promise<Page> {
  const needed = sought.terms.at ? Infinity : before + size
  const most = Math.max(COUNTED, needed)
  const { uids, exact } = await linksOfText(look, sought, text, { needed, most })
  const links = tellByIds(look.rows, uids.slice(before, before + size), sought.terms)
  if (exact) return { links, total: uids.length, total_is_exact: true }
  const hundreds = Math.floor((uids.length - 1) / 100) * 100
  return { links, total: Math.max(needed, Math.min(hundreds, most)), total_is_exact: false }
}

/** The figure that other pages show for these days; null when the list has another filter. */
function numberOf(tx: ReadTx, caller: Caller, days: ZoneDays, asked: LinksQuery): number | null {
  const { moment, from, to, tenant_id, ...more } = asked
  const { q, url, uids, host, verdict, credit, closed_to } = more
  if (!moment || moment === 'ordered' || !from || !to || [q, url, uids, host, verdict, credit, closed_to].some(Boolean))
    return null
  return countedIn(tx, caller, days, { moment, from, to, tenant_id })
}

const EACH = { needed: Infinity, most: Infinity }

/** Rows of a file that are read at once. */
const SLICE = 500

/** The places of all matching links; their content is read in its turn, some at a time. */
export const linksToExport = (tx: ReadTx, caller: Caller, asked: LinksQuery): Searched<LinksToExport> => {
  const sought = soughtBy(tx, caller, asked)
  const { terms } = sought
  const find = async (look: SearchReader): Promise<LinksToExport> =>
    terms.text
      ? { terms, uids: (await linksOfText(look, sought, terms.text, EACH)).uids }
      : { terms, held: await holding(look, sought) }
  return new Searched(find, { long: !terms.known })
}
type LinksToExport = { terms: LinkConditions } & ({ held: readonly LinkGroup[] } | { uids: readonly number[] })

/**
 * Slices are cut by the place of a job and the id of a link, which do not move: while links are sent and seen, those that
 * are not such any more leave the list, and behind a number of rows another would be missed for each.
 */
export function* exportedLinks(read: Db['read'], { terms, ...found }: LinksToExport): Generator<LinkOfJob[]> {
  if ('uids' in found) {
    for (let from = 0; from < found.uids.length; from += SLICE)
      yield read((tx) =>
        tellByIds((sql, params) => tx.rows(sql, ...params), found.uids.slice(from, from + SLICE), terms),
      )
    return
  }
  const { held } = found
  for (let from = 0, after = 0; from < held.length; ) {
    const { some, last } = partOf(held, from, after, SLICE)
    const page = read((tx) => tellLinks((sql, params) => tx.rows(sql, ...params), some, terms, SLICE))
    yield page.map(({ place: _, ...link }) => link)
    const end = page.length < SLICE ? null : page.at(-1)!
    from = end ? from + end.place : last
    after = end ? end.uid : 0
  }
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
  const may = readable(tx, caller)
  if (!job || (may && !tx.row(`select 1 from links l where l.id = ? and ${may.sql}`, link.id, ...may.params)))
    throw notFound('link')
  return { link, job }
}
