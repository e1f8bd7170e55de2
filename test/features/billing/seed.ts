import type { Tx } from '../../../src/kernel/database/database.ts'

/** What the examples name: a pack that is being paid for, Northwind as a customer of Stripe with a plan, and an event. */
export function seedExamples(tx: Tx): void {
  tx.run(
    `insert into payments (id, tenant_id, mode, kind, pack, cents, index_credits, check_credits, state, session_id, url, created_by, created_at, updated_at)
     values ('pay_boost', 'ten_northwind', 'test', 'pack', 'boost', 3900, 300, 500, 'open', 'cs_test_boost',
       'https://checkout.stripe.example/c/pay/cs_test_boost', 'ada@northwind.example', ?1, ?1)`,
    tx.now,
  )
  tx.run(
    `insert into stripe_subscriptions (id, tenant_id, mode, status, plan, interval, cents, item_id, begun_at, told_at)
     values ('sub_northwind', 'ten_northwind', 'test', 'active', 'agency_scale', 'month', 39900, 'si_northwind', ?1, ?1 || ' 1')`,
    tx.now,
  )
  tx.run(
    `insert into billing_accounts (tenant_id, customer_id, customer_mode, subscription_id)
     values ('ten_northwind', 'cus_northwind', 'test', 'sub_northwind')`,
  )
  tx.run(
    `insert into billing_events (id, ref, type, state, tenant_id, mode, cents, pack, request_id, actor, created_at, recorded_at)
     values ('evt_try', 'pack req_approved', 'pack_purchase', 'settled', 'ten_northwind', 'manual', 900, 'try', 'req_approved',
       'pat@platform.example', ?1, ?1)`,
    tx.now,
  )
}
