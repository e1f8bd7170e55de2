import { expect } from 'bun:test'
import type { Db } from '../src/kernel/database.ts'

/**
 * What must hold after every commit: the ledger adds up to what is available, every reserved credit belongs to a link or
 * a look, and the sums that triggers keep are those of the rows.
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
}

const CRAWLED = `day, tenant_id, route, adapter, simulated, sum(batches), sum(links), sum(indexed_day1), sum(indexed_day3),
  sum(indexed_day7), sum(indexed_later), sum(billed), sum(priced), sum(cost_micro)`

const KEPT = [
  [
    'select * from job_counts where jobs > 0',
    'select tenant_id, type, status, count(*) from jobs where deleted_at is null group by 1, 2, 3',
  ],
  ['select * from crawl_days where batches > 0', `select ${CRAWLED} from crawl_sent group by 1, 2, 3, 4, 5`],
] as const

const reservedForLooks = (open: { left: number }[]): number => open.reduce((sum, { left }) => sum + left, 0)
