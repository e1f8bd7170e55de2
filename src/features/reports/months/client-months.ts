/** One month's reports of all workspaces below one, for the agency that writes them. */

import { below, idsOf, NOT_ARCHIVED } from '../../../domains/tenants/index.ts'
import type { ReadTx } from '../../../kernel/database/database.ts'
import { byName } from '../../../kernel/language/alphabet.ts'
import { monthAt } from '../../../kernel/time/month-zones.ts'
import { monthAfter, monthBefore, monthOf } from '../../../kernel/time/periods.ts'
import { momentOf, ORDERED } from './month-pushes.ts'
import { type MonthReportFacts, monthReportsIn, NO_REPORT } from './month-reports.ts'
import { zonesBelow } from './zones.ts'

type ClientMonth = MonthReportFacts & { name: string; path: string; pushes: number }

type Pushed = { path: string; ordered: string; pushes: number }

const pushedBelow = (tx: ReadTx, path: string): Pushed[] =>
  tx.remember(`pushes by month below ${path}`, () =>
    tx.rows<Pushed>(
      `select t.path, ${ORDERED} as ordered, count(*) as pushes
       from tenants t join jobs j on j.tenant_id = t.id
       where t.path > ? and t.path < ? and j.type = 'index' and j.deleted_at is null group by 1, 2`,
      ...below(path),
    ),
  )

/** Months with a push below, in the zone of each client, latest first. */
export function monthsBelow(tx: ReadTx, path: string): string[] {
  const zones = zonesBelow(tx, path)
  const monthsOf = ({ path: its, ordered }: Pushed) =>
    monthAt(zones({ id: idsOf(its).at(-1)!, path: its }), momentOf(ordered))
  return [...new Set(pushedBelow(tx, path).map(monthsOf))].sort().reverse()
}

export type Sharing = 'unshared' | 'shared' | 'unopened'

/**
 * Clients below with a push in the month, their own or one below them, and workspaces that already have a report; those
 * that are not shared first, then by name. A team is listed only for its own pushes, because its clients have their own reports.
 */
export function clientMonths(
  tx: ReadTx,
  path: string,
  month: string,
  { sharing, q = '' }: { sharing?: Sharing | undefined; q?: string } = {},
): ClientMonth[] {
  const sought = q.trim().toLowerCase()
  const isShared = (row: ClientMonth) => Number(row.state === 'shared')
  return monthsOfClients(tx, path, month)
    .filter((row) => isIn(sharing, row) && row.name.toLowerCase().includes(sought))
    .toSorted((a, b) => isShared(a) - isShared(b))
}

const isIn = (sharing: Sharing | undefined, { state, opened }: ClientMonth): boolean => {
  if (sharing === undefined) return true
  if (sharing === 'unshared') return state !== 'shared'
  return state === 'shared' && (sharing === 'shared' || opened === 0)
}

/** The last month that is over and in which somebody pushed, else the one that runs. */
export const presentMonth = (months: readonly string[], running: string): string =>
  months.find((one) => one < running) ?? running

function monthsOfClients(tx: ReadTx, path: string, month: string): ClientMonth[] {
  const zones = zonesBelow(tx, path)
  const near = [monthBefore(month), month, monthAfter(month)]
  const pushed = pushedBelow(tx, path).filter(({ ordered }) => near.includes(monthOf(ordered)))
  const tenants = tx
    .rows<{ id: string; name: string; path: string; kind: string }>(
      `select id, name, path, kind from tenants where path > ? and path < ? and ${NOT_ARCHIVED}`,
      ...below(path),
    )
    .toSorted(byName())
  const reports = monthReportsIn(tx, path, month)
  return tenants.flatMap(({ id, name, path: its, kind }) => {
    const mine = pushed.filter(
      (one) => one.path.startsWith(its) && monthAt(zones({ id, path: its }), momentOf(one.ordered)) === month,
    )
    const pushes = mine.reduce((sum, one) => sum + one.pushes, 0)
    const report = reports.get(id)
    const own = kind === 'client' ? pushes > 0 : mine.some((one) => one.path === its)
    return own || report ? [{ ...(report ?? { ...NO_REPORT, tenant_id: id, month }), name, path: its, pushes }] : []
  })
}
