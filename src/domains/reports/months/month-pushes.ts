/** The pushes of a workspace and those below it, by the period in which they were ordered. */

import type { ReadTx } from '../../../kernel/database/database.ts'
import { trimmer } from '../../../kernel/operation/shape.ts'
import { FOREIGN_HOSTS, JOB_COLUMNS, Job } from '../../jobs/index.ts'
import { below, pathOfTenant } from '../../tenants/index.ts'
import { monthAt, spanOf, zonesOf } from './period.ts'

const trimJob = trimmer(Job)

type PushRow = Record<string, unknown> & { first_link: number; last_link: number; left_out: string }
/** `left_out`: hosts of other clients, for a report of the workspaces at and below a path. */
const PUSHES = `select ${JOB_COLUMNS}, j.first_link, j.last_link, (select json_group_array(f.host) from ${FOREIGN_HOSTS}) as left_out
  from jobs j join tenants t on t.id = j.tenant_id`
const asPush = ({ left_out, ...row }: PushRow) => ({
  ...trimJob(row),
  first_link: row.first_link,
  last_link: row.last_link,
  left_out: left_out === '[]' ? null : left_out,
})

/** Condition on jobs `j` with a link of their own client, or with none at all; the parameters are those of the path. */
const OF_CLIENT = `(j.link_count = 0 or j.link_count > (select coalesce(sum(f.links), 0) from ${FOREIGN_HOSTS}))`

/** The pushes of the period with their ranges of link ids, oldest first. */
export function pushesOf(tx: ReadTx, tenant_id: string, period: string) {
  const path = pathOfTenant(tx, tenant_id)!
  const { from, to } = spanOf(tx, tenant_id, period)
  const rows = tx.rows<PushRow>(
    `${PUSHES} where t.path >= ? and t.path < ? and j.type = 'index' and j.deleted_at is null and j.created_at >= ? and j.created_at < ?
       and ${OF_CLIENT} order by j.created_at, j.id`,
    ...below(path),
    ...below(path),
    from,
    to,
    ...below(path),
  )
  return rows.map(asPush)
}
export type MonthPush = ReturnType<typeof asPush>

export function pushOf(tx: ReadTx, job_id: string): MonthPush {
  const { tenant_id } = tx.row<{ tenant_id: string }>('select tenant_id from jobs where id = ?', job_id)!
  return asPush(tx.row<PushRow>(`${PUSHES} where j.id = ?`, ...below(pathOfTenant(tx, tenant_id)!), job_id)!)
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
    const counted = tx.rows<{ ordered: string; pushes: number }>(
      `select ${ORDERED} as ordered, count(*) as pushes from tenants t join jobs j on j.tenant_id = t.id
       where t.path >= ? and t.path < ? and j.type = 'index' and j.deleted_at is null and ${OF_CLIENT} group by 1`,
      ...below(path),
      ...below(path),
    )
    const months = new Map<string, number>()
    for (const { ordered, pushes } of counted) {
      const month = monthAt(zones, momentOf(ordered))
      months.set(month, (months.get(month) ?? 0) + pushes)
    }
    return [...months].map(([month, pushes]) => ({ month, pushes })).sort((a, b) => (a.month < b.month ? 1 : -1))
  })
}
