import Type, { type Static } from 'typebox'
import {
  countLeavePart,
  countLookPart,
  countOf,
  findJob,
  INDEXED,
  type Indexed,
  inLeavePart,
  inLookPart,
  JobId,
  type JobRow,
  LEAVE_PARTS,
  type LeavePart,
  LINK_BRIEF,
  LINK_CREDITS,
  Link,
  type LinkCredit,
  LOOK_PARTS,
  type LookPart,
  linkColumnsOf,
  linksOf,
  type Outcome,
  STATE_WORDS,
  type StateWord,
  statesOf,
} from '../../domains/jobs/index.ts'
import type { ReadTx } from '../../kernel/database/database.ts'
import { type Condition, ListOf, listInput, loosely, Search, when } from '../../kernel/database/list.ts'
import { find } from '../../kernel/database/search.ts'
import { read } from '../../kernel/operation/operation.ts'

export const listJobUrls = read({
  name: 'list_job_urls',
  route: 'GET /jobs/{id}/urls',
  role: null,
  tool: {
    when: 'for the links of a job: those not indexed (`indexed: no`), flagged (`state: flagged`, with `fix`), refunded (`credit: released`)',
    returns: 'links with state, verdict and credit',
    next: 'get_check_results has the evidence; send_unindexed_to_indexer pushes again',
    inputs: {
      q: 'Text in the URL',
      state: 'Links in this state alone',
      indexed: 'Links with this verdict alone',
      credit: 'Links whose credit is so',
      warned: 'Links that the pre-flight warns of, or those that it does not',
    },
    hides: ['look', 'leaves'],
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
      Type.Boolean({ title: 'Covered', description: 'Whether the guarantee covers them; default: both' }),
    ),
    warned: Type.Optional(
      Type.Boolean({ title: 'With warnings', description: 'Whether they have a pre-flight warning; default: both' }),
    ),
    look: Type.Optional(
      Type.Enum(LOOK_PARTS, {
        title: 'Looks',
        description:
          'Sent links by their checks up to day 1, 3 or 7: `seen_3` were seen by day 3, `unseen_3` were not, `due_3` wait for that check. `charged`: links with a check to come and a reserved check credit. Default: all',
      }),
    ),
    leaves: Type.Optional(
      Type.Enum(LEAVE_PARTS, {
        title: 'Leaves',
        description: '`sent`: already sent; `today`: due before midnight UTC; `later`: due after it. Default: all',
      }),
    ),
  }),
  output: ListOf(Link),
  example: { id: 'job_guestposts', indexed: 'no' },
  subject: (tx, caller, { id }) => findJob(tx, caller, id!),

  handle({ tx, subject }, { q, state, indexed, credit, warned, guarantee, look, leaves, id: _, ...page }) {
    const filters = [
      state ? inOrder(`l.state in (${statesOf(state).map(() => '?')})`, ...statesOf(state)) : null,
      indexed ? inOrder('l.indexed = ?', indexed) : null,
      credit ? inOrder('l.credit = ?', credit) : null,
      warned === undefined ? null : loosely(`l.warnings ${warned ? '<>' : '='} '[]'`),
      guarantee === undefined ? null : loosely('l.guarantee = ?', Number(guarantee)),
      look ? inLookPart(look) : null,
      leaves ? inLeavePart(leaves, tx.now) : null,
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
        total: q ? undefined : totalOf(tx, subject, { state, indexed, credit, warned, look, leaves }, filters),
      },
      page,
    )
  },
})

/** The full order of the index `links_job`, so nothing is sorted. */
const BY_STATE = "l.state, l.indexed, l.credit, l.before_indexed, l.next_look_at, l.warnings <> '[]'"

/** A job's links are a range of ids, and the indexes of URL and state are by job. */
const rangeOf = (job: JobRow): Condition => {
  const { sql, params } = linksOf(job)
  return when(sql, ...params)
}

/** A filter with few matches uses the index of states; one with many walks the list's order. */
const inOrder = (sql: string, ...params: string[]): Condition => ({
  sql,
  in_order: `+${sql}`,
  params,
  loose: true,
})

type Filters = {
  state?: StateWord
  indexed?: Indexed
  credit?: LinkCredit
  warned?: boolean
  look?: LookPart
  leaves?: LeavePart
}

/** The job stores the count of each filter; only combined filters are counted, by index. */
function totalOf(tx: ReadTx, job: JobRow, asked: Filters, filters: (Condition | null)[]): number {
  const given = filters.filter((filter) => filter !== null)
  if (given.length === 0) return job.link_count
  const known = given.length === 1 ? knownOf(tx, job, asked) : null
  if (known !== null) return known
  const params = given.flatMap((filter) => filter.params ?? [])
  return tx.count(
    `select count(*) from links l where l.job_id = ? and ${given.map(({ sql }) => sql).join(' and ')}`,
    job.id,
    ...params,
  )
}

/** The stored count for one filter; null where none is stored. */
function knownOf(tx: ReadTx, job: JobRow, { state, indexed, credit, warned, look, leaves }: Filters): number | null {
  if (look) return countLookPart(tx, job.id, look)
  if (leaves) return countLeavePart(tx, job.id, leaves)
  const outcome = JSON.parse(job.outcome) as Static<typeof Outcome>
  if (warned !== undefined) return warned ? outcome.warned : job.link_count - outcome.warned
  if (state) return countOf(outcome.states, state)
  return indexed ? outcome.indexed[indexed] : credit ? outcome.credits[credit] : null
}
