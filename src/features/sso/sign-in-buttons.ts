/** Providers on the page where people sign in. */

import type { ReadTx } from '../../kernel/database/database.ts'
import { providerOfSession } from './flows.ts'
import { providerById, startOf } from './providers.ts'
import type { ProviderRow } from './tables.ts'

type Button = { id: string; name: string; href: string }

export const buttons = (tx: ReadTx): Button[] =>
  tx
    .rows<Pick<ProviderRow, 'id' | 'name'>>(
      'select id, name from identity_providers where enabled = 1 order by name, id',
    )
    .map(({ id, name }) => ({ id, name, href: startOf(id) }))

/** The provider, if it is on. */
export function usableProvider(tx: ReadTx, id: string): ProviderRow | null {
  const found = providerById(tx, id)
  return found?.enabled ? found : null
}

/** Where a person without a factor proves who they are: at the provider of the session. */
export function proofAtProvider(tx: ReadTx, session_id: string): { name: string; href: string } | null {
  const found = providerById(tx, providerOfSession(tx, session_id) ?? '')
  return found && { name: found.name, href: `${startOf(found.id)}?for=proof` }
}
