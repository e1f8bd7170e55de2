/** The day and the month where a workspace is, and the callers that may spend there. */

import { balances } from '../../../domains/credits/index.ts'
import { zoneOf } from '../../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import type { Caller } from '../../../kernel/operation/caller.ts'
import { localDay } from '../../../kernel/time/zones.ts'
import type { Rules } from '../shapes.ts'
import type { PushRow } from '../tables.ts'
import { allowanceOf, type RunAllowance, type RunLimits } from './choose.ts'

type Spender = Pick<PushRow, 'tenant_id' | 'day' | 'day_pushed' | 'month' | 'month_pushed'>

/** The local day and month, and the links that a push has sent in each. */
export function spentOf(tx: ReadTx, row: Spender) {
  const day = localDay(zoneOf(tx, row.tenant_id), tx.now)
  const month = day.slice(0, 7)
  return {
    day,
    month,
    day_pushed: row.day === day ? row.day_pushed : 0,
    month_pushed: row.month === month ? row.month_pushed : 0,
  }
}

/** Counts links that were pushed: all of them for the day, the paid ones for the month. */
export function noteSpent(
  tx: Tx,
  table: 'standing_pushes' | 'deploy_hooks',
  row: Spender & { id: string },
  pushed: number,
  paid: number,
): void {
  const { day, month, day_pushed, month_pushed } = spentOf(tx, row)
  tx.run(
    `update ${table} set day = ?, day_pushed = ?, month = ?, month_pushed = ? where id = ?`,
    day,
    day_pushed + pushed,
    month,
    month_pushed + paid,
    row.id,
  )
}

export function allowanceNow(
  tx: ReadTx,
  row: Spender,
  rules: Pick<Rules, 'cap_day' | 'budget_month' | 'smart'> & { routes?: Rules['routes'] },
): RunAllowance {
  const { index, check } = balances(tx, row.tenant_id)
  const limits: RunLimits = {
    ...spentOf(tx, row),
    cap_day: rules.cap_day,
    budget_month: rules.budget_month,
    credits: rules.smart ? Math.min(index.available, check.available) : index.available,
  }
  // IndexNow costs nothing.
  const is_free = rules.routes === 'indexnow'
  return allowanceOf(is_free ? { ...limits, budget_month: null, credits: Number.POSITIVE_INFINITY } : limits)
}

/** The caller for orders of a standing push or a deploy: the workspace itself, without platform rights. */
export function callerOf(tx: ReadTx, tenant_id: string, label: string): Caller {
  const { path } = tx.row<{ path: string }>('select path from tenants where id = ?', tenant_id)!
  return {
    via: 'system',
    user_id: null,
    key_id: null,
    label: label.slice(0, 120),
    tenant_id,
    path,
    role: 'admin',
    platform: false,
    daily_credit_cap: null,
    approved: true,
  }
}
