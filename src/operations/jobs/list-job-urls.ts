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
      Type.Boolean({ title: 'Covered', description: 'Whether the guarantee covers them; unless given, both' }),
    ),
    warned: Type.Optional(
      Type.Boolean({ title: 'With warnings', description: 'Whether the pre-flight warns of them; unless given, both' }),
    ),
    look: Type.Optional(
      Type.Enum(LOOK_PARTS, {
        title: 'Looks',
        description:
          'Links that were sent, by the looks up to day 1, 3 or 7: `seen_3` were seen by then, `unseen_3` were not, `due_3` wait for that look. `charged` are those with a look to come that check credits are set aside for. Unless given, all',
      }),
    ),
    leaves: Type.Optional(
      Type.Enum(LEAVE_PARTS, {
        title: 'Leaves',
        description: '`sent` has left, `today` goes until midnight UTC, `later` after it; unless given, all',
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

type Filters = {
  state?: StateWord
  indexed?: Indexed
  credit?: LinkCredit
  warned?: boolean
  look?: LookPart
  leaves?: LeavePart
}

/** The job knows how many links it has of each kind; only filters together have to be counted, by index. */
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

/** What is counted of a job as its links move, by one filter; null where it is not. */
function knownOf(tx: ReadTx, job: JobRow, { state, indexed, credit, warned, look, leaves }: Filters): number | null {
  if (look) return countLookPart(tx, job.id, look)
  if (leaves) return countLeavePart(tx, job.id, leaves)
  const outcome = JSON.parse(job.outcome) as Static<typeof Outcome>
  if (warned !== undefined) return warned ? outcome.warned : job.link_count - outcome.warned
  if (state) return countOf(outcome.states, state)
  return indexed ? outcome.indexed[indexed] : credit ? outcome.credits[credit] : null
}
