/** Time zones of a workspace's months, and the moments at which its periods begin and end. */

import { below } from '../../../domains/tenants/index.ts'
import type { ReadTx } from '../../../kernel/database/database.ts'
import type { Time } from '../../../kernel/time/clock.ts'
import { firstMonthOf, monthAfter, monthAfterPeriod, monthBefore, monthOf } from '../../../kernel/time/periods.ts'
import { momentAt } from '../../../kernel/time/zones.ts'

/** From the first moment of a period to the first one after it. */
export type Span = { from: Time; to: Time }
/** A zone and the first month in which it holds. A month keeps its zone when the setting changes later. */
export type ZoneFrom = { from: string; zone: string }

export const UTC: readonly ZoneFrom[] = []

/** The zones of a workspace by month, earliest first. Without a schedule its months are UTC. */
export const zonesOf = (tx: ReadTx, tenant_id: string): readonly ZoneFrom[] => {
  const found = tx.row<{ zones: string }>('select zones from report_schedules where tenant_id = ?', tenant_id)
  return found ? (JSON.parse(found.zones) as ZoneFrom[]) : UTC
}

/** Zones of all workspaces in a tree that have any. */
export const zonesBelow = (tx: ReadTx, path: string): Map<string, readonly ZoneFrom[]> =>
  new Map(
    tx
      .rows<{ tenant_id: string; zones: string }>(
        `select s.tenant_id, s.zones from tenants t join report_schedules s on s.tenant_id = t.id
         where t.path >= ? and t.path < ?`,
        ...below(path),
      )
      .map(({ tenant_id, zones }) => [tenant_id, JSON.parse(zones) as ZoneFrom[]]),
  )

export const zoneIn = (zones: readonly ZoneFrom[], month: string): string =>
  zones.findLast(({ from }) => from <= month)?.zone ?? 'UTC'

/** A month begins by its own zone and ends where the next begins: a new zone neither skips nor repeats an hour. */
const startOf = (zones: readonly ZoneFrom[], month: string): Time => momentAt(zoneIn(zones, month), `${month}-01`, 0)

export const spanIn = (zones: readonly ZoneFrom[], period: string): Span => ({
  from: startOf(zones, firstMonthOf(period)),
  to: startOf(zones, monthAfterPeriod(period)),
})

export const spanOf = (tx: ReadTx, tenant_id: string, period: string): Span => spanIn(zonesOf(tx, tenant_id), period)

export function monthAt(zones: readonly ZoneFrom[], time: Time): string {
  const month = monthOf(time)
  if (zones.length === 0) return month
  if (time < startOf(zones, month)) return monthBefore(month)
  return time >= startOf(zones, monthAfter(month)) ? monthAfter(month) : month
}
