import type { Param, ReadTx } from '../database/database.ts'
import { skipScan } from '../database/skip-scan.ts'
import { OWN_WORK } from './fair-pool.ts'

/** A queue of rows, each of a workspace. The SQL must match the expressions of its index. */
export type RowQueue = {
  table: string
  workspace: string
  /** The WHERE of queued rows. The index starts with it, then has the workspace and the time. */
  in_line: string
  params: readonly Param[]
  /** The WHERE of queued rows that are due; its one parameter is the time. */
  due: string
  /** The order within a workspace. */
  order: string
}

/** A workspace may get this many times its equal share, if the others leave it unused. */
const BEYOND = 4

/**
 * Ids of rows whose turn it is, in their order: agency by agency, in each workspace by workspace, in each the first in
 * line. Only what is taken is read, however long the lines are. `more`: some are left.
 */
export function nextInQueue<Id extends string | number>(tx: ReadTx, waiting: RowQueue, most: number) {
  const { table, workspace, in_line, due, order } = waiting
  const workspaces = tx.rows<{ id: string; path: string | null }>(
    `select id, (select path from tenants where id = found.id) as path from ${skipScan(table, workspace, in_line)} found`,
    ...waiting.params,
    ...waiting.params,
  )
  const each = Math.min(most, Math.ceil((most * BEYOND) / Math.max(1, workspaces.length)))
  const agencies = workspaces.map(({ id, path }) => [id, path?.split('/')[1] ?? OWN_WORK.agency])
  const rows = tx.rows<{ id: Id; place: number }>(
    `select line.value as id, line.key + 1 as place
     from json_each(?) w, json_each((select json_group_array(id) from (select id from ${table}
       where ${in_line} and ${workspace} = w.value ->> 0 and ${due} order by ${order} limit ${each}))) line
     order by row_number() over (partition by w.value ->> 1 order by line.key, w.key), w.key limit ${most + 1}`,
    JSON.stringify(agencies),
    ...waiting.params,
    tx.now,
  )
  const more = rows.length > most || rows.some(({ place }) => place === each)
  return { ids: rows.slice(0, most).map(({ id }) => id), more }
}
