/** Whether links of a workspace are watched, and what that may cost. A workspace without settings follows the one above. */
import { below, findAbove, NOT_ARCHIVED, pathOfTenant } from '../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import type { RetentionRow } from './tables.ts'

export type Settings = Pick<RetentionRow, 'is_on' | 'budget_month' | 'k_min' | 'k_max'>
export const FIRST: Settings = { is_on: 0, budget_month: 0, k_min: 2, k_max: 4 }

/** A workspace with settings of its own that are on. */
export type Root = RetentionRow & { path: string }

export const rootsOn = (tx: ReadTx): Root[] =>
  tx.rows(
    `select r.*, t.path from retention r join tenants t on t.id = r.tenant_id where r.is_on = 1 and t.${NOT_ARCHIVED} order by r.tenant_id`,
  )

/** The settings that hold for a workspace: its own, or those of the nearest workspace above. */
export function settingsFor(tx: ReadTx, tenant_id: string): RetentionRow | null {
  const above = findAbove(tx, tenant_id)
  const rows = tx.rows<RetentionRow>(
    'select * from retention where tenant_id in (select value from json_each(?))',
    JSON.stringify(above),
  )
  return above.map((id) => rows.find((one) => one.tenant_id === id)).find((one) => one !== undefined) ?? null
}

/** Workspaces in use for which these settings hold. */
export const membersOf = (tx: ReadTx, { tenant_id, path }: Pick<Root, 'tenant_id' | 'path'>): string[] =>
  tx
    .rows<{ id: string }>(
      `select t.id from tenants t where t.path >= ?1 and t.path < ?2 and t.${NOT_ARCHIVED}
         and not exists (select 1 from retention r join tenants o on o.id = r.tenant_id
           where r.tenant_id <> ?3 and o.path > ?1 and o.path < ?2 and t.path >= o.path and t.path < o.path || '~')`,
      ...below(path),
      tenant_id,
    )
    .map(({ id }) => id)

export function writeSettings(tx: Tx, { label }: Caller, tenant_id: string, to: Settings): void {
  tx.run(
    `insert into retention (tenant_id, is_on, budget_month, k_min, k_max, enrolled_until, changed_by, changed_at)
     values (?1, ?2, ?3, ?4, ?5, 0, ?6, ?7) on conflict (tenant_id) do update set is_on = ?2, budget_month = ?3, k_min = ?4,
       k_max = ?5, enrolled_until = iif(?2 = 1 and is_on = 0, 0, enrolled_until), changed_by = ?6, changed_at = ?7`,
    ...[tenant_id, to.is_on, to.budget_month, to.k_min, to.k_max, label, tx.now],
  )
}

export const rootAt = (tx: ReadTx, row: RetentionRow): Root => ({ ...row, path: pathOfTenant(tx, row.tenant_id)! })

/** More make no difference to the noes that a drop needs. */
const COUNTED = 20_000

/** Links whose answer is awaited from time to time, counted up to 20,000; dropped ones are not among them. */
export const countWatched = (tx: ReadTx, members: readonly string[]): number =>
  tx.number(
    `select count(*) from (select 1 from json_each(?) m cross join watches w indexed by watches_state
       on w.tenant_id = m.value and w.state in ('kept', 'suspect', 'returned') limit ${COUNTED})`,
    JSON.stringify(members),
  )
