import { type Caller, treeOf } from '../../kernel/caller.ts'
import type { ReadTx } from '../../kernel/database.ts'
import type { Condition } from '../../kernel/list.ts'

/** How many jobs `j` are in sight under conditions of workspace, type and status. */
export function countJobs(tx: ReadTx, conditions: (Condition | null)[]): number {
  const given = conditions.filter((condition) => condition !== null)
  return tx.count(
    `select sum(j.jobs) from job_counts j where ${given.map(({ sql }) => sql).join(' and ')}`,
    ...given.flatMap(({ params = [] }) => params),
  )
}

/** The newest pushes that wait for something, and for what. */
export function waitingPushes(tx: ReadTx, caller: Caller, most: number): { id: string; name: string; note: string }[] {
  const tree = treeOf(caller)
  return tx.rows(
    `select id, name, note from jobs
     where status = 'sending' and note is not null and deleted_at is null and ${tree.sql} order by id desc limit ?`,
    ...tree.params,
    most,
  )
}

/** What jobs are called, by id; one that was deleted is not there. */
export const jobNames = (tx: ReadTx, ids: readonly (string | null)[]): Map<string, string> =>
  new Map(
    tx
      .rows<{ id: string; name: string }>(
        'select id, name from jobs where id in (select value from json_each(?)) and deleted_at is null',
        JSON.stringify(ids.filter((id) => id !== null)),
      )
      .map(({ id, name }) => [id, name]),
  )
