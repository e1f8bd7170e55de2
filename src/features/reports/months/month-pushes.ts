/** The pushes of a workspace and those below it, by the period in which they were ordered. */

import { JOB_COLUMNS, Job } from '../../../domains/jobs/index.ts'
import { below, pathOfTenant } from '../../../domains/tenants/index.ts'
import type { ReadTx } from '../../../kernel/database/database.ts'
import { trimmer } from '../../../kernel/operation/shape.ts'
import { monthAt } from '../../../kernel/time/month-zones.ts'
import { spanOf, zonesOf } from './zones.ts'

const trimJob = trimmer(Job)

type PushRow = Record<string, unknown> & { id: string; first_link: number; last_link: number }
const PUSHES = `select ${JOB_COLUMNS}, j.first_link, j.last_link from jobs j join tenants t on t.id = j.tenant_id`
const asPush = (row: PushRow, left_out: string | null) => ({
  ...trimJob(row),
  first_link: row.first_link,
  last_link: row.last_link,
  /** Hosts of other clients, as JSON; null for none. */
  left_out,
})

/** `whole`: all links of the push are on hosts of other clients. */
type LeftOut = { job_id: string; hosts: string; whole: number }

/** Hosts of other clients, for the report of the workspaces at and below a path: by push, of those that have some. */
const leftOutBelow = (tx: ReadTx, path: string): Map<string, LeftOut> =>
  new Map(
    tx
      .rows<LeftOut>(
        `select f.job_id, json_group_array(f.host) as hosts, sum(f.links) >= j.link_count and j.link_count > 0 as whole
         from tenants t cross join foreign_hosts f on f.tenant_id = t.id cross join tenants o on o.id = f.owner_id
         cross join jobs j on j.id = f.job_id
         where t.path >= ? and t.path < ? and not (o.path >= ? and o.path < ?) group by f.job_id`,
        ...below(path),
        ...below(path),
      )
      .map((one) => [one.job_id, one]),
  )

/** The pushes of the period with their ranges of link ids, oldest first, without those of which no link is left. */
export function pushesOf(tx: ReadTx, tenant_id: string, period: string): MonthPush[] {
  const path = pathOfTenant(tx, tenant_id)!
  const { from, to } = spanOf(tx, tenant_id, period)
  const left_out = leftOutBelow(tx, path)
  const rows = tx.rows<PushRow>(
    `${PUSHES} where t.path >= ? and t.path < ? and j.type = 'index' and j.deleted_at is null and j.created_at >= ? and j.created_at < ?
     order by j.created_at, j.id`,
    ...below(path),
    from,
    to,
  )
  return rows.flatMap((row) => {
    const out = left_out.get(row.id)
    return out?.whole ? [] : [asPush(row, out?.hosts ?? null)]
  })
}
export type MonthPush = ReturnType<typeof asPush>

export function pushOf(tx: ReadTx, job_id: string): MonthPush {
  const { tenant_id } = tx.row<{ tenant_id: string }>('select tenant_id from jobs where id = ?', job_id)!
  const out = leftOutBelow(tx, pathOfTenant(tx, tenant_id)!).get(job_id)
  return asPush(tx.row<PushRow>(`${PUSHES} where j.id = ?`, job_id)!, out?.hosts ?? null)
}

/** When a push was ordered, to count by month: the UTC month where every zone agrees, the minute near its ends. */
export const ORDERED = "substr(j.created_at, 1, iif(substr(j.created_at, 9, 2) between '02' and '27', 7, 16))"
/** The moment that such a text begins with. */
export const momentOf = (ordered: string): string =>
  ordered.length === 7 ? `${ordered}-15T00:00:00.000Z` : `${ordered}:00.000Z`

/** Months with a push and their number, latest first. */
export function monthsOf(tx: ReadTx, tenant_id: string): { month: string; pushes: number }[] {
  const path = pathOfTenant(tx, tenant_id)!
  return tx.remember(`months of ${path}`, () => {
    const zones = zonesOf(tx, tenant_id)
    const without = [...leftOutBelow(tx, path).values()].flatMap(({ job_id, whole }) => (whole ? [job_id] : []))
    const counted = tx.rows<{ ordered: string; pushes: number }>(
      `select ${ORDERED} as ordered, count(*) as pushes from tenants t join jobs j on j.tenant_id = t.id
       where t.path >= ? and t.path < ? and j.type = 'index' and j.deleted_at is null
         and j.id not in (select value from json_each(?)) group by 1`,
      ...below(path),
      JSON.stringify(without),
    )
    const months = new Map<string, number>()
    for (const { ordered, pushes } of counted) {
      const month = monthAt(zones, momentOf(ordered))
      months.set(month, (months.get(month) ?? 0) + pushes)
    }
    return [...months].map(([month, pushes]) => ({ month, pushes })).sort((a, b) => (a.month < b.month ? 1 : -1))
  })
}
