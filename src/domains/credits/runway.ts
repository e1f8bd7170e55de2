/** How long the index credits of a workspace last, the workspaces below it included. */

import type { ReadTx } from '../../kernel/database/database.ts'
import { daysBetween } from '../../kernel/time/clock.ts'
import { partsOf, sumsOfParts, type ZoneDays } from '../../kernel/time/zone-days.ts'
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
const FIRST_PUSH = "select created_at from jobs where tenant_id = b.id and type = 'index' order by id limit 1"

/**
 * Available credits divided by the average use per day of the last 28 days, or of the days since the first push if
 * that is later. Reserved credits and expected refunds are not counted, because nobody can spend them yet.
 */
export function runwaysOf(tx: ReadTx, ids: readonly string[], days: ZoneDays): Map<string, Runway> {
  const today = days.dayOf(tx.now)
  const span = { from: days.startOf(days.firstDay(tx.now, USE_DAYS)), to: '~' }
  const parts = partsOf(span)
  const used = sumsOfParts(parts, 'credit', 'coalesce(sum(used), 0)', "tenant_id = b.id and kind = 'index'")
  const [from, now] = [2 * parts.length + 2, 2 * parts.length + 3].map((place) => `?${place}`)
  const rows = tx.rows<{ id: string; spendable: number; used: number; first: string }>(
    `with below as (
       select r.id as root, t.id from json_each(?1) w cross join tenants r on r.id = w.value
       cross join tenants t on t.path >= r.path and t.path < r.path || '~' and (t.id = r.id or t.id not in ${ARCHIVED}))
     select b.root as id,
       sum(coalesce((select available from purses where tenant_id = b.id and kind = 'index'), 0)) as spendable,
       sum(${used.join(' + ')}) as used,
       max(${from}, min(min(
         coalesce((select quarter from credit_quarters where tenant_id = b.id and kind = 'index' and set_aside > 0 order by quarter limit 1), ${now}),
         coalesce((${FIRST_PUSH}), ${now})))) as first
     from below b group by b.root`,
    JSON.stringify(ids),
    ...parts.flatMap(({ from, to }) => [from, to]),
    span.from,
    tx.now,
  )
  const since = (first: string) => 1 + daysBetween(`${days.dayOf(first)}T00:00:00.000Z`, `${today}T00:00:00.000Z`)
  return new Map(rows.map(({ id, first, ...row }) => [id, runwayOf({ ...row, days: since(first) })]))
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
