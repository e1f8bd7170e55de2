/** Whether links of a workspace are watched, and what that may cost. A workspace without settings follows the one above. */
import { below, findAbove, NOT_ARCHIVED, pathOfTenant } from '../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import type { RetentionRow } from './tables.ts'

const RE_PUSH = { re_push: 'off', re_push_cap_day: 20, re_push_budget_month: 0 } as const
export const FIRST: Settings = { is_on: 0, budget_month: 0, k_min: 2, k_max: 4, ...RE_PUSH }
export type Settings = Pick<RetentionRow, 'is_on' | 'budget_month' | 'k_min' | 'k_max' | keyof typeof RE_PUSH>

/** A workspace with settings of its own that are on. */
export type Root = RetentionRow & { path: string }

export const rootsOn = (tx: ReadTx): Root[] =>
  tx.rows(
    `select r.*, t.path from retention r join tenants t on t.id = r.tenant_id where r.is_on = 1 and t.${NOT_ARCHIVED} order by r.tenant_id`,
  )

/** Its settings as they are now; null unless they are on. */
export const rootOn = (tx: ReadTx, tenant_id: string): Root | null =>
  tx.row(
    `select r.*, t.path from retention r join tenants t on t.id = r.tenant_id where r.tenant_id = ? and r.is_on = 1 and t.${NOT_ARCHIVED}`,
    tenant_id,
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

/** Workspaces in use for which these settings hold: those below, without the trees of workspaces that have their own. */
export function membersOf(tx: ReadTx, { tenant_id, path }: Pick<Root, 'tenant_id' | 'path'>): string[] {
  const rows = tx.rows<{ id: string; path: string; is_own: number }>(
    `select t.id, t.path, r.tenant_id is not null as is_own from tenants t left join retention r on r.tenant_id = t.id
     where t.path >= ? and t.path < ? and t.${NOT_ARCHIVED} order by t.path`,
    ...below(path),
  )
  let other: string | null = null
  const members: string[] = []
  for (const row of rows) {
    if (other !== null && row.path.startsWith(other)) continue
    if (row.is_own === 1 && row.id !== tenant_id) other = row.path
    else members.push(row.id)
  }
  return members
}

export function writeSettings(tx: Tx, { label }: Caller, tenant_id: string, to: Settings): void {
  tx.run(
    `insert into retention (tenant_id, is_on, budget_month, k_min, k_max, re_push, re_push_cap_day, re_push_budget_month, enrolled_until, changed_by, changed_at)
     values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 0, ?9, ?10) on conflict (tenant_id) do update set is_on = ?2, budget_month = ?3, k_min = ?4,
       k_max = ?5, re_push = ?6, re_push_cap_day = ?7, re_push_budget_month = ?8,
       enrolled_until = iif(?2 = 1 and is_on = 0, 0, enrolled_until), changed_by = ?9, changed_at = ?10`,
    ...[tenant_id, to.is_on, to.budget_month, to.k_min, to.k_max],
    ...[to.re_push, to.re_push_cap_day, to.re_push_budget_month, label, tx.now],
  )
}

export const rootAt = (tx: ReadTx, row: RetentionRow): Root => ({ ...row, path: pathOfTenant(tx, row.tenant_id)! })

/** Links whose answer is awaited from time to time; dropped ones are not among them. */
export const countWatched = (tx: ReadTx, members: readonly string[]): number =>
  tx.number(
    `select coalesce(sum(c.links), 0) from json_each(?) m cross join watch_counts c on c.tenant_id = m.value
     where c.state in ('kept', 'suspect', 'returned')`,
    JSON.stringify(members),
  )
