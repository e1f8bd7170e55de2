/** Curves and counts of watched links, from the sums of their steps. */
import type { ReadTx } from '../../../kernel/database/database.ts'
import { type Caller, treeOf } from '../../../kernel/operation/caller.ts'
import { DAY, dayOf, plus } from '../../../kernel/time/clock.ts'
import { dayOfStep } from '../grid.ts'
import { FEWEST, lifeTable, logRank, type StepCount } from './survival.ts'

export const GROUPS = ['client', 'host', 'supplier', 'week'] as const
export type Group = (typeof GROUPS)[number]
const MOST_ROWS = 100

export type CurveScope = { tenant_id?: string; from?: string; to?: string }

/**
 * Sums of steps by the key of a group, as `s`. Hosts and suppliers within some weeks alone read the steps themselves;
 * weeks of all that a caller sees have sums with their workspaces.
 */
function sumsOf(caller: Caller, by: Group | null, { tenant_id, from, to }: CurveScope) {
  const in_weeks = from !== undefined || to !== undefined
  const tree = tenant_id ? { sql: 's.tenant_id = ?', params: [tenant_id] } : treeOf(caller, 's.tenant_id')
  const weeks = [from ?? '', to ?? '~']
  if (!tenant_id && (by === null || by === 'week'))
    return {
      from: `retention_weeks s where s.tenant_id in (select id from tenants where ${caller.platform ? 'parent_id is null' : 'path = ?'}) and s.week >= ? and s.week <= ?`,
      key: 's.week',
      params: [...(caller.platform ? [] : [caller.path]), ...weeks],
    }
  if (in_weeks && (by === 'host' || by === 'supplier'))
    return {
      from: `retention_steps s where ${tree.sql} and s.week >= ? and s.week <= ?`,
      key: by === 'host' ? 's.host' : 's.adapter',
      params: [...tree.params, ...weeks],
    }
  const part = by === null || by === 'client' ? (in_weeks ? 'week' : 'all') : by
  return {
    from: `retention_sums s where ${tree.sql} and s.part = '${part}'${in_weeks ? ' and s.key >= ? and s.key <= ?' : ''}`,
    key: by === 'client' ? 's.tenant_id' : 's.key',
    params: [...tree.params, ...(in_weeks ? weeks : [])],
  }
}

export type Curve = { links: number; points: CurvePoint[] }
export type CurvePoint = {
  day: number
  at_risk: number
  dropped: number
  share: number | null
  low: number | null
  high: number | null
}

/** Counts of fewer than 20 links, and a curve above. */
export function curveOf(steps: readonly StepCount[]): Curve {
  const table = lifeTable(steps)
  const links = table[0]?.at_risk ?? 0
  const points = table.map(({ step, at_risk, dropped, share, low, high }) => ({
    day: dayOfStep(step),
    at_risk,
    dropped,
    ...(at_risk >= FEWEST ? { share, low, high } : { share: null, low: null, high: null }),
  }))
  return { links, points }
}

const STEP = 's.step, sum(s.at_risk) as at_risk, sum(s.dropped) as dropped'

export function curveIn(tx: ReadTx, caller: Caller, scope: CurveScope): Curve {
  const { from, params } = sumsOf(caller, null, scope)
  return curveOf(tx.rows<StepCount>(`select ${STEP} from ${from} group by s.step`, ...params))
}

/** A curve for each client, host, supplier or week; the rows with the most links. */
export function curvesBy(
  tx: ReadTx,
  caller: Caller,
  by: Group,
  scope: CurveScope,
): (Curve & { key: string; label: string })[] {
  const { from, key, params } = sumsOf(caller, by, scope)
  const label = by === 'client' ? '(select name from tenants where id = s.tenant_id)' : key
  const rows = tx.rows<StepCount & { key: string; label: string }>(
    `select ${key} as key, ${label} as label, ${STEP} from ${from} group by ${key}, s.step`,
    ...params,
  )
  return [...Map.groupBy(rows, ({ key }) => key)]
    .map(([key, steps]) => ({ key, label: steps[0]!.label ?? key, ...curveOf(steps) }))
    .sort((a, b) => b.links - a.links)
    .slice(0, MOST_ROWS)
}

/** Whether suppliers keep links differently: compared within each client, so that better sites win nothing. */
export function suppliersCompared(
  tx: ReadTx,
  caller: Caller,
  scope: CurveScope,
): Map<string, ReturnType<typeof logRank>> {
  const { from, key, params } = sumsOf(caller, 'supplier', scope)
  const rows = tx.rows<StepCount & { tenant_id: string; of: string }>(
    `select s.tenant_id, ${key} as of, ${STEP} from ${from} group by s.tenant_id, ${key}, s.step`,
    ...params,
  )
  const strata = [...Map.groupBy(rows, ({ tenant_id, step }) => `${tenant_id} ${step}`).values()]
  return new Map([...new Set(rows.map(({ of }) => of))].map((name) => [name, logRank(strata, name)]))
}

/** Links that dropped in the last 30 days, and those that came back. */
export function countsOf(tx: ReadTx, caller: Caller, tenant_id: string | undefined) {
  const tree = tenant_id ? { sql: 'w.tenant_id = ?', params: [tenant_id] } : treeOf(caller, 'w.tenant_id')
  const since = plus(tx.now, -30 * DAY)
  const lately = (state: string, at: string) =>
    tx.count(
      `select count(*) from watches w indexed by watches_state where ${tree.sql} and w.state = ? and w.${at} >= ?`,
      ...tree.params,
      state,
      since,
    )
  const { watched, suspect } = tx.row<{ watched: number; suspect: number }>(
    `select coalesce(sum(iif(w.state in ('kept', 'suspect', 'returned'), w.links, 0)), 0) as watched,
       coalesce(sum(iif(w.state = 'suspect', w.links, 0)), 0) as suspect from watch_counts w where ${tree.sql}`,
    ...tree.params,
  )!
  return { watched, suspect, dropped: lately('dropped', 'dropped_at'), returned: lately('returned', 'returned_at') }
}

/** Links of these workspaces that were found indexed in time, by age in days. */
export const seenByAge = (tx: ReadTx, members: readonly string[]): { age: number; links: number }[] =>
  tx.rows(
    `select cast(julianday(?1) - julianday(day) as integer) as age, sum(indexed) as links from link_days
     where tenant_id in (select value from json_each(?2)) and indexed > 0 group by day`,
    dayOf(tx.now),
    JSON.stringify(members),
  )
