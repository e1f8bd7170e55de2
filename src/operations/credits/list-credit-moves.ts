import Type from 'typebox'
import { LedgerLine, MOVES, movedBelow } from '../../domains/credits/index.ts'
import { DEFAULT_PAGE_SIZE, ListOf, listInput } from '../../kernel/database/list.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Nullable, TreeTenantId } from '../../kernel/operation/shape.ts'
import { dayAfter, dayOf } from '../../kernel/time/clock.ts'
import { firstDay } from '../../kernel/time/last-days.ts'

export const listCreditMoves = read({
  name: 'list_credit_moves',
  route: 'GET /credits/moves',
  role: null,
  instead: 'list_ledger',
  summary: 'The ledger lines behind a number of the summary, of index credits. `sum` is that number.',
  description:
    'Without days: the last 30. Lines of one workspace after those of another, newest first unless `dir` is asc.',
  input: Type.Object({
    ...listInput('created_at'),
    move: Type.Enum(MOVES, {
      title: 'What moved',
      description: 'As in the summary: `given`, `set_aside` for jobs, or `back` from jobs',
    }),
    tenant_id: Type.Optional(TreeTenantId),
    from: Type.Optional(Type.String({ format: 'date', title: 'From', description: 'First day, UTC' })),
    to: Type.Optional(Type.String({ format: 'date', title: 'To', description: 'Last day, UTC' })),
  }),
  output: Type.Object({
    ...ListOf(Type.Object({ ...LedgerLine.properties, tenant_name: Type.String() })).properties,
    from: Type.String({ format: 'date', description: 'First day, UTC' }),
    to: Type.String({ format: 'date', description: 'Last day, UTC' }),
    sum: Type.Integer({ description: 'Total of all lines, in index credits; credits that left count against it' }),
    tenant_name: Nullable(Type.String({ description: 'The workspace asked for; null for all' })),
  }),
  example: { move: 'given' },

  handle(
    { tx, caller },
    { from = firstDay(tx.now), to = dayOf(tx.now), page = 1, page_size = DEFAULT_PAGE_SIZE, sort: _, ...sought },
  ) {
    const days = { from, to: dayAfter(to) }
    return { ...movedBelow(tx, caller, { ...sought, days, page, page_size }), from, to }
  },
})
