/** Pages with a fault that are watched until they are fixed: started, read and stopped by people. */
import type { Static } from 'typebox'
import { assertMaySpendLater } from '../../domains/credits/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { assertInUse } from '../../kernel/operation/archived-guard.ts'
import { type Caller, treeOf } from '../../kernel/operation/caller.ts'
import { conflict, notFound } from '../../kernel/operation/fault.ts'
import { taskName } from '../../kernel/scheduling/task.ts'
import { newId } from '../../kernel/secrets/ids.ts'
import { DAY, plus } from '../../kernel/time/clock.ts'
import type { RepairShape } from './shapes.ts'
import type { RepairRow } from './tables.ts'

/** The task that screens watched pages. */
export const CHECK_REPAIRS = taskName('check_repairs')

export const WATCHED_DAYS = 60
const MOST_OPEN = 1000

type Missed = { id: number; url: string; tenant_id: string; flags: string; may: 0 | 1 }

/** Newly watched links of a workspace, and the number of their pages. */
type Watched = { tenant_id: string; uids: number[]; watched: number }

/**
 * Watches the pages of these links. Links that are indexed or wait for a result, and pages that are watched already, are
 * left out.
 * @throws Fault not_found for a link outside the caller's workspaces, conflict where none is left or too many are open
 */
export function watchRepairs(tx: Tx, caller: Caller, uids: readonly number[]): Watched[] {
  assertMaySpendLater(caller)
  const links = missedLinks(tx, caller, uids)
  if (links.length < new Set(uids).size) throw notFound('link')
  const open = Map.groupBy(
    links.filter(({ may }) => may === 1),
    ({ tenant_id }) => tenant_id,
  )
  if (open.size === 0)
    throw conflict(
      'None of these links can be watched: they are indexed or wait for a result. Name links that are not indexed or dropped out.',
    )
  for (const [tenant_id, some] of open) assertRoom(tx, tenant_id, some.length)
  return [...open].map(([tenant_id, some]) => ({
    tenant_id,
    uids: some.map(({ id }) => id),
    watched: insert(tx, caller, some),
  }))
}

function insert(tx: Tx, { label }: Caller, links: readonly Missed[]): number {
  const rows = links.map(({ id, url, tenant_id, flags }) => [newId(), tenant_id, id, url, flags])
  return tx.run(
    `insert into repairs (id, tenant_id, link_id, url, flags, state, check_at, until, created_by, created_at)
     select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, 'watching', ?2, ?3, ?4, ?2 from json_each(?1) where true
     on conflict (tenant_id, url) where state = 'watching' do nothing`,
    JSON.stringify(rows),
    tx.now,
    plus(tx.now, WATCHED_DAYS * DAY),
    label,
  )
}

function missedLinks(tx: ReadTx, caller: Caller, uids: readonly number[]): Missed[] {
  const tree = treeOf(caller, 'j.tenant_id')
  return tx.rows(
    `select l.id, l.url, coalesce(w.facts -> 'flags', l.flags) as flags, j.tenant_id, (l.state in ('not_indexed', 'flagged', 'failed')
       or w.state is not null) as may
     from (select distinct value as id from json_each(?)) given
     cross join links l on l.id = given.id cross join jobs j on j.id = l.job_id
     left join watches w on w.link_id = l.id and w.state = 'dropped'
     where j.type = 'index' and j.deleted_at is null and ${tree.in_order} order by l.id`,
    JSON.stringify(uids),
    ...tree.params,
  )
}

function assertRoom(tx: ReadTx, tenant_id: string, more: number): void {
  assertInUse(tx, tenant_id)
  const open = tx.number("select count(*) from repairs where tenant_id = ? and state = 'watching'", tenant_id)
  if (open + more > MOST_OPEN)
    throw conflict(
      `A workspace watches at most ${MOST_OPEN.toLocaleString('en')} pages, and ${open} are watched. Stop some first.`,
    )
}

export function findRepair(tx: ReadTx, caller: Caller, id: string): RepairRow {
  const tree = treeOf(caller)
  const found = tx.row<RepairRow>(`select * from repairs where id = ? and ${tree.sql}`, id, ...tree.params)
  if (!found) throw notFound('repair')
  return found
}

/** @throws Fault conflict where it has ended */
export function stopRepair(tx: Tx, { id, state }: RepairRow): void {
  if (state !== 'watching') throw conflict('This page is no longer watched.')
  tx.run("update repairs set state = 'stopped', check_at = null, ended_at = ? where id = ?", tx.now, id)
}

export const repairOnWire = ({ link_id, flags, ...row }: RepairRow): Static<typeof RepairShape> => ({
  ...row,
  uid: link_id,
  flags: JSON.parse(flags),
})

/** Watched pages follow the push of their links; a page that is watched there already is not watched twice. */
export function moveRepairs(
  tx: Tx,
  job: { first_link: number; last_link: number; tenant_id: string },
  to: string,
): void {
  const which = 'tenant_id = ? and link_id between ? and ?'
  const params = [job.tenant_id, job.first_link, job.last_link] as const
  tx.run(
    `update repairs set state = 'stopped', check_at = null, ended_at = ?, note = 'This page is watched already.'
     where state = 'watching' and url in (select url from repairs where tenant_id = ? and state = 'watching') and ${which}`,
    tx.now,
    to,
    ...params,
  )
  tx.run(`update repairs set tenant_id = ? where ${which}`, to, ...params)
}
