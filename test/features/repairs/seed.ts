import type { Tx } from '../../../src/kernel/database/database.ts'
import { DAY, plus } from '../../../src/kernel/time/clock.ts'

/** What the operations' examples name: a page of the Bakery that is watched until it is fixed. */
export function seedExamples(tx: Tx): void {
  tx.run(
    `insert into repairs (id, tenant_id, link_id, url, flags, state, check_at, checked_at, until, created_by, created_at)
     values ('rep_bakery', 'ten_bakery', 9104, 'https://bakery.example/old-menu', '["noindex"]', 'watching', ?2, ?1, ?3,
       'ada@northwind.example', ?1)`,
    tx.now,
    plus(tx.now, DAY / 2),
    plus(tx.now, 60 * DAY),
  )
}
