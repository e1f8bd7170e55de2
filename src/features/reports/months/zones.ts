/** Time zones of the months of a workspace: those of its report schedule where they are set, else those of the workspace. */

import { below, monthZonesBelow, monthZonesOf } from '../../../domains/tenants/index.ts'
import type { ReadTx } from '../../../kernel/database/database.ts'
import { spanIn, type ZoneFrom } from '../../../kernel/time/month-zones.ts'
import type { Moments } from '../../../kernel/time/zone-days.ts'

/** The zones of its report schedule; none where those of the workspace hold. */
export function ownZonesOf(tx: ReadTx, tenant_id: string): readonly ZoneFrom[] {
  const found = tx.row<{ zones: string }>('select zones from report_schedules where tenant_id = ?', tenant_id)
  return found ? (JSON.parse(found.zones) as ZoneFrom[]) : []
}

/** The zones of a workspace by month, earliest first. */
export function zonesOf(tx: ReadTx, tenant_id: string): readonly ZoneFrom[] {
  const own = ownZonesOf(tx, tenant_id)
  return own.length > 0 ? own : monthZonesOf(tx, tenant_id)
}

/** The same of all workspaces of a tree. */
export function zonesBelow(tx: ReadTx, path: string): (tenant: { id: string; path: string }) => readonly ZoneFrom[] {
  const inherited = monthZonesBelow(tx, path)
  const own = new Map(
    tx
      .rows<{ tenant_id: string; zones: string }>(
        `select s.tenant_id, s.zones from tenants t join report_schedules s on s.tenant_id = t.id
         where t.path >= ? and t.path < ? and s.zones <> '[]'`,
        ...below(path),
      )
      .map(({ tenant_id, zones }) => [tenant_id, JSON.parse(zones) as ZoneFrom[]]),
  )
  return (tenant) => own.get(tenant.id) ?? inherited(tenant.path)
}

export const spanOf = (tx: ReadTx, tenant_id: string, period: string): Moments => spanIn(zonesOf(tx, tenant_id), period)
