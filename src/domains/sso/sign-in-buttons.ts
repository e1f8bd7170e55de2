/** Providers on the page where people sign in. */

import type { ReadTx } from '../../kernel/database/database.ts'
import type { DomainWorkspace } from '../accounts/index.ts'
import { pathOfTenant } from '../tenants/index.ts'
import { providerById, startOf } from './providers.ts'
import type { ProviderRow } from './tables.ts'

type Button = { id: string; name: string; href: string }

/** At an own domain those of its workspace and of workspaces above it, nearest first, then the install's. */
export function buttonsAt(tx: ReadTx, domain: DomainWorkspace): Button[] {
  const found = tx.rows<Pick<ProviderRow, 'id' | 'name'>>(
    `select p.id, p.name from identity_providers p left join tenants t on t.id = p.tenant_id
     where p.enabled = 1 and (p.tenant_id is null or instr(?, '/' || p.tenant_id || '/') > 0)
     order by p.tenant_id is null, length(t.path) desc, p.name, p.id`,
    domain?.path ?? '',
  )
  return found.map(({ id, name }) => ({ id, name, href: startOf(id) }))
}

/** The provider as it may be used at this address; null when it is off, or of a workspace that the domain does not serve. */
export function usableProvider(tx: ReadTx, id: string, domain: DomainWorkspace): ProviderRow | null {
  const found = providerById(tx, id)
  if (!found?.enabled) return null
  const { tenant_id } = found
  if (tenant_id === null || domain === null || domain.path.includes(`/${tenant_id}/`)) return found
  return pathOfTenant(tx, tenant_id)?.startsWith(domain.path) ? found : null
}
