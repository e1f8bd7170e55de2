/**
 * Links of all jobs in reach. A link knows its workspace by its job alone, so a page is found by way of the jobs: each
 * says how many it has, from its outcome or by an index, and only those that the page falls into are read.
 */
import { type Caller, treeOf } from '../../kernel/caller.ts'
import type { ReadTx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/fault.ts'
import { DEFAULT_PAGE_SIZE, type Listed } from '../../kernel/list.ts'
import { type Look, Searched } from '../../kernel/searching.ts'
import { countJobs, type Indexed, type JobRow, type LinkCredit, type LinkRow, type LinkState } from '../jobs/index.ts'
import { type LinksSought, type Terms, termsOf } from './sought-links.ts'

export type LinkOfJob = {
  uid: number
  url: string
  state: LinkState
  indexed: Indexed
  credit: LinkCredit | null
  guarantee: number
  reason: string | null
  sent_at: string | null
  checked_at: string | null
  job_id: string
  job_name: string
  job_type: JobRow['type']
  ordered_at: string
  tenant_id: string
  tenant_name: string
  simulated: number
}

export type LinksAsked = LinksSought & {
  tenant_id?: string
  /** The newest jobs first, unless `asc`. Within a job links stand as they were given. */
  dir?: 'asc' | 'desc'
  page?: number
  page_size?: number
}

/** Jobs beyond which the index of their order is walked, and those out of reach are skipped. */
const MANY_JOBS = 300

/** A page of the links in reach, and how many there are. Whoever names a workspace has looked whether it is in reach. */
export function allLinks(tx: ReadTx, caller: Caller, asked: LinksAsked): Searched<Listed<LinkOfJob>> {
  const { tenant_id, dir = 'desc', page = 1, page_size = DEFAULT_PAGE_SIZE } = asked
  const tree = tenant_id
    ? { sql: 'j.tenant_id = ?', in_order: '+j.tenant_id = ?', params: [tenant_id] }
    : treeOf(caller, 'j.tenant_id')
  const terms = termsOf(asked)
  const scope = countJobs(tx, [tree]) > MANY_JOBS ? tree.in_order : tree.sql
  const jobs = `select j.id, ${terms.most} as n from jobs j where j.deleted_at is null and ${scope} order by j.id ${dir}`
  return new Searched(async (look) => {
    const held = await holding(look, jobs, tree.params, terms)
    const total = held.reduce((sum, { n }) => sum + n, 0)
    return { items: pageOf(look, held, terms, page, page_size), total, page, page_size }
  })
}

type Held = { id: string; n: number }

/** The jobs that have such links, in order, and how many each. */
async function holding(look: Look, jobs: string, params: string[], terms: Terms): Promise<Held[]> {
  const some: Held[] = []
  await look.walk<Held>(jobs, params, (job) => {
    if (job.n > 0) some.push(job)
    return false
  })
  if (terms.known) return some
  const held: Held[] = []
  await look.walk<Held>(
    `select p.value as id, (select count(*) from links l indexed by ${terms.index} where l.job_id = p.value${terms.sql}) as n
     from json_each(?) p`,
    [...terms.params, JSON.stringify(some.map(({ id }) => id))],
    (job) => {
      if (job.n > 0) held.push(job)
      return false
    },
  )
  return held
}

const COLUMNS = `l.id as uid, l.url, l.state, l.indexed, l.credit, l.guarantee, l.reason, l.sent_at, l.checked_at,
  j.id as job_id, j.name as job_name, j.type as job_type, j.created_at as ordered_at, j.tenant_id, t.name as tenant_name, j.simulated`

/** The links of one page: found in the jobs that it falls into, then read. */
function pageOf(look: Look, held: Held[], terms: Terms, page: number, page_size: number): LinkOfJob[] {
  let skip = (page - 1) * page_size
  let first = 0
  while (first < held.length && skip >= held[first]!.n) skip -= held[first++]!.n
  let last = first
  for (let room = page_size + skip; last < held.length && room > 0; last++) room -= held[last]!.n
  const within = held.slice(first, last).map(({ id }) => id)
  return look.rows<LinkOfJob>(
    `select ${COLUMNS} from (
       select l.id as link, p.key as place from json_each(?) p cross join links l indexed by ${terms.index}
       where l.job_id = p.value${terms.sql} order by p.key, l.id limit ? offset ?) found
     cross join links l on l.id = found.link cross join jobs j on j.id = l.job_id cross join tenants t on t.id = j.tenant_id
     order by found.place, l.id`,
    [JSON.stringify(within), ...terms.params, page_size, skip],
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

/** The addresses of these links, those in the caller's reach, each once. */
export function urlsOfLinks(tx: ReadTx, caller: Caller, uids: readonly string[]): string[] {
  const tree = treeOf(caller, 'j.tenant_id')
  return tx
    .rows<{ url: string }>(
      `select distinct l.url from json_each(?) p cross join links l on l.id = p.value
         cross join jobs j on j.id = l.job_id and j.deleted_at is null and ${tree.in_order}`,
      JSON.stringify(uids.filter((uid) => /^\d{1,15}$/.test(uid)).map(Number)),
      ...tree.params,
    )
    .map(({ url }) => url)
}
