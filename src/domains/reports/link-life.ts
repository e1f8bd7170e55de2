/** What happened to links, one after the other, with the lines of the ledger that their credits belong to. */
import { type Caller, treeOf } from '../../kernel/caller.ts'
import type { Time } from '../../kernel/clock.ts'
import type { ReadTx } from '../../kernel/database.ts'
import type { LookRow } from '../checks/index.ts'
import type { LedgerEntry } from '../credits/index.ts'
import type { PING_STATES } from '../indexnow/index.ts'
import type { Indexed, JobRow, LinkCredit, LinkState } from '../jobs/index.ts'
import type { Facts } from '../preflight/index.ts'

/** What the pre-flight kept of a page. */
export type KeptFacts = Pick<Facts, 'final_url' | 'status' | 'chain' | 'robots' | 'noindex' | 'canonical'>

export type LivedLink = {
  uid: number
  url: string
  state: LinkState
  indexed: Indexed
  before_indexed: Indexed | null
  credit: LinkCredit | null
  guarantee: boolean
  push_anyway: boolean
  facts: KeptFacts | null
  flags: string[]
  fix: string | null
  warnings: string[]
  reason: string | null
  due_at: Time | null
  sent_at: Time | null
  /** How many links the batch had that it was sent in. */
  batch_links: number | null
  looks: number
  next_look_at: Time | null
  checked_at: Time | null
  settled_at: Time | null
}

export type LifeJob = Pick<
  JobRow,
  'id' | 'name' | 'type' | 'status' | 'engine' | 'tenant_id' | 'created_by' | 'created_at' | 'sent_at'
> & { tenant_name: string; simulated: boolean; skip_flagged: boolean }

export type LivedPing = {
  state: (typeof PING_STATES)[number]
  host: string
  at: Time
  sent_at: Time | null
  answer_status: number | null
  explanation: string | null
}

export type LivedLook = Pick<
  LookRow,
  'engine' | 'purpose' | 'day' | 'state' | 'indexed' | 'method' | 'credits' | 'created_at' | 'finished_at'
> & {
  rid: number
  /** What was seen; how an engine failed is the operator's to read. */
  evidence: string | null
  failed: boolean
  confirms: boolean
  has_raw: boolean
}

/** A line of the ledger, as far as a link's page tells of it. */
export type LivedLine = Pick<
  LedgerEntry,
  'id' | 'kind' | 'direction' | 'amount' | 'reason' | 'actor' | 'note' | 'created_at'
>

/** One link of one job, from its order to its last look. */
export type LinkLife = {
  job: LifeJob
  link: LivedLink
  pings: LivedPing[]
  looks: LivedLook[]
  lines: LivedLine[]
}

type Held = LivedLink & { flags_text: string; warnings_text: string; facts_text: string | null; job_id: string }
type Of = { link_id: number }

/** The lives of these links, of which the caller was found to reach the jobs, in the order given. */
export function livesOf(tx: ReadTx, uids: readonly number[]): LinkLife[] {
  const ids = JSON.stringify(uids)
  const links = linksIn(tx, ids)
  const jobs = new Map(jobsIn(tx, ids).map((job) => [job.id, job]))
  const pings = Map.groupBy(pingsIn(tx, ids), ({ link_id }) => link_id)
  const looks = Map.groupBy(looksIn(tx, ids), ({ link_id }) => link_id)
  const lines = Map.groupBy(linesOf(tx, links, [...looks.values()].flat()), ({ job_id }) => job_id)
  return links.map(({ job_id, ...link }) => ({
    job: jobs.get(job_id)!,
    link,
    pings: pings.get(link.uid) ?? [],
    looks: looks.get(link.uid) ?? [],
    lines: lines.get(job_id) ?? [],
  }))
}

const linksIn = (tx: ReadTx, ids: string): (LivedLink & { job_id: string })[] =>
  tx
    .rows<Held>(
      `select l.id as uid, l.job_id, l.url, l.state, l.indexed, l.before_indexed, l.credit, l.guarantee, l.push_anyway, l.fix, l.reason,
         l.facts as facts_text, l.flags as flags_text, l.warnings as warnings_text, l.due_at, l.sent_at, l.looks,
         l.next_look_at, l.checked_at, l.settled_at, (select url_count - rejected from batches b where b.id = l.batch_id) as batch_links
       from json_each(?) p cross join links l on l.id = p.value order by p.key`,
      ids,
    )
    .map(({ flags_text, warnings_text, facts_text, ...link }) => ({
      ...link,
      guarantee: Boolean(link.guarantee),
      push_anyway: Boolean(link.push_anyway),
      flags: JSON.parse(flags_text) as string[],
      warnings: JSON.parse(warnings_text) as string[],
      facts: facts_text === null ? null : (JSON.parse(facts_text) as KeptFacts),
    }))

const jobsIn = (tx: ReadTx, ids: string): LifeJob[] =>
  tx
    .rows<LifeJob>(
      `select j.id, j.name, j.type, j.status, j.engine, j.tenant_id, t.name as tenant_name, j.simulated, j.skip_flagged,
         j.created_by, j.created_at, j.sent_at
       from jobs j join tenants t on t.id = j.tenant_id
       where j.id in (select l.job_id from json_each(?) p cross join links l on l.id = p.value)`,
      ids,
    )
    .map((job) => ({ ...job, simulated: Boolean(job.simulated), skip_flagged: Boolean(job.skip_flagged) }))

const pingsIn = (tx: ReadTx, ids: string): (LivedPing & Of)[] =>
  tx.rows(
    `select u.link_id, u.state, u.host, u.at, s.sent_at, s.answer_status, s.explanation
     from json_each(?) p cross join links l on l.id = p.value
       cross join indexnow_urls u on u.job_id = l.job_id and u.link_id = l.id
       left join indexnow_submissions s on s.id = u.submission_id
     order by u.id`,
    ids,
  )

const looksIn = (tx: ReadTx, ids: string): (LivedLook & Of)[] =>
  tx
    .rows<LivedLook & Of>(
      `select k.id as rid, k.link_id, k.engine, k.purpose, k.day, k.state, k.indexed, k.method, k.credits, k.created_at, k.finished_at,
         iif(k.failure is null, k.evidence, null) as evidence, k.failure is not null as failed, k.confirms is not null as confirms,
         exists (select 1 from look_answers a where a.look_id = k.id) as has_raw
       from json_each(?) p cross join links l on l.id = p.value cross join looks k on k.job_id = l.job_id and k.link_id = l.id
       order by k.id`,
      ids,
    )
    .map((look) => ({
      ...look,
      failed: Boolean(look.failed),
      confirms: Boolean(look.confirms),
      has_raw: Boolean(look.has_raw),
    }))

/** What a job set aside, and what came back at the very moments at which something of these links was settled. */
function linesOf(
  tx: ReadTx,
  links: readonly { job_id: string; settled_at: Time | null }[],
  looks: readonly LivedLook[],
): (LivedLine & { job_id: string })[] {
  const moments = [...links.map(({ settled_at }) => settled_at), ...looks.map(({ finished_at }) => finished_at)]
  return tx.rows(
    `select id, job_id, kind, direction, amount, reason, actor, note, created_at from ledger
     where job_id in (select value from json_each(?))
       and (direction = 'out' or created_at in (select value from json_each(?))) order by id`,
    JSON.stringify([...new Set(links.map(({ job_id }) => job_id))]),
    JSON.stringify([...new Set(moments.filter((moment) => moment !== null))]),
  )
}

export type Seen = { url: string; indexed: Indexed; finished_at: Time }

/** Of one address no more of the latest looks are told than these. */
const MOST_LOOKS = 12

/** What the latest looks saw of each of these addresses, in any job in reach, the oldest first. */
export function seenOf(tx: ReadTx, caller: Caller, urls: readonly string[]): Map<string, Seen[]> {
  const tree = treeOf(caller, 'k.tenant_id')
  const rows = tx.rows<Seen>(
    `select k.url, k.indexed, k.finished_at from looks k where k.state = 'done' and k.url in (select value from json_each(?))
       and ${tree.in_order} order by k.id desc limit ${MOST_ROWS}`,
    JSON.stringify([...new Set(urls)]),
    ...tree.params,
  )
  return new Map(
    [...Map.groupBy(rows, ({ url }) => url)].map(([url, seen]) => [url, seen.slice(0, MOST_LOOKS).reverse()]),
  )
}

/** Beyond so many looks at the addresses of one page the oldest are not told. */
const MOST_ROWS = 2000
