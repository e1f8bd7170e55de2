import Type, { type Static } from 'typebox'
import {
  countOf,
  findJob,
  INDEXED,
  type Indexed,
  JobId,
  type JobRow,
  LINK_BRIEF,
  LINK_CREDITS,
  Link,
  type LinkCredit,
  linkColumnsOf,
  linksOf,
  type Outcome,
  STATE_WORDS,
  type StateWord,
  statesOf,
} from '../../domains/jobs/index.ts'
import type { ReadTx } from '../../kernel/database.ts'
import { type Condition, ListOf, listInput, loosely, Search, when } from '../../kernel/list.ts'
import { read } from '../../kernel/operation.ts'
import { find } from '../../kernel/search.ts'

export const listJobUrls = read({
  name: 'list_job_urls',
  route: 'GET /jobs/{id}/urls',
  role: null,
  tool: {
    when: 'for the links of a job: those not indexed (`indexed: no`), flagged (`state: flagged`, with `fix`), refunded (`credit: released`)',
    returns: 'links with state, verdict and credit',
    next: 'get_check_results says how it is known; send_unindexed_to_indexer pushes again',
    inputs: {
      q: 'Text in the URL',
      state: 'Links in this state alone',
      indexed: 'Links with this verdict alone',
      credit: 'Links whose credit is so',
      warned: 'Links that the pre-flight warns of, or those that it does not',
    },
    brief: LINK_BRIEF,
  },
  summary: "A job's links, with what the search engine shows and what became of each credit.",
  input: Type.Object({
    id: JobId,
    ...listInput('uid', 'url', 'state'),
    q: Search,
    state: Type.Optional(
      Type.Enum(STATE_WORDS, {
        title: 'State',
        description: '`waiting` is queued, scheduled or sent; `skipped` is flagged or cancelled',
      }),
    ),
    indexed: Type.Optional(Type.Enum(INDEXED, { title: 'Indexed' })),
    credit: Type.Optional(Type.Enum(LINK_CREDITS, { title: 'Credit' })),
    guarantee: Type.Optional(
      Type.Boolean({ title: 'Covered', description: 'Whether the guarantee covers them; unless given, both' }),
    ),
    warned: Type.Optional(
      Type.Boolean({ title: 'With warnings', description: 'Whether the pre-flight warns of them; unless given, both' }),
    ),
  }),
  output: ListOf(Link),
  example: { id: 'job_guestposts', indexed: 'no' },
  subject: (tx, caller, { id }) => findJob(tx, caller, id!),

  handle({ tx, subject }, { q, state, indexed, credit, warned, guarantee, id: _, ...page }) {
    const filters = [
      state ? inOrder(`l.state in (${statesOf(state).map(() => '?')})`, ...statesOf(state)) : null,
      indexed ? inOrder('l.indexed = ?', indexed) : null,
      credit ? inOrder('l.credit = ?', credit) : null,
      warned === undefined ? null : loosely(`l.warnings ${warned ? '<>' : '='} '[]'`),
      guarantee === undefined ? null : loosely('l.guarantee = ?', Number(guarantee)),
    ]
    return find(
      tx,
      {
        select: linkColumnsOf(subject),
        from: 'links l',
        where: [
          page.sort === 'url' || page.sort === 'state' ? when('l.job_id = ?', subject.id) : rangeOf(subject),
          ...filters,
        ],
        sought: { q, columns: ['l.url'] },
        sorts: { uid: 'l.id', url: 'l.url', state: BY_STATE },
        tie: 'l.id',
        total: q ? undefined : totalOf(tx, subject, { state, indexed, credit, warned, guarantee }, filters),
      },
      page,
    )
  },
})

/** The order of the index `links_job`, to its end: nothing is sorted. */
const BY_STATE = "l.state, l.indexed, l.credit, l.before_indexed, l.next_look_at, l.warnings <> '[]'"

/** A job's links stand in the order of their ids, and by index in those of their URLs and states. */
const rangeOf = (job: JobRow): Condition => {
  const { sql, params } = linksOf(job)
  return when(sql, ...params)
}

/** Few are found by the index of states; many are met in the list's order. */
const inOrder = (sql: string, ...params: string[]): Condition => ({
  sql,
  in_order: `+${sql}`,
  params,
  loose: true,
})

type Filters = { state?: StateWord; indexed?: Indexed; credit?: LinkCredit; warned?: boolean; guarantee?: boolean }

/** The job knows how many links it has of each kind; only filters together have to be counted, by index. */
function totalOf(
  tx: ReadTx,
  job: JobRow,
  { state, indexed, credit, warned, guarantee }: Filters,
  filters: (Condition | null)[],
): number {
  const {
    states,
    indexed: verdicts,
    credits,
    warned: with_warnings,
  } = JSON.parse(job.outcome) as Static<typeof Outcome>
  const given = filters.filter((filter) => filter !== null)
  if (given.length === 0) return job.link_count
  if (given.length === 1 && guarantee === undefined) {
    if (warned !== undefined) return warned ? with_warnings : job.link_count - with_warnings
    return state ? countOf(states, state) : indexed ? verdicts[indexed] : credits[credit!]
  }
  const params = given.flatMap((filter) => filter.params ?? [])
  return tx.count(
    `select count(*) from links l where l.job_id = ? and ${given.map(({ sql }) => sql).join(' and ')}`,
    job.id,
    ...params,
  )
}
