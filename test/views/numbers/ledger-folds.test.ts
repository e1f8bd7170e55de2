/** Refunds of one day are one line of the ledger: a day of the reader. */
import { expect, test } from 'bun:test'
import type { LedgerLine } from '../../../src/domains/credits/index.ts'
import { readerOf } from '../../../src/kernel/language/reader.ts'
import { grouped } from '../../../views/credits/sentences.ts'

const refund = (id: string, created_at: string) =>
  ({
    id,
    created_at,
    kind: 'index',
    reason: 'release',
    note: '1 not seen by the last check',
    amount: 1,
    actor: 'x',
  }) as never as LedgerLine

test.each([
  ['UTC', [2, 1]],
  ['America/New_York', [1, 2]],
])('in %s', (zone, sizes) => {
  const lines = [
    refund('c', '2026-12-02T15:00:00.000Z'),
    refund('b', '2026-12-02T04:30:00.000Z'),
    refund('a', '2026-12-01T22:00:00.000Z'),
  ]
  expect(grouped(lines, String, readerOf(zone, 'en')).map((group) => group.lines.length)).toEqual(sizes)
})
