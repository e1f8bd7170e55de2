import type { Tx } from '../../../src/kernel/database/database.ts'

/** A saved view of Northwind, under the id that the examples name. */
export function seedExamples(tx: Tx): void {
  tx.run(
    `insert into client_views (id, tenant_id, name, filters, created_by, created_at, updated_at)
     values ('vie_retainers', 'ten_northwind', 'Monthly', '{"tag":"Retainer"}', 'ada@northwind.example', ?1, ?1)`,
    tx.now,
  )
}
