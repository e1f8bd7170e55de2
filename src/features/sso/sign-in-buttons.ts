/** Providers on the page where people sign in. */

import type { ReadTx } from '../../kernel/database/database.ts'
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
