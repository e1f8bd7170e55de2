/** The history of a link, with the ledger lines of its credits. */

import Type, { type Static } from 'typebox'
import type { ReadTx } from '../../kernel/database/database.ts'
import type { SearchReader } from '../../kernel/database/search-steps.ts'
import type { Install } from '../../kernel/operation/app.ts'
import { type Caller, treeOf } from '../../kernel/operation/caller.ts'
import { Count } from '../../kernel/operation/shape.ts'
import { isCovered } from '../checks/index.ts'
import { type Indexed, JOB_COLUMNS, type JobRow, type LinkRow, linkColumnsOf } from '../jobs/index.ts'
import { COUNTED_DAY, lastSent } from '../pushes/index.ts'
import { daysOf, PLACE_OF_CHECK } from '../tenants/index.ts'
import { whyOfLink } from './link-why.ts'
import type { WatchedLink } from './watched.ts'

declare module '../../kernel/operation/app.ts' {
  interface Install {
    /** The last day on which an engine showed the page to people, and how often; null where none is known. */
    lastShown(tx: ReadTx, tenant_id: string, url: string): { day: string; impressions: number } | null
    /** How many pages of a client stay in the index, for its reports; null where too few were checked for that long. */
    stillThere(tx: ReadTx, tenant_id: string): StillThere | null
    /** How many of its pages that were found long ago are in the index today; null for few. */
    stillToday(tx: ReadTx, tenant_id: string): StillToday | null
    /** A link that is checked after its guarantee; null for others. */
    watchedLink(tx: ReadTx, link_id: number): WatchedLink | null
  }
}

export type DropCauses = Static<typeof DropCauses>
export const DropCauses = Type.Array(
  Type.Object({ cause: Type.String({ description: 'As `get_drop` names it' }), links: Count() }),
  { description: 'Known causes of pages that dropped out and are not back, most pages first' },
)

/** `share` of the `links` that were first seen by `until`. */
export type StillThere = { days: number; links: number; share: number; until: string; causes: DropCauses }

export type StillToday = { days: number; links: number; there: number; causes: DropCauses }

/** The rows of a `LinkDetail`; the caller was found to reach the job. */
export function lifeOf(
  tx: ReadTx,
  { link, job }: { link: LinkRow; job: JobRow },
  { readers, lastShown, watchedLink }: Pick<Install, 'readers' | 'lastShown' | 'watchedLink'>,
) {
  const checks = checksOf(tx, link)
  return {
    link: {
      ...tx.row<object>(
        `select ${linkColumnsOf(job)}, l.push_anyway, l.facts as preflight, l.settled_at,
         (select url_count - rejected from batches b where b.id = l.batch_id) as batch_links from links l where l.id = ?`,
        link.id,
      ),
      last_shown: lastShown(tx, job.tenant_id, link.url),
      watch: watchedLink(tx, link.id),
      is_covered: isCovered(tx, job.tenant_id, link.url),
      host: readers?.hostAt(tx, new URL(link.url).origin) ?? null,
      answers: readers && link.answers && readers.explain(JSON.parse(link.answers) as string[]),
    },
    last_pushed_at: lastPushed(tx, link, job),
    job: tx.row(`select ${JOB_COLUMNS} from jobs j join tenants t on t.id = j.tenant_id where j.id = ?`, job.id),
    indexnow: tx.rows(
      `select u.state, u.host, u.at, s.sent_at, s.answer_status, s.explanation
       from indexnow_urls u left join indexnow_submissions s on s.id = u.submission_id
       where u.job_id = ? and u.link_id = ? order by u.id`,
      job.id,
      link.id,
    ),
    checks,
    why: whyOfLink(tx, link, daysOf(tx, job.tenant_id)),
    ledger: linesOf(tx, job, [link.settled_at, ...checks.map(({ checked_at }) => checked_at)]),
  }
}

/** The last push of the URL, by hand or by rule. This order counts at once, though the memory is seconds behind it. */
function lastPushed(tx: ReadTx, { url }: LinkRow, { tenant_id, type, created_at }: JobRow): string | null {
  const times = [lastSent(tx, tenant_id, url), type === 'index' ? created_at : null]
  return (
    times
      .filter((time) => time !== null)
      .sort()
      .at(-1) ?? null
  )
}

/** The operator reads how an engine failed; customers do not. */
const checksOf = (tx: ReadTx, { id, job_id }: LinkRow) =>
  tx.rows<{ checked_at: string | null }>(
    `select k.id as rid, k.engine, k.purpose, k.day, ${COUNTED_DAY} as counted_day, k.indexed, k.method, ${PLACE_OF_CHECK} as place, k.credits, k.created_at,
       k.finished_at as checked_at, iif(k.failure is null, k.evidence, null) as evidence, k.failure is not null as failed,
       k.confirms is not null as confirms, exists (select 1 from look_answers a where a.look_id = k.id) as has_raw
     from looks k join links l on l.id = k.link_id where k.job_id = ? and k.link_id = ? order by k.id`,
    job_id,
    id,
  )

/** Lines that reserved credits for the job, and those that refunded some when the link or a check of it was settled. */
const linesOf = (tx: ReadTx, { id }: JobRow, moments: readonly (string | null)[]) =>
  tx.rows(
    `select * from ledger where job_id = ? and (direction = 'out' or created_at in (select value from json_each(?)))
     order by id`,
    id,
    JSON.stringify([...new Set(moments.filter((moment) => moment !== null))]),
  )

export type PastCheck = { url: string; indexed: Indexed; checked_at: string }

/** A list shows this many checks of one URL. */
const MOST_CHECKS = 12

/** Results of the latest checks of each of these URLs, in any job in reach, the oldest first. */
export function pastChecksOf(
  rows: SearchReader['rows'],
  caller: Caller,
  urls: readonly string[],
): Map<string, PastCheck[]> {
  const tree = treeOf(caller, 'k.tenant_id')
  const found = rows<PastCheck>(
    `select k.url, k.indexed, k.finished_at as checked_at from looks k where k.state = 'done'
       and k.url in (select value from json_each(?)) and ${tree.in_order} order by k.id desc limit ${MOST_ROWS}`,
    [JSON.stringify([...new Set(urls)]), ...tree.params],
  )
  return new Map(
    [...Map.groupBy(found, ({ url }) => url)].map(([url, seen]) => [url, seen.slice(0, MOST_CHECKS).reverse()]),
  )
}

/** A page of a list reads at most this many checks. */
const MOST_ROWS = 2000
