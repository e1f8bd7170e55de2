/** Pushes of dropped links: by a person, or by the rule of a workspace within a cap and a budget of their own. */
import { balances } from '../../../domains/credits/index.ts'
import { planOf } from '../../../domains/plans/index.ts'
import { daysOf, rootOf } from '../../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { type Caller, treeOf } from '../../../kernel/operation/caller.ts'
import { conflict, Fault } from '../../../kernel/operation/fault.ts'
import { pause } from '../../../kernel/scheduling/pause.ts'
import { DAY, plus, type Time } from '../../../kernel/time/clock.ts'
import { callerOf, orderLinks } from '../../standing/index.ts'
import { membersOf, type Root, rootOn, rootsOn, settingsFor } from '../settings.ts'
import type { DropCause } from '../shapes.ts'
import type { DropRow } from '../tables.ts'
import { CAUSES } from './causes.ts'
import { openEvent } from './drops.ts'

const MOST_PUSHES = 2
const APART = 30 * DAY

/**
 * Links of a drop that may be pushed now: at most twice each, 30 days apart, where the engine decided by itself. A page
 * of several pushes is one link.
 */
export const linksToPush = (tx: ReadTx, drop: Pick<DropRow, 'id' | 'cause'>, limit = -1): PushedLink[] =>
  tx.rows(
    `select min(w.link_id) as uid, l.url from watches w join links l on l.id = w.link_id
     where w.drop_id = ?1 and w.state = 'dropped' group by l.url having min(${MAY_GO}) = 1 order by uid limit ?4`,
    ...[drop.id, plus(tx.now, -APART), plus(tx.now, waitOf(drop.cause)), limit],
  )

type PushedLink = { uid: number; url: string }

/** A push rarely helps where the engine chose, so such links wait for their own return first. */
const waitOf = (cause: DropCause): number => (CAUSES[cause].push === 'rarely' ? -APART : 0)

/** `?2`: 30 days ago; `?3`: links that dropped until then. */
const MAY_GO = `w.state = 'dropped' and w.pushed_again < ${MOST_PUSHES} and iif(w.pushed_at is null, w.dropped_at <= ?3, w.pushed_at <= ?2)`

export function pushable(tx: ReadTx, drop: DropRow): { pushable: number; push_from: Time | null } {
  const { push } = CAUSES[drop.cause]
  if (push === 'never' || push === 'fixed' || openEvent(tx, rootOf(tx, drop.tenant_id)))
    return { pushable: 0, push_from: null }
  const n = linksToPush(tx, drop).length
  const next = tx.row<{ at: Time | null }>(
    "select min(coalesce(pushed_at, dropped_at)) as at from watches where drop_id = ? and state = 'dropped' and pushed_again < ?",
    drop.id,
    MOST_PUSHES,
  )
  return { pushable: n, push_from: n === 0 && next?.at ? plus(next.at, APART) : null }
}

/** @throws Fault conflict where a push does not help, or not yet */
export function assertPushable(tx: ReadTx, drop: DropRow): string[] {
  const { push, title, act } = CAUSES[drop.cause]
  if (openEvent(tx, rootOf(tx, drop.tenant_id)))
    throw conflict('The engine dropped pages of many hosts at once. Wait a week: such pages mostly come back.')
  if (push === 'fixed')
    throw conflict(`${title}. A push does not help until that is fixed; watch_repairs pushes the links then.`, {
      cause: drop.cause,
    })
  if (push === 'never') throw conflict(`${title}. ${act}`, { cause: drop.cause })
  const links = linksToPush(tx, drop)
  if (links.length === 0)
    throw conflict('These links were pushed again in the last 30 days, or twice already. Nothing is left to push.')
  return links.map(({ url }) => url)
}

/** Marks links, and others of the same page, as pushed again by this job; `root_id` is the workspace whose rule ordered it, null for a person. */
export function markPushed(
  tx: Tx,
  drop: DropRow,
  uids: readonly number[],
  job_id: string,
  root_id: string | null,
): void {
  tx.run(
    'insert into drop_pushes (job_id, drop_id, tenant_id, links, is_automatic, created_at) values (?, ?, ?, ?, ?, ?)',
    ...[job_id, drop.id, root_id ?? drop.tenant_id, uids.length, Number(root_id !== null), tx.now],
  )
  const json = JSON.stringify(uids)
  tx.run(
    `insert or ignore into drop_push_pages (url, job_id)
     select url, ? from links where id in (select value from json_each(?))`,
    ...[job_id, json],
  )
  tx.run(
    `with uids as (select value as id from json_each(?2))
     update watches set pushed_again = pushed_again + 1, pushed_at = ?1 where link_id in (
       select o.link_id from (select distinct host from watches where link_id in (select id from uids)) h
       cross join watches o on o.tenant_id = ?3 and o.host = h.host and o.state = 'dropped' join links l on l.id = o.link_id
       where l.url in (select url from links where id in (select id from uids)))`,
    ...[tx.now, json, drop.tenant_id],
  )
  tx.run("update drops set state = 'pushed' where id = ?", drop.id)
}

/** How often an earlier push of dropped links helped. */
export function pushedBefore(tx: ReadTx, caller: Caller): { pushed_before: number; returned_before: number } {
  const tree = treeOf(caller, 'w.tenant_id')
  return tx.row<{ pushed_before: number; returned_before: number }>(
    `select count(*) as pushed_before, count(*) filter (where w.returned_at > w.pushed_at) as returned_before
     from watches w where ${tree.sql} and w.state in ('dropped', 'returned') and w.pushed_at <= ?`,
    ...tree.params,
    plus(tx.now, -14 * DAY),
  )!
}

/** `job_id`: null where the push was deleted. */
export const pushesOf = (tx: ReadTx, drop_id: string) =>
  tx
    .rows<{ job_id: string | null; created_at: Time; links: number; is_automatic: number }>(
      `select j.id as job_id, p.created_at, p.links, p.is_automatic
       from drop_pushes p left join jobs j on j.id = p.job_id and j.deleted_at is null
       where p.drop_id = ? order by p.created_at desc limit 20`,
      drop_id,
    )
    .map(({ is_automatic, ...push }) => ({ ...push, automatic: is_automatic === 1 }))

// ---- By rule --------------------------------------------------------------------------------------------------------

/** Causes on no page: those of the engine's choice, and pages that Google no longer visits. */
export const OF_ENGINE: readonly DropCause[] = ['engine_choice', 'crawled_not_indexed', 'not_crawled_130']

/** Drops of these workspaces with links that may be pushed now. */
export const dropsToPush = (tx: ReadTx, members: readonly string[]): DropRow[] =>
  OF_ENGINE.flatMap((cause) =>
    tx.rows<DropRow>(
      `select d.* from json_each(?1) m cross join drops d on d.tenant_id = m.value
       where d.cause = ?4 and d.state <> 'closed' and exists (select 1 from watches w where w.drop_id = d.id and ${MAY_GO})
       order by d.id`,
      ...[JSON.stringify(members), plus(tx.now, -APART), plus(tx.now, waitOf(cause)), cause],
    ),
  )

/** Links that a rule pushed again, today and this month, in the days of its workspace. */
export function rePushed(tx: ReadTx, { tenant_id }: Pick<Root, 'tenant_id'>): { today: number; month: number } {
  const days = daysOf(tx, tenant_id)
  const day = days.dayOf(tx.now)
  return tx.row<{ today: number; month: number }>(
    `select coalesce(sum(iif(created_at >= ?3, links, 0)), 0) as today, coalesce(sum(links), 0) as month
     from drop_pushes where tenant_id = ?1 and is_automatic = 1 and created_at >= ?2`,
    ...[tenant_id, days.startOf(`${day.slice(0, 7)}-01`), days.startOf(day)],
  )!
}

/** Each drop is ordered and marked in one transaction: a kill repeats nothing. Returns the number of links. */
export async function pushAgain(app: App, signal: AbortSignal): Promise<number> {
  let pushed = 0
  for (const root of app.db.read(rootsOn)) {
    if (root.re_push !== 'auto') continue
    for (const { id } of app.db.read((tx) => dropsToPush(tx, membersOf(tx, root)))) {
      if (signal.aborted) return pushed
      pushed += app.db.write((tx) => pushOne(tx, app, root.tenant_id, id))
      await pause()
    }
  }
  return pushed
}

/** People may have changed the settings or closed the drop meanwhile. */
function pushOne(tx: Tx, app: App, root_id: string, id: string): number {
  const root = rootOn(tx, root_id)
  const drop = tx.row<DropRow>("select * from drops where id = ? and state <> 'closed'", id)
  if (root?.re_push !== 'auto' || !drop || openEvent(tx, rootOf(tx, drop.tenant_id))) return 0
  if (settingsFor(tx, drop.tenant_id)?.tenant_id !== root_id) return 0
  const { tenant_id, host } = drop
  const { today, month } = rePushed(tx, root)
  const most = Math.min(
    ...[root.re_push_cap_day - today, root.re_push_budget_month - month, planOf(tx, app, tenant_id).urls_per_push],
    balances(tx, tenant_id).index.available,
  )
  const links = most > 0 ? linksToPush(tx, drop, most) : []
  if (links.length === 0) return 0
  const name = `Dropped, ${host}`
  const urls = links.map(({ url }) => url)
  try {
    const job_id = orderLinks(tx, app, callerOf(tx, tenant_id, 'Still there?'), { tenant_id, name, smart: false }, urls)
    const uids = links.map(({ uid }) => uid)
    markPushed(tx, drop, uids, job_id, root_id)
    return links.length
  } catch (error) {
    // The next run tries again: no supplier is connected, or the workspace may not push now.
    if (error instanceof Fault) return 0
    throw error
  }
}
