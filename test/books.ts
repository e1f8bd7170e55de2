import { expect } from 'bun:test'
import type { Db } from '../src/kernel/database.ts'

/**
 * What must hold after every commit: the ledger adds up to what is available, every reserved credit belongs to a link or
 * a look, what refunds are owed is taken before anything is free, and sums that are kept are those of the rows.
 */
export function expectBooksToBalance(db: Db): void {
  db.read((tx) => {
    const purses = tx.rows<{ tenant_id: string; kind: string; available: number; reserved: number }>(
      'select * from purses',
    )
    for (const { tenant_id, kind, available, reserved } of purses) {
      const lines = tx.row<{ sum: number }>(
        "select coalesce(sum(iif(direction = 'in', amount, -amount)), 0) as sum from ledger where tenant_id = ? and kind = ?",
        tenant_id,
        kind,
      )!.sum
      const held =
        kind === 'index'
          ? tx.row<{ n: number }>(
              "select count(*) as n from links l join jobs j on j.id = l.job_id where j.tenant_id = ? and l.credit = 'reserved'",
              tenant_id,
            )!.n
          : reservedForLooks(
              tx.rows(
                'select h.reserved - h.used - h.returned as left from reservations h where tenant_id = ? and kind = ?',
                tenant_id,
                kind,
              ),
            )
      expect({ tenant_id, kind, available, reserved }).toEqual({ tenant_id, kind, available: lines, reserved: held })
    }
    for (const [kept, rows] of KEPT) {
      expect(tx.rows(`${kept} except ${rows}`)).toEqual([])
      expect(tx.rows(`${rows} except ${kept}`)).toEqual([])
    }
    return null
  })
  expectRefundsRight(db)
}

/** What refunds are owed is at most what the pack held, and is taken before anything is free. */
export function expectRefundsRight(db: Db): void {
  for (const wrong of [OWED_BESIDE_FREE, OVERPAID]) expect(db.read((tx) => tx.rows(wrong))).toEqual([])
  const [kept, rows] = HANDED_ON
  for (const wrong of [`${kept} except ${rows}`, `${rows} except ${kept}`])
    expect(db.read((tx) => tx.rows(wrong))).toEqual([])
}

const CRAWLED = `day, tenant_id, route, adapter, simulated, sum(batches), sum(links), sum(indexed_day1), sum(indexed_day3),
  sum(indexed_day7), sum(indexed_later), sum(billed), sum(priced), sum(cost_micro)`

/** Whoever owes credits of a refunded pack has none that are free. */
const OWED_BESIDE_FREE = `select * from owed_credits join purses using (tenant_id, kind) where available > 0`

/** A refund takes, and is owed, at most what the pack held. */
const OVERPAID = ['index', 'check']
  .map(
    (kind) => `select r.id from credit_requests r where r.${kind}_credits <
    (select coalesce(sum(amount), 0) from ledger where group_id = r.group_id and reason = 'reversal' and kind = '${kind}')
    + (select coalesce(sum(amount), 0) from owed_credits where request_id = r.id and kind = '${kind}')`,
  )
  .join(' union all ')

/** What workspaces gave each other is what the lines of both say. */
const HANDED_ON = [
  'select * from handed_on where amount <> 0',
  `select * from (with moved as (
       select gone.tenant_id as a, come.tenant_id as b, gone.kind, gone.amount from ledger gone
       join ledger come on come.group_id = gone.group_id and come.kind = gone.kind and come.reason = gone.reason
         and come.direction = 'in' where gone.direction = 'out' and gone.reason in ('allocation', 'reversal'))
     select a, b, kind, sum(amount) from (select * from moved union all select b, a, kind, -amount from moved)
     group by 1, 2, 3 having sum(amount) <> 0)`,
] as const

const KEPT = [
  [
    'select * from job_counts where jobs > 0',
    'select tenant_id, type, status, count(*) from jobs where deleted_at is null group by 1, 2, 3',
  ],
  ['select * from crawl_days where batches > 0', `select ${CRAWLED} from crawl_sent group by 1, 2, 3, 4, 5`],
] as const

const reservedForLooks = (open: { left: number }[]): number => open.reduce((sum, { left }) => sum + left, 0)
