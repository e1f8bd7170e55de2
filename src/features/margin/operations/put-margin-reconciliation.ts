import Type from 'typebox'
import { countOfMonth, Reconciliation, reconcile, reconciliationOf } from '../index.ts'
import { invalid } from '../../../kernel/operation/fault.ts'
import { write } from '../../../kernel/operation/operation.ts'
import { MOST, Nullable } from '../../../kernel/operation/shape.ts'

export const putMarginReconciliation = write({
  name: 'put_margin_reconciliation',
  route: 'PUT /admin/margin/reconciliation/{month}',
  role: 'platform',
  summary: 'Enter how many links the crawl supplier billed for a month, to compare with our count. Null clears it.',
  description: 'A note left out stays.',
  input: Type.Object({
    month: Type.String({ title: 'Month', description: 'YYYY-MM' }),
    billed_count: Nullable(Type.Integer({ title: 'Links billed', minimum: 0, maximum: MOST })),
    note: Type.Optional(Nullable(Type.String({ title: 'Note', maxLength: 500 }))),
  }),
  output: Reconciliation,
  example: { month: '2026-10', billed_count: 0 },

  handle({ tx, changed }, { month, billed_count, note }) {
    if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month))
      throw invalid({ path: 'month', message: 'must be a month such as 2026-11' })
    const before = reconciliationOf(tx, month)
    reconcile(tx, month, billed_count, note === undefined ? (before?.note ?? null) : note)
    changed({ target: month, before, after: { billed_count, note } })
    return countOfMonth(tx, month)
  },
})
