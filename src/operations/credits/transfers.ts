import Type from 'typebox'
import { allocateAll, balances, CreditKind, LedgerEntry, Note } from '../../domains/credits/index.ts'
import { MOST_ROWS } from '../../kernel/operation/each-row.ts'
import { write } from '../../kernel/operation/operation.ts'
import { Defaulted, MOST } from '../../kernel/operation/shape.ts'

export const transferCredits = write({
  name: 'transfer_credits',
  route: 'POST /credits/transfers',
  role: 'admin',
  proof: false,
  instead: 'allocate_credits',
  summary: 'Transfer credits to up to 200 clients in one transaction: all of them get theirs, or none.',
  description:
    'From your workspace to workspaces below it. More than is available in all is refused with 402, with the sum in `details.need`. An archived client refuses the whole call by its name. Each line can be reversed by `POST /credits/ledger/{id}/reverse`.',
  input: Type.Object({
    transfers: Type.Array(
      Type.Object({
        tenant_id: Type.String({ title: 'Workspace', maxLength: 64 }),
        amount: Type.Integer({
          title: 'Amount',
          description: 'Credits',
          minimum: 1,
          maximum: Math.floor(MOST / MOST_ROWS),
        }),
      }),
      { title: 'Transfers', minItems: 1, maxItems: MOST_ROWS },
    ),
    kind: Defaulted(CreditKind, 'index'),
    note: Note,
  }),
  output: Type.Object({
    amount: Type.Integer({ description: 'Sum of all transfers' }),
    available: Type.Integer({ description: 'What your workspace has afterwards' }),
    lines: Type.Array(LedgerEntry, { description: 'Ledger lines of the clients, as listed' }),
  }),
  example: { transfers: [{ tenant_id: 'ten_bakery', amount: 100 }], kind: 'index' },
  faults: ['insufficient_credits', 'conflict', 'not_found'],

  handle({ tx, caller, changed }, { transfers, kind = 'index', note }) {
    const lines = allocateAll(tx, caller, { transfers, kind, note })
    for (const { tenant_id, id, amount } of lines) changed({ tenant_id, target: id, after: { kind, amount, note } })
    const amount = lines.reduce((sum, line) => sum + line.amount, 0)
    return { amount, available: balances(tx, caller.tenant_id)[kind].available, lines }
  },
})
