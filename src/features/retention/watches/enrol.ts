/** Links become watched: those that were just seen, and those seen before watching was switched on. */
import type { Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { inSteps } from '../../../kernel/scheduling/steps.ts'
import { between, DAY, plus, type Time, weekOf } from '../../../kernel/time/clock.ts'
import { moveDrops } from '../drops/drops.ts'
import { dueAt, entryDue, MOST_DAYS } from '../grid.ts'
import { membersOf, type Root, rootsOn } from '../settings.ts'

type SeenLink = {
  link_id: number
  job_id: string
  tenant_id: string
  host: string
  adapter: string
  first_seen_at: Time
}

const SEEN = `select l.id as link_id, l.job_id, j.tenant_id, coalesce(l.host, '') as host,
    coalesce((select b.adapter from batches b where b.id = l.batch_id), '') as adapter,
    coalesce(iif(l.credit is 'released', l.checked_at, l.settled_at), l.checked_at) as first_seen_at
  from links l cross join jobs j on j.id = l.job_id`
const IS_SEEN = `l.state = 'indexed' and j.type = 'index' and j.deleted_at is null`

export async function enrol(app: Pick<App, 'db'>, signal: AbortSignal): Promise<number> {
  const roots = app.db.read(rootsOn)
  const news = await inSteps(app.db, signal, enrolNews)
  let sum = news
  for (const root of roots)
    if (root.enrolled_until !== null) sum += await inSteps(app.db, signal, (tx, limit) => enrolPart(tx, root, limit))
  return sum
}

/** Links of workspaces that are not watched are left alone. */
function enrolNews(tx: Tx, limit: number): number {
  const ids = tx.rows<{ link_id: number }>('select link_id from watch_news order by link_id limit ?', limit)
  if (ids.length === 0) return 0
  const json = JSON.stringify(ids.map(({ link_id }) => link_id))
  const watched = new Set(rootsOn(tx).flatMap((root) => membersOf(tx, root)))
  const found = tx.rows<SeenLink>(`${SEEN} where l.id in (select value from json_each(?)) and ${IS_SEEN}`, json)
  watch(
    tx,
    found.filter(({ tenant_id }) => watched.has(tenant_id)),
  )
  return tx.run('delete from watch_news where link_id in (select value from json_each(?))', json)
}

type Backlog = { first_link: number; last_link: number }

/** The next links of the next push with links behind the mark. */
function enrolPart(tx: Tx, root: Root, limit: number): number {
  const row = tx.row<{ enrolled_until: number | null }>(
    'select enrolled_until from retention where tenant_id = ?',
    root.tenant_id,
  )
  if (!row || row.enrolled_until === null) return 0
  const job = tx.row<Backlog>(
    `select first_link, last_link from jobs where tenant_id in (select value from json_each(?)) and type = 'index'
       and deleted_at is null and last_link > ? order by last_link limit 1`,
    JSON.stringify(membersOf(tx, root)),
    row.enrolled_until,
  )
  if (!job) {
    tx.run('update retention set enrolled_until = null where tenant_id = ?', root.tenant_id)
    return 0
  }
  const found = tx.rows<SeenLink>(
    `${SEEN} where l.id between ? and ? and ${IS_SEEN} order by l.id limit ?`,
    Math.max(job.first_link, row.enrolled_until + 1),
    job.last_link,
    limit,
  )
  watch(tx, found)
  const until = found.length < limit ? job.last_link : found.at(-1)!.link_id
  tx.run('update retention set enrolled_until = ? where tenant_id = ?', until, root.tenant_id)
  return limit
}

/** One seen long ago is asked once before it counts: it may be gone already. */
function watch(tx: Tx, found: readonly SeenLink[]): void {
  const rows = found
    .filter(({ first_seen_at }) => between(first_seen_at, tx.now) < MOST_DAYS * DAY)
    .map((link) => {
      const first = dueAt(link, 1)
      const is_new = first > tx.now
      const week = weekOf(link.first_seen_at)
      return [
        link.link_id,
        link.job_id,
        link.tenant_id,
        link.host,
        link.adapter,
        week,
        link.first_seen_at,
        is_new ? 0 : null,
        is_new ? first : entryDue(link.link_id, tx.now),
      ]
    })
  tx.run(
    `insert into watches (link_id, job_id, tenant_id, host, adapter, week, first_seen_at, last_yes_at, state, entered, counted, due_at)
     select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 6, 'kept', value ->> 7, value ->> 7, value ->> 8
     from json_each(?) where true on conflict (link_id) do nothing`,
    JSON.stringify(rows),
  )
}

/** Ends what is watched for two years, and what is of a deleted push. */
export const endWatches = (tx: Tx, limit: number): number =>
  tx.run(
    `update watches set state = 'ended', due_at = null where link_id in (
       select link_id from watches where state in ('kept', 'suspect', 'dropped', 'returned') and first_seen_at < ? limit ?)`,
    plus(tx.now, -MOST_DAYS * DAY),
    limit,
  )

/** Watched links follow their push, with what they count on the curve. */
export function moveWatches(tx: Tx, job: { id: string; first_link: number; last_link: number }, to: string): void {
  const which = 'link_id between ? and ? and job_id = ?'
  const params = [job.first_link, job.last_link, job.id] as const
  countSteps(tx, -1, which, ...params)
  moveDrops(tx, to, which, ...params)
  tx.run(`update watches set tenant_id = ? where ${which}`, to, ...params)
  countSteps(tx, 1, which, ...params)
}

/** Adds the steps of these links to the counts again, or takes them out. */
export function countSteps(tx: Tx, sign: 1 | -1, which: string, ...params: (string | number)[]): void {
  tx.run(
    `insert into retention_steps (tenant_id, week, host, adapter, step, at_risk, dropped)
     with recursive life (tenant_id, week, host, adapter, step, last, is_over) as (
       select tenant_id, week, host, adapter, entered + 1, counted, is_over from watches where counted > entered and ${which}
       union all select tenant_id, week, host, adapter, step + 1, last, is_over from life where step < last)
     select tenant_id, week, host, adapter, step, ${sign} * count(*), ${sign} * sum(is_over and step = last) from life group by 1, 2, 3, 4, 5
     on conflict do update set at_risk = at_risk + excluded.at_risk, dropped = dropped + excluded.dropped`,
    ...params,
  )
}
