import type { Tx } from '../../../src/kernel/database/database.ts'

/** The note that the examples of operations name. */
export function seedExamples(tx: Tx): void {
  tx.run(
    `insert into result_notes (id, tenant_id, day, text, created_by, created_at)
     values ('not_relaunch', 'ten_bakery', '2026-10-26', 'Site relaunch', 'ada@northwind.example', ?)`,
    tx.now,
  )
}
