/** Watched links that are due, read by index in parts, however many there are. */
import type { ReadTx } from '../../../kernel/database/database.ts'
import { DAY, plus, type Time } from '../../../kernel/time/clock.ts'

/** A check that is overdue for longer is not watched: the budget or the credits do not reach it. */
const UNREACHED_AFTER = 2 * DAY

export type Due = {
  link_id: number
  job_id: string
  tenant_id: string
  url: string
  state: string
  streak: number
  due_at: Time
}

/** Workspaces among these with due links. */
export const membersWithDue = (tx: ReadTx, members: readonly string[]): string[] =>
  tx
    .rows<{ id: string }>(
      `select m.value as id from json_each(?1) m
       where exists (select 1 from watches where tenant_id = m.value and rank in (0, 1) and due_at <= ?2)`,
      JSON.stringify(members),
      tx.now,
    )
    .map(({ id }) => id)

/** Due links of these workspaces, up to a number that is enough to know. */
export const countDue = (tx: ReadTx, members: readonly string[], most: number): number =>
  tx.number(
    `select count(*) from (select 1 from json_each(?) m
       cross join watches w on w.tenant_id = m.value and w.rank in (0, 1) and w.due_at <= ? limit ?)`,
    ...[JSON.stringify(members), tx.now, most],
  )

const FOUND = `select w.value ->> 0 as link_id, w.value ->> 1 as job_id, m.value as tenant_id, w.value ->> 2 as state,
    w.value ->> 3 as streak, w.value ->> 4 as due_at, l.url
  from json_each(?1) m cross join json_each((select json_group_array(json_array(link_id, job_id, state, streak, due_at)) from`
const OF_JOBS =
  'cross join links l on l.id = w.value ->> 0 cross join jobs j on j.id = l.job_id where j.deleted_at is null'

/** The first due links of each workspace: suspects, then those that are due for longest. */
export function dueLinks(tx: ReadTx, members: readonly string[], each: number): Due[] {
  const part = (rank: number) =>
    `select * from (select * from watches where tenant_id = m.value and rank = ${rank} and due_at <= ?2 order by due_at limit ?3)`
  return tx.rows<Due>(
    `${FOUND} (${part(0)} union all ${part(1)} limit ?3))) w ${OF_JOBS}`,
    ...[JSON.stringify(members), tx.now, each],
  )
}

/** A place in the order of due links of all workspaces. */
export type Place = { tenant_id: string; rank: number; due_at: Time; link_id: number }

/** The next due links of a workspace behind a place; a deleted push has some until it is purged. */
export const duePage = (tx: ReadTx, { tenant_id, rank, due_at, link_id }: Place, limit: number) =>
  tx.rows<Due & { deleted_at: Time | null }>(
    `select due.*, l.url, j.deleted_at from (
       select link_id, job_id, tenant_id, state, streak, due_at from watches where tenant_id = ?1 and rank = ?2 and due_at <= ?3 and (due_at, link_id) > (?4, ?5)
       order by due_at, link_id limit ?6) due
     cross join links l on l.id = due.link_id cross join jobs j on j.id = due.job_id`,
    ...[tenant_id, rank, tx.now, due_at, link_id, limit],
  )

/** Links of these workspaces that the budget or the credits do not reach. */
export const countUnreached = (tx: ReadTx, members: readonly string[]): number =>
  tx.number(
    `select count(*) from json_each(?) m cross join watches w on w.tenant_id = m.value and w.rank in (0, 1) and w.due_at < ?`,
    JSON.stringify(members),
    plus(tx.now, -UNREACHED_AFTER),
  )
