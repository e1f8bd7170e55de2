import type { Tx } from '../../kernel/database/database.ts'
import { INDEXED, LINK_CREDITS, LINK_STATES } from './shapes.ts'

type Group = {
  state: string
  indexed: string
  credit: string | null
  before_indexed: string | null
  n: number
  /** How many of them have warnings from the pre-flight. */
  warned?: number
  next_look_at: string | null
}

/** Counts a job's links by outcome, from columns of the index `links_job` alone: others would read the table. */
export const COUNT_LINKS = `
  select state, indexed, credit, before_indexed, count(*) as n, sum(warnings <> '[]') as warned,
    min(next_look_at) as next_look_at
  from links where job_id = ? group by state, indexed, credit, before_indexed`

/** Counts a job's links again and stores the result on the job, so that no list counts links. */
export function refreshOutcome(tx: Tx, job_id: string): void {
  const groups = tx.rows<Group>(COUNT_LINKS, job_id)
  const outcome = asOrdered(tx, job_id, outcomeOf(groups))
  tx.run(
    'update jobs set outcome = ?, comparison = ?, link_count = ?, updated_at = ? where id = ?',
    JSON.stringify(outcome),
    JSON.stringify(comparisonOf(groups)),
    outcome.links,
    tx.now,
    job_id,
  )
}

/** Counts failed links of a retry that are not written yet under their coming state. */
function asOrdered<Counted extends ReturnType<typeof outcomeOf>>(tx: Tx, job_id: string, outcome: Counted): Counted {
  const n = tx.number("select sum(index_credits) from order_slices where kind = 'retries' and job_id = ?", job_id)
  outcome.states.failed -= n
  outcome.states.scheduled += n
  outcome.credits.released -= n
  outcome.credits.reserved += n
  return outcome
}

/** Totals of a set of links by state, result and credit, and the indexed share of the sent ones. */
export function outcomeOf(groups: Group[]) {
  const states = tallied(LINK_STATES, groups, (group) => group.state)
  const judged = states.sent + states.indexed + states.not_indexed + states.checked
  const seen = states.indexed + sum(groups.filter(({ state, indexed }) => state === 'checked' && indexed === 'yes'))
  const looks = groups.flatMap((group) => group.next_look_at ?? []).sort()
  return {
    links: sum(groups),
    states,
    warned: groups.reduce((total, { warned = 0 }) => total + warned, 0),
    indexed: tallied(INDEXED, groups, (group) => group.indexed),
    indexed_rate: judged === 0 ? null : Math.round((seen / judged) * 10_000) / 10_000,
    credits: tallied(LINK_CREDITS, groups, (group) => group.credit),
    next_look_at: looks[0] ?? null,
  }
}

/** Before and after, over links with a result from before the push. */
function comparisonOf(groups: Group[]) {
  const known = groups.filter((group) => group.before_indexed !== null)
  if (known.length === 0) return { before: null, after: null, gained: null, lost: null }
  const was = (group: Group) => group.before_indexed === 'yes'
  const is = (group: Group) => (group.indexed === 'unknown' ? was(group) : group.indexed === 'yes')
  return {
    before: sum(known.filter(was)),
    after: sum(known.filter(is)),
    gained: sum(known.filter((group) => is(group) && !was(group))),
    lost: sum(known.filter((group) => was(group) && !is(group))),
  }
}

function tallied<const N extends readonly string[]>(names: N, groups: Group[], of: (group: Group) => string | null) {
  const out = Object.fromEntries(names.map((name) => [name, 0])) as Record<N[number], number>
  for (const group of groups) {
    const name = of(group) as N[number] | null
    if (name !== null) out[name] += group.n
  }
  return out
}

const sum = (groups: Group[]): number => groups.reduce((total, group) => total + group.n, 0)
