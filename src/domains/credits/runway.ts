/** How long the index credits of a workspace last, the workspaces below it included. */

import type { ReadTx } from '../../kernel/database/database.ts'
import { firstDay } from '../../kernel/time/last-days.ts'
import { ARCHIVED } from '../tenants/index.ts'

/** Days of use that count. */
const USE_DAYS = 28
/** Days that a suggested transfer covers. */
const COVERED_DAYS = 30

export type Runway = {
  /** Index credits available in the workspace and the active workspaces below it. */
  spendable: number
  /** Index credits used per day there, on average. */
  used_per_day: number
  /** Whole days until these credits are used at that pace; null without any use. */
  runway_days: number | null
  /** Index credits missing to last another 30 days at that pace. */
  lacks: number
}

/** A push may have come from another workspace, which set its credits aside. */
const FIRST_PUSH =
  "select substr(created_at, 1, 10) from jobs where tenant_id = b.id and type = 'index' order by id limit 1"

/**
 * Available credits divided by the average use per day of the last 28 days, or of the days since the first push if
 * that is later. Reserved credits and expected refunds are not counted, because nobody can spend them yet.
 */
export function runwaysOf(tx: ReadTx, ids: readonly string[]): Map<string, Runway> {
  const rows = tx.rows<{ id: string; spendable: number; used: number; days: number }>(
    `with below as (
       select r.id as root, t.id from json_each(?1) w cross join tenants r on r.id = w.value
       cross join tenants t on t.path >= r.path and t.path < r.path || '~' and (t.id = r.id or t.id not in ${ARCHIVED}))
     select b.root as id,
       sum(coalesce((select available from purses where tenant_id = b.id and kind = 'index'), 0)) as spendable,
       sum((select coalesce(sum(used), 0) from credit_days where tenant_id = b.id and kind = 'index' and day >= ?2)) as used,
       cast(julianday(?3) - julianday(max(?2, min(min(
         coalesce((select min(day) from credit_days where tenant_id = b.id and kind = 'index' and set_aside > 0), ?3),
         coalesce((${FIRST_PUSH}), ?3))))) as integer) + 1 as days
     from below b group by b.root`,
    JSON.stringify(ids),
    firstDay(tx.now, USE_DAYS),
    firstDay(tx.now, 1),
  )
  return new Map(rows.map(({ id, ...row }) => [id, runwayOf(row)]))
}

function runwayOf({ spendable, used, days }: { spendable: number; used: number; days: number }): Runway {
  return {
    spendable,
    used_per_day: used / days,
    runway_days: used > 0 ? Math.floor((spendable * days) / used) : null,
    lacks: Math.max(0, Math.ceil((used * COVERED_DAYS) / days) - spendable),
  }
}

/** A workspace whose credits last no longer than this needs credits. */
const DRY_DAYS = 7

export const isRunningDry = (runway_days: number | null): boolean => runway_days !== null && runway_days <= DRY_DAYS

const LEAST_GIFT = 50

/** Suggested transfer to a workspace that runs low: what it lacks, rounded up to tens, limited by the balance. */
export const suggestedTransfer = (lacks: number, purse: number): number =>
  Math.max(0, Math.min(Math.max(LEAST_GIFT, Math.ceil(lacks / 10) * 10), purse))
