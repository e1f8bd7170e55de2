/** Properties of Search Console that the checks of a workspace may be asked of, by the consent of their owners. */
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import { idsOf, pathOfTenant } from '../../tenants/index.ts'
import * as queues from '../looks/look-queues.ts'
import { integrations } from '../settings.ts'

type Served = { tenant_id: string; reserve_pct: number }

/** Sets the workspaces that a property serves, with all below them. Checks of others leave its queue. */
export function serveProperty(tx: Tx, property: string, served: readonly Served[]): void {
  tx.run('delete from property_workspaces where property = ?', property)
  tx.run(
    `insert into property_workspaces (property, tenant_id, reserve_pct)
     select ?, value ->> 'tenant_id', value ->> 'reserve_pct' from json_each(?)`,
    property,
    JSON.stringify(served),
  )
  if (!integrations(tx).search_console?.properties.includes(property)) queues.leaveQueue(tx, property)
}

/** The properties that serve a workspace: its own, and those of workspaces above it. */
export const propertiesFor = (tx: ReadTx, tenant_id: string): string[] =>
  tx
    .rows<{ property: string }>(
      `select distinct property from property_workspaces where tenant_id in (select value from json_each(?))`,
      JSON.stringify(idsOf(pathOfTenant(tx, tenant_id) ?? '')),
    )
    .map(({ property }) => property)

/** The share of its day that a connected property keeps; null where nobody connected it. */
export const reserveOf = (tx: ReadTx, property: string): number | null =>
  tx.row<{ reserve_pct: number | null }>(
    'select max(reserve_pct) as reserve_pct from property_workspaces where property = ?',
    property,
  )!.reserve_pct

export const allConnected = (tx: ReadTx): string[] =>
  tx.rows<{ property: string }>('select distinct property from property_workspaces').map(({ property }) => property)
