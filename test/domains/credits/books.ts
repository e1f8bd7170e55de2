import { expect } from 'bun:test'
import type { Db } from '../../../src/kernel/database/database.ts'
import { expectRefundsRight } from '../../books.ts'

/** Every purse is the sum of its lines, and holds aside exactly what its jobs have not settled. */
export function expectBalanced(db: Db): void {
  const wrong = db.read((tx) =>
    tx.rows(
      `select p.*, l.sum, h.open from purses p
       left join (select tenant_id, kind, sum(iif(direction = 'in', amount, -amount)) as sum from ledger group by 1, 2) l
         using (tenant_id, kind)
       left join (select tenant_id, kind, sum(reserved - used - returned) as open from reservations group by 1, 2) h
         using (tenant_id, kind)
       where p.available <> coalesce(l.sum, 0) or p.reserved <> coalesce(h.open, 0)`,
    ),
  )
  expect(wrong).toEqual([])
  const orphans = db.read((tx) =>
    tx.count('select count(*) from ledger where (tenant_id, kind) not in (select tenant_id, kind from purses)'),
  )
  expect(orphans).toBe(0)
  expectRefundsRight(db)
}
