import type { Param, ReadTx } from './database.ts'
import { createFairPool, OWN_WORK } from './fair-pool.ts'

/** Rows that wait for something, each of a workspace. SQL in the words of the index that finds them. */
export type Waiting = {
  table: string
  /** The workspace of a row. */
  workspace: string
  /** What keeps a row in line; the index begins with it, then has the workspace, then the time. */
  in_line: string
  params: readonly Param[]
  /** Which of those in line may go now. */
  due: string
  due_params: readonly Param[]
  /** Who is first in a workspace. */
  order: string
}

/** Of one workspace so many more than its equal share are read: what the others leave, it may have. */
const BEYOND = 4

/**
 * Ids of rows whose turn it is, in their order: agency by agency, in each workspace by workspace, in each the first in
 * line. Only what is taken is read, however long the lines are. `more`: some are left.
 */
export function inTurns<Id extends string | number>(tx: ReadTx, waiting: Waiting, most: number) {
  const { table, workspace, in_line, due, order } = waiting
  const workspaces = tx.rows<{ id: string; path: string | null }>(
    `with recursive found (id) as (
       select min(${workspace}) from ${table} where ${in_line}
       union all
       select (select min(${workspace}) from ${table} where ${in_line} and ${workspace} > found.id)
       from found where found.id is not null)
     select id, (select path from tenants where id = found.id) as path from found where id is not null`,
    ...waiting.params,
    ...waiting.params,
  )
  const each = Math.min(most, Math.ceil((most * BEYOND) / Math.max(1, workspaces.length)))
  const lines = tx.rows<{ id: string; ids: string }>(
    `select w.value as id, (select json_group_array(id) from (select id from ${table}
       where ${in_line} and ${workspace} = w.value and ${due} order by ${order} limit ${each})) as ids from json_each(?) w`,
    ...waiting.params,
    ...waiting.due_params,
    JSON.stringify(workspaces.map(({ id }) => id)),
  )
  const agencies = new Map(workspaces.map(({ id, path }) => [id, path?.split('/')[1] ?? OWN_WORK.agency]))
  const pool = createFairPool<Id>(most, 0)
  let more = false
  for (const line of lines) {
    const ids = JSON.parse(line.ids) as Id[]
    more ||= ids.length === each
    for (const id of ids) pool.add({ agency: agencies.get(line.id)!, workspace: line.id }, id)
  }
  const ids: Id[] = []
  for (let next = pool.next(); next; next = pool.next()) ids.push(next.item)
  return { ids, more: more || pool.inLine() > 0 }
}
