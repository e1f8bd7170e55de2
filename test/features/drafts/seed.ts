import type { Tx } from '../../../src/kernel/database/database.ts'

/** What the operations' examples name: a push that Ada's key may not make alone. */
export function seedExamples(tx: Tx): void {
  const order = { path: {}, rest: { urls: ['https://bakery.example/bread', 'https://bakery.example/cake'] } }
  tx.run(
    `insert into drafts (id, tenant_id, acts_in, actor, user_id, asked_by, app, operation, request, request_hash, credits, status, created_at)
     values ('dra_push', 'ten_northwind', 'ten_northwind', 'key_northwind', 'usr_ada', 'Publishing script', 'Assistant', 'submit_index_job',
       ?, 'example', 2, 'waiting', ?)`,
    JSON.stringify(order),
    tx.now,
  )
}
