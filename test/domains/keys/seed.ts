import type { Tx } from '../../../src/kernel/database/database.ts'
import { hashSecret } from '../../../src/kernel/secrets/ids.ts'

/** What the operations' examples name: Ada's key for Northwind. */
export function seedExamples(tx: Tx): void {
  tx.run(
    `insert into api_keys (id, tenant_id, created_by, name, hash, prefix, role, status, created_at)
     values ('key_northwind', 'ten_northwind', 'usr_ada', 'Publishing script', ?, 'ipk_0000', 'member', 'active', ?)`,
    hashSecret('key_northwind'),
    tx.now,
  )
}
