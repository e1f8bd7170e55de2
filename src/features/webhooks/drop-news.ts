/** Events of watched links: a group of drops as it is when the event is written. */
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { DAY, HOUR, plus, type Time } from '../../kernel/time/clock.ts'
import type { DataOf } from './catalog.ts'

/** One more than an event lists, so that it says whether there are more. */
const MOST = 101

type Group = { id: string; tenant_id: string; is_new: boolean }

/** Notes groups for an event where an endpoint listens: a new one is due in an hour, a known one in a day. */
export function noteDrops(tx: Tx, type: 'links.dropped' | 'links.returned', groups: readonly Group[]): void {
  const notes = groups.map(({ id, tenant_id, is_new }) => [tenant_id, id, plus(tx.now, is_new ? HOUR : DAY)])
  tx.run(
    `insert into webhook_news (type, tenant_id, subject, at) select ?, value ->> 0, value ->> 1, value ->> 2 from json_each(?)
     where exists (select 1 from webhook_endpoints where state <> 'off') on conflict (type, subject) do nothing`,
    type,
    JSON.stringify(notes),
  )
}

/** An event of the engine with its first links of a workspace: it is said at once. */
export const noteEngineEvent = (tx: Tx, { id, tenant_id }: Omit<Group, 'is_new'>): number =>
  tx.run(
    `insert into webhook_news (type, tenant_id, subject, at) select 'engine.event', ?, ?, ?
     where exists (select 1 from webhook_endpoints where state <> 'off') on conflict (type, subject) do nothing`,
    ...[tenant_id, id, tx.now],
  )

/** A note about a group waits for the group that its links move to as well. */
export const moveDropNews = (tx: Tx, from: string, { id, tenant_id }: Omit<Group, 'is_new'>): number =>
  tx.run(
    `insert into webhook_news (type, tenant_id, subject, at) select type, ?, ?, at from webhook_news
     where subject = ? and (type like 'links.%' or type = 'engine.event') on conflict (type, subject) do nothing`,
    ...[tenant_id, id, from],
  )

/** A group with its counts, its links in one state, and its addresses. */
function groupOf<L>(tx: ReadTx, id: string, [base, site]: [string, string], state: string, columns: string) {
  const group = tx.row<{ id: string; host: string; cause: string; dropped: number; returned: number }>(
    `select d.id, d.host, d.cause, count(*) filter (where w.state = 'dropped') as dropped,
       count(*) filter (where w.state = 'returned') as returned
     from drops d join watches w on w.drop_id = d.id where d.id = ? group by d.id`,
    id,
  )
  if (!group) return null
  const links = tx.rows<L>(
    `select l.id, l.url, ${columns} from watches w join links l on l.id = w.link_id
     where w.drop_id = ? and w.state = ? order by w.link_id limit ${MOST}`,
    ...[id, state],
  )
  const { dropped, returned, ...of } = group
  return {
    dropped,
    returned,
    of: { ...of, links, more: false, api: `${site}/api/v1/drops/${id}`, url: `${base}/still-there/${id}` },
  }
}

/** Null: none is out any more. */
export function dropNews(tx: ReadTx, id: string, base: string, site: string): DataOf<'links.dropped'> | null {
  type Link = DataOf<'links.dropped'>['links'][number]
  const group = groupOf<Link>(tx, id, [base, site], 'dropped', 'w.last_yes_at, w.first_no_at')
  return group && group.dropped > 0 ? { ...group.of, count: group.dropped } : null
}

export function returnNews(tx: ReadTx, id: string, base: string, site: string): DataOf<'links.returned'> | null {
  type Link = DataOf<'links.returned'>['links'][number]
  const group = groupOf<Link>(tx, id, [base, site], 'returned', 'w.returned_at')
  return group && group.returned > 0 ? { ...group.of, count: group.returned, out: group.dropped } : null
}

export function engineNews(tx: ReadTx, id: string, base: string, site: string): DataOf<'engine.event'> | null {
  const found = tx.row<{ hosts: number; count: number; until: Time }>(
    `select count(distinct w.host) as hosts, count(*) as count, max(e.until) as until
     from drops d join engine_events e on e.id = d.event_id join watches w on w.drop_id = d.id and w.state = 'dropped'
     where d.id = ? having count(*) > 0`,
    id,
  )
  return found && { id, ...found, api: `${site}/api/v1/drops/${id}`, url: `${base}/still-there/${id}` }
}
