import type { Tx } from '../../../src/kernel/database/database.ts'
import { DAY, plus } from '../../../src/kernel/time/clock.ts'

/** What the operations' examples name: an app that acts for Ada. */
export const seedExamples = (tx: Tx): null => seedGrant(tx)

/** An app that acts for somebody. */
export function seedGrant(tx: Tx, id = 'gra_ada', user_id = 'usr_ada', tenant_id = 'ten_northwind'): null {
  tx.run(
    `insert into oauth_grants (id, user_id, tenant_id, client_id, client_name, scope, daily_credit_cap, created_at, expires_at)
     values (?, ?, ?, 'https://desk.example/client.json', 'Desk', 'read write', 50, ?, ?)`,
    id,
    user_id,
    tenant_id,
    tx.now,
    plus(tx.now, 90 * DAY),
  )
  return null
}
