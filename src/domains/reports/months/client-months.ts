/** One month's reports of all workspaces below one, for the agency that writes them. */
import type { ReadTx } from '../../../kernel/database/database.ts'
import { below, NOT_ARCHIVED } from '../../tenants/index.ts'
import { type MonthReportFacts, monthReportsIn, NO_REPORT } from './month-reports.ts'

export type ClientMonth = MonthReportFacts & { name: string; path: string; pushes: number }

type Pushed = { path: string; month: string; pushes: number }

/** Pushes by workspace and month, for all workspaces below. */
const pushedBelow = (tx: ReadTx, path: string): Pushed[] =>
  tx.remember(`pushes by month below ${path}`, () =>
    tx.rows<Pushed>(
      `select t.path, substr(j.created_at, 1, 7) as month, count(*) as pushes
       from tenants t join jobs j on j.tenant_id = t.id
       where t.path > ? and t.path < ? and j.type = 'index' and j.deleted_at is null group by 1, 2`,
      ...below(path),
    ),
  )

/** Months with a push below, latest first. */
export const monthsBelow = (tx: ReadTx, path: string): string[] =>
  [...new Set(pushedBelow(tx, path).map(({ month }) => month))].sort().reverse()

/**
 * Clients below with a push in the month, their own or one below them, and workspaces that already have a report; by
 * name. A team is listed only for its own pushes, because its clients have their own reports.
 */
export function clientMonths(tx: ReadTx, path: string, month: string): ClientMonth[] {
  const pushed = pushedBelow(tx, path).filter((one) => one.month === month)
  const tenants = tx.rows<{ id: string; name: string; path: string; kind: string }>(
    `select id, name, path, kind from tenants where path > ? and path < ? and ${NOT_ARCHIVED} order by name, path`,
    ...below(path),
  )
  const reports = monthReportsIn(tx, path, month)
  return tenants.flatMap(({ id, name, path: its, kind }) => {
    const pushes = pushed.reduce((sum, one) => sum + (one.path.startsWith(its) ? one.pushes : 0), 0)
    const report = reports.get(id)
    const own = kind === 'client' ? pushes > 0 : pushed.some((one) => one.path === its)
    return own || report ? [{ ...(report ?? { ...NO_REPORT, tenant_id: id, month }), name, path: its, pushes }] : []
  })
}
