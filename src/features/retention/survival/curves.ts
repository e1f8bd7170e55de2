/** Curves and counts of watched links, from the sums of their steps. */
import type { ReadTx } from '../../../kernel/database/database.ts'
import { type Caller, treeOf } from '../../../kernel/operation/caller.ts'
import { DAY, dayOf, plus } from '../../../kernel/time/clock.ts'
import { dayOfStep } from '../grid.ts'
import { FEWEST, lifeTable, logRank, type StepCount } from './survival.ts'

export const GROUPS = ['client', 'host', 'supplier', 'week'] as const
export type Group = (typeof GROUPS)[number]
const COLUMN: Record<Group, string> = { client: 's.tenant_id', host: 's.host', supplier: 's.adapter', week: 's.week' }
const MOST_ROWS = 100

export type CurveScope = { tenant_id?: string; from?: string; to?: string }

const scoped = (caller: Caller, { tenant_id, from, to }: CurveScope) => {
  const tree = treeOf(caller, 's.tenant_id')
  return {
    sql: `${tenant_id ? 's.tenant_id = ?' : tree.sql} and s.week >= ? and s.week <= ?`,
    params: [...(tenant_id ? [tenant_id] : tree.params), from ?? '', to ?? '~'],
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

export function curveIn(tx: ReadTx, caller: Caller, scope: CurveScope): Curve {
  const { sql, params } = scoped(caller, scope)
  return curveOf(
    tx.rows<StepCount>(
      `select s.step, sum(s.at_risk) as at_risk, sum(s.dropped) as dropped from retention_steps s where ${sql} group by s.step`,
      ...params,
    ),
  )
}

type GroupStep = StepCount & { key: string }

/** A curve for each client, host, supplier or week; the rows with the most links. */
export function curvesBy(
  tx: ReadTx,
  caller: Caller,
  by: Group,
  scope: CurveScope,
): (Curve & { key: string; label: string })[] {
  const { sql, params } = scoped(caller, scope)
  const rows = tx.rows<GroupStep & { label: string }>(
    `select ${COLUMN[by]} as key, ${by === 'client' ? '(select name from tenants where id = s.tenant_id)' : COLUMN[by]} as label,
       s.step, sum(s.at_risk) as at_risk, sum(s.dropped) as dropped from retention_steps s where ${sql} group by 1, s.step`,
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
  const { sql, params } = scoped(caller, scope)
  const rows = tx.rows<{ tenant_id: string; step: number; of: string; at_risk: number; dropped: number }>(
    `select s.tenant_id, s.step, s.adapter as of, sum(s.at_risk) as at_risk, sum(s.dropped) as dropped
     from retention_steps s where ${sql} group by 1, 2, 3`,
    ...params,
  )
  const strata = [...Map.groupBy(rows, ({ tenant_id, step }) => `${tenant_id} ${step}`).values()]
  return new Map([...new Set(rows.map(({ of }) => of))].map((name) => [name, logRank(strata, name)]))
}

/** Links that dropped in the last 30 days, and those that came back. */
export function countsOf(tx: ReadTx, caller: Caller, tenant_id: string | undefined) {
  const tree = treeOf(caller, 'w.tenant_id')
  const where = tenant_id ? 'w.tenant_id = ?' : tree.sql
  const params = tenant_id ? [tenant_id] : tree.params
  const since = plus(tx.now, -30 * DAY)
  const count = (state: string, ...more: string[]) =>
    tx.count(
      `select count(*) from watches w indexed by watches_state where ${where} and w.state ${state}`,
      ...params,
      ...more,
    )
  return {
    watched: count("in ('kept', 'suspect', 'returned')"),
    dropped: count("= 'dropped' and w.dropped_at >= ?", since),
    returned: count("= 'returned' and w.returned_at >= ?", since),
    suspect: count("= 'suspect'"),
  }
}

/** Links of these workspaces that were found indexed in time, by age in days. */
export const seenByAge = (tx: ReadTx, members: readonly string[]): { age: number; links: number }[] =>
  tx.rows(
    `select cast(julianday(?1) - julianday(day) as integer) as age, sum(indexed) as links from link_days
     where tenant_id in (select value from json_each(?2)) and indexed > 0 group by day`,
    dayOf(tx.now),
    JSON.stringify(members),
  )
