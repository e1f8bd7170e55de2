/** Drops by host, cause and week, or by event of an engine: what a person reads and acts on. */
import { rootOf } from '../../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import { type Caller, treeOf } from '../../../kernel/operation/caller.ts'
import { newId } from '../../../kernel/secrets/ids.ts'
import { DAY, plus, weekOf } from '../../../kernel/time/clock.ts'
import { moveDropNews, noteDrops, noteEngineEvent } from '../../webhooks/index.ts'
import { isUnusual } from '../noise.ts'
import type { DropCause } from '../shapes.ts'
import type { DropRow, WatchRow } from '../tables.ts'
import { engineCause, isPageSide, PAGE_ORDER } from './causes.ts'
import { moveLetter, noteForLetter } from './drop-letters.ts'

/** Puts links that dropped, and whose page was read, into the drop of their host, cause and week. */
export function placeDropped(tx: Tx, ids: readonly number[]): void {
  if (ids.length === 0) return
  const rows = tx.rows<WatchRow>(
    "select * from watches where link_id in (select value from json_each(?)) and state = 'dropped' and examine = 0",
    JSON.stringify(ids),
  )
  const found = rows.map((row) => ({
    row,
    cause: row.cause !== null && isPageSide(row.cause) ? row.cause : engineCause(row, tx.now),
  }))
  for (const of of Map.groupBy(found, ({ row, cause }) => `${row.tenant_id} ${row.host} ${cause}`).values()) {
    const { row, cause } = of[0]!
    put(
      tx,
      row,
      cause,
      of.map((one) => one.row.link_id),
    )
  }
  const unexplained = found.filter(({ cause }) => !isPageSide(cause)).map(({ row }) => row)
  for (const root of new Set(unexplained.map(({ tenant_id }) => rootOf(tx, tenant_id)))) noteEvent(tx, root)
}

function put(tx: Tx, { tenant_id, host }: WatchRow, cause: DropCause, ids: readonly number[]): void {
  const event = isPageSide(cause) ? null : openEvent(tx, rootOf(tx, tenant_id))
  const of = event
    ? { host: '', cause: 'engine_event' as const, week: weekOf(event.opened_at) }
    : { host, cause, week: weekOf(tx.now) }
  const drop = enter(tx, { ...of, tenant_id, opened_at: tx.now, state: 'open', event_id: event?.id ?? null })
  tx.run(
    'update watches set drop_id = ?, cause = ? where link_id in (select value from json_each(?))',
    drop.id,
    of.cause,
    JSON.stringify(ids),
  )
  countPushes(tx, tenant_id, ids)
  const is_new = drop.opened_at === tx.now
  noteDrops(tx, 'links.dropped', [{ ...drop, tenant_id, is_new }])
  if (of.cause === 'engine_event' && is_new) noteEngineEvent(tx, { ...drop, tenant_id })
  noteForLetter(tx, { ...drop, tenant_id, event_id: event?.id ?? null }, ids, 0)
}

type Entered = Pick<DropRow, 'tenant_id' | 'host' | 'cause' | 'week' | 'opened_at' | 'state' | 'event_id'>

/** A page of several pushes is watched by several links: each that drops counts the pushes by which it was pushed again. */
const countPushes = (tx: Tx, tenant_id: string, ids: readonly number[]) =>
  tx.run(
    `update watches set pushed_again = found.n, pushed_at = found.at from (
       select l.id, count(*) as n, max(p.created_at) as at from json_each(?1) i cross join links l on l.id = i.value
       cross join drop_push_pages g on g.url = l.url cross join drop_pushes p on p.job_id = g.job_id
       cross join drops d on d.id = p.drop_id and d.tenant_id = ?2 group by 1) found
     where watches.link_id = found.id and watches.pushed_again < found.n`,
    ...[JSON.stringify(ids), tenant_id],
  )

/** The drop of this host, cause and week, which is open again unless a person closed it. */
const enter = (tx: Tx, { tenant_id, host, cause, week, opened_at, state, event_id }: Entered) =>
  tx.row<Pick<DropRow, 'id' | 'opened_at'>>(
    `insert into drops (id, tenant_id, host, cause, week, opened_at, state, event_id) values (?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (tenant_id, host, cause, week) do update set state = iif(state = 'closed', state, excluded.state)
     returning id, opened_at`,
    ...[newId(), tenant_id, host, cause, week, opened_at, state, event_id],
  )!

/** Drops of these links follow them to another workspace. */
export function moveDrops(tx: Tx, to: string, which: string, ...params: (string | number)[]): void {
  const drops = tx.rows<DropRow>(
    `select * from drops where id in (select drop_id from watches where ${which})`,
    ...params,
  )
  for (const drop of drops) {
    const { id } = enter(tx, { ...drop, tenant_id: to })
    tx.run(`update watches set drop_id = ? where drop_id = ? and ${which}`, id, drop.id, ...params)
    moveDropNews(tx, drop.id, { id, tenant_id: to })
    moveLetter(tx, drop.id, { id, tenant_id: to })
    dropEmpty(tx, 'id = ?', drop.id)
  }
}

const dropEmpty = (tx: Tx, which: string, param: string): number =>
  tx.run(`delete from drops where ${which} and not exists (select 1 from watches w where w.drop_id = drops.id)`, param)

export function noteReturned(tx: Tx, ids: readonly number[]): void {
  const links = tx.rows<Pick<DropRow, 'id' | 'tenant_id' | 'event_id'> & { link_id: number }>(
    `select w.link_id, d.id, w.tenant_id, d.event_id from watches w join drops d on d.id = w.drop_id
     where w.link_id in (select value from json_each(?))`,
    JSON.stringify(ids),
  )
  for (const of of Map.groupBy(links, ({ id }) => id).values()) {
    noteDrops(tx, 'links.returned', [{ ...of[0]!, is_new: false }])
    noteForLetter(
      tx,
      of[0]!,
      of.map(({ link_id }) => link_id),
      1,
    )
  }
}

// ---- Events of an engine ------------------------------------------------------------------------------------------

const QUIET = 7 * DAY
const HOSTS = 5
const CLIENTS = 3
/** Assumed loss of a host in a week until it has a history. */
const LEAST_RATE = 0.005
const BASE = 90 * DAY

export type EngineEvent = { id: string; opened_at: string; until: string; hosts: number; clients: number }

/** The event that is open for an agency: nothing is pushed again meanwhile. */
export const openEvent = (tx: ReadTx, root_id: string): EngineEvent | null =>
  tx.row<EngineEvent>(
    'select id, opened_at, until, hosts, clients from engine_events where root_id = ? and until > ? limit 1',
    root_id,
    tx.now,
  )

type HostLoss = { tenant_id: string; host: string; dropped: number; before: number; watched: number }

/** Many hosts of several clients that lose far more than usual in one week, without a fault on their pages. */
function noteEvent(tx: Tx, root_id: string): void {
  if (openEvent(tx, root_id)) return
  const week = plus(tx.now, -QUIET)
  const losses = tx.rows<HostLoss>(
    `select d.tenant_id, d.host, sum(d.first_no_at >= ?2) as dropped, sum(d.first_no_at < ?2) as before,
       (select count(*) from watches w where w.tenant_id = d.tenant_id and w.host = d.host and w.state <> 'ended') as watched
     from tenants t cross join watches d on d.tenant_id = t.id and d.state = 'dropped' and d.dropped_at >= ?3
       and (d.cause is null or d.cause not in (${PAGE_ORDER.map((cause) => `'${cause}'`).join()}))
     where t.path >= ?1 and t.path < ?1 || '~' group by 1, 2`,
    `/${root_id}/`,
    plus(tx.now, -QUIET - 7 * DAY),
    plus(tx.now, -BASE),
  )
  const weeks = (BASE - QUIET) / (7 * DAY)
  const unusual = losses.filter(({ dropped, before, watched }) =>
    isUnusual(dropped, watched, Math.max(LEAST_RATE, before / weeks / Math.max(1, watched))),
  )
  const clients = new Set(unusual.map(({ tenant_id }) => tenant_id)).size
  if (unusual.length < HOSTS || clients < CLIENTS) return
  const until = plus(tx.now, QUIET)
  const goesOn = tx.run(
    'update engine_events set until = ?, hosts = max(hosts, ?), clients = max(clients, ?) where root_id = ? and until > ?',
    ...[until, unusual.length, clients, root_id, week],
  )
  if (goesOn === 0)
    tx.run(
      'insert into engine_events (id, root_id, opened_at, until, hosts, clients) values (?, ?, ?, ?, ?, ?)',
      ...[newId(), root_id, tx.now, until, unusual.length, clients],
    )
  regroup(tx, week, unusual)
}

/** Drops of the last week on these hosts become part of the event. */
function regroup(tx: Tx, since: string, losses: readonly HostLoss[]): void {
  const links = tx.rows<WatchRow>(
    `select w.* from json_each(?1) h cross join watches w on w.tenant_id = h.value ->> 0 and w.host = h.value ->> 1
       and w.state = 'dropped' and w.dropped_at >= ?2`,
    JSON.stringify(losses.map(({ tenant_id, host }) => [tenant_id, host])),
    since,
  )
  const unexplained = links.filter(({ cause }) => cause === null || !isPageSide(cause))
  for (const of of Map.groupBy(unexplained, ({ tenant_id }) => tenant_id).values())
    put(
      tx,
      of[0]!,
      'engine_event',
      of.map(({ link_id }) => link_id),
    )
  dropEmpty(
    tx,
    'event_id is null and tenant_id in (select value from json_each(?))',
    JSON.stringify(losses.map(({ tenant_id }) => tenant_id)),
  )
}

/** Days on which links were first asked in another way. */
export function marksIn(tx: ReadTx, caller: Caller, tenant_id: string | undefined): { day: string; text: string }[] {
  const tree = treeOf(caller)
  return tx.rows(
    `select day, text from retention_marks where ${tenant_id ? 'tenant_id = ?' : tree.sql} group by day, text order by day desc limit 50`,
    ...(tenant_id ? [tenant_id] : tree.params),
  )
}
