/** The links of a job as a list, with filters whose counts the job keeps. */
import type { Static } from 'typebox'
import type { ReadTx } from '../../kernel/database/database.ts'
import { type Condition, type ListArguments, looseCondition, when } from '../../kernel/database/list.ts'
import { searchList } from '../../kernel/database/search.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { daysOf } from '../tenants/index.ts'
import {
  countLeavePart,
  countLookPart,
  inLeavePart,
  inLookPart,
  type LeavePart,
  type LookPart,
} from './figures/look-parts.ts'
import { type ListedJob, linksOf } from './find.ts'
import { readable } from './foreign/hosts.ts'
import { closedTo } from './link-file.ts'
import {
  countOf,
  type Indexed,
  type LinkCredit,
  linkColumnsOf,
  type Outcome,
  type StateWord,
  statesOf,
} from './shapes.ts'

type LinkFilters = {
  q?: string
  state?: StateWord
  indexed?: Indexed
  credit?: LinkCredit
  warned?: boolean
  guarantee?: boolean
  look?: LookPart
  leaves?: LeavePart
  closed_to?: string
}

export function listLinks(
  tx: ReadTx,
  { job, caller }: { job: ListedJob; caller: Caller },
  asked: LinkFilters,
  page: ListArguments,
) {
  const may = readable(tx, caller)
  const filters = [...filtersOf(tx, caller, asked), may && looseCondition(may.sql, ...may.params)]
  const by_job = page.sort === 'url' || page.sort === 'state' ? when('l.job_id = ?', job.id) : rangeOf(job)
  return searchList(
    tx,
    {
      select: linkColumnsOf(job),
      from: 'links l',
      where: [by_job, ...filters],
      sought: { q: asked.q, columns: ['l.url'] },
      sorts: { uid: 'l.id', url: 'l.url', state: BY_STATE },
      tie: 'l.id',
      total: asked.q ? undefined : totalOf(tx, job, asked, filters),
    },
    page,
  )
}

export function firstLinks(tx: ReadTx, caller: Caller, job: ListedJob, limit: number): unknown[] {
  const { sql, params } = linksOf(job)
  const may = readable(tx, caller) ?? ALL
  return tx.rows(
    `select ${linkColumnsOf(job)} from links l where ${sql} and ${may.sql} order by l.id limit ?`,
    ...params,
    ...may.params,
    limit,
  )
}

const ALL = { sql: 'true', params: [] }

const filtersOf = (
  tx: ReadTx,
  caller: Caller,
  { state, indexed, credit, warned, guarantee, look, leaves, closed_to }: LinkFilters,
) => [
  state ? inOrder(`l.state in (${statesOf(state).map(() => '?')})`, ...statesOf(state)) : null,
  indexed ? inOrder('l.indexed = ?', indexed) : null,
  credit ? inOrder('l.credit = ?', credit) : null,
  warned === undefined ? null : looseCondition(`l.warnings ${warned ? '<>' : '='} '[]'`),
  guarantee === undefined ? null : looseCondition('l.guarantee = ?', Number(guarantee)),
  look ? inLookPart(look) : null,
  leaves ? inLeavePart(leaves, tx.now, daysOf(tx, caller.tenant_id)) : null,
  closed_to ? looseCondition(closedTo(closed_to).sql) : null,
]

/** The full order of the index `links_job`, so nothing is sorted. */
const BY_STATE = "l.state, l.indexed, l.credit, l.before_indexed, l.next_look_at, l.warnings <> '[]'"

/** A job's links are a range of ids, and the indexes of URL and state are by job. */
const rangeOf = (job: ListedJob): Condition => {
  const { sql, params } = linksOf(job)
  return when(sql, ...params)
}

/** A filter with few matches uses the index of states; one with many walks the list's order. */
const inOrder = (sql: string, ...params: string[]): Condition => ({ sql, in_order: `+${sql}`, params, loose: true })

/** The job stores the count of each filter; only combined filters are counted, by index. */
function totalOf(tx: ReadTx, job: ListedJob, asked: LinkFilters, filters: (Condition | null)[]): number {
  const given = filters.filter((filter) => filter !== null)
  if (given.length === 0) return job.link_count
  const known = given.length === 1 && filters.at(-1) === null ? knownOf(tx, job, asked) : null
  if (known !== null) return known
  const params = given.flatMap((filter) => filter.params ?? [])
  return tx.count(
    `select count(*) from links l where l.job_id = ? and ${given.map(({ sql }) => sql).join(' and ')}`,
    job.id,
    ...params,
  )
}

/** The stored count for one filter; null where none is stored. */
function knownOf(
  tx: ReadTx,
  job: ListedJob,
  { state, indexed, credit, warned, look, leaves }: LinkFilters,
): number | null {
  if (look) return countLookPart(tx, job.id, look)
  if (leaves) return countLeavePart(tx, job.id, leaves)
  const outcome = JSON.parse(job.outcome) as Static<typeof Outcome>
  if (warned !== undefined) return warned ? outcome.warned : job.link_count - outcome.warned
  if (state) return countOf(outcome.states, state)
  return indexed ? outcome.indexed[indexed] : credit ? outcome.credits[credit] : null
}
