import { integrations } from '../../../domains/checks/index.ts'
import { pathOfTenant } from '../../../domains/tenants/index.ts'
import type { ReadTx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import type { Caller } from '../../../kernel/operation/caller.ts'
import { quotasOf } from './quota-of-day.ts'
import type { GoogleQuotaProperty } from './shapes.ts'

/**
 * Properties that serve workspaces of the caller, or one of them. Those of the service account belong to the operator,
 * who alone sees them.
 */
export function googleQuota(
  tx: ReadTx,
  app: Pick<App, 'engines'>,
  caller: Caller,
  tenant_id: string | undefined,
): GoogleQuotaProperty[] {
  const path = tenant_id === undefined ? caller.path : (pathOfTenant(tx, tenant_id) ?? caller.path)
  const all = caller.platform && tenant_id === undefined
  const connected = tx.rows<{ property: string }>(
    `select distinct s.property from property_workspaces s join tenants t on t.id = s.tenant_id
     where ?1 or substr(t.path, 1, length(?2)) = ?2 or substr(?2, 1, length(t.path)) = t.path order by 1`,
    all ? 1 : 0,
    path,
  )
  const ours = caller.platform ? (integrations(tx).search_console?.properties ?? []) : []
  const properties = [...new Set([...connected.map(({ property }) => property), ...ours])].sort()
  const isOwn = (id: string): boolean => all || (pathOfTenant(tx, id) ?? '').startsWith(path)
  return quotasOf(tx, app, properties, isOwn)
}
