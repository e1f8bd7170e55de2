import { grant, transfer } from '../../../src/domains/credits/index.ts'
import type { Tx } from '../../../src/kernel/database/database.ts'

/**
 * Credits of the cast: a plan grant and an approved pack for Northwind, 400 of it given to the Bakery, a pack that is
 * waiting. The books balance. Returns the ids of the lines.
 */
export function seedCredits(tx: Tx) {
  const actor = 'pat@platform.example'
  const northwind = { tenant_id: 'ten_northwind', actor }
  const [index_grant, check_grant] = (['index', 'check'] as const).map(
    (kind) => grant(tx, { ...northwind, kind, amount: 6_000, reason: 'plan_grant' }).line.id,
  )
  const given = { kind: 'index', amount: 400, actor: 'ada@northwind.example' } as const
  const allocation = transfer(tx, 'ten_northwind', 'ten_bakery', given)
  const pack = { ...northwind, reason: 'pack', ref: 'req_approved', group_id: 'grp_approved' } as const
  grant(tx, { ...pack, kind: 'index', amount: 50 })
  grant(tx, { ...pack, kind: 'check', amount: 100 })
  tx.run(
    `insert into credit_requests (id, tenant_id, pack, status, price_cents, index_credits, check_credits, requested_by, group_id, created_at)
     select value ->> 0, 'ten_northwind', 'try', value ->> 1, 900, 50, 100, 'ada@northwind.example', value ->> 2, ?
     from json_each('[["req_pending", "pending", null], ["req_approved", "approved", "grp_approved"]]')`,
    tx.now,
  )
  return { index_grant: index_grant!, check_grant: check_grant!, given: allocation.out.id, received: allocation.in.id }
}

/** The same under the ids that the operations' examples name. */
export function seedExamples(tx: Tx): void {
  const { received } = seedCredits(tx)
  tx.run("update ledger set id = 'led_allocation' where id = ?", received)
}
