import Type from 'typebox'
import { allocate, CreditKind, detailOf, LedgerDetail, Note, SignedAmount } from '../../domains/credits/index.ts'
import { write } from '../../kernel/operation/operation.ts'
import { Defaulted, TenantId } from '../../kernel/operation/shape.ts'

export const allocateCredits = write({
  name: 'allocate_credits',
  route: 'POST /credits/allocate',
  role: 'admin',
  archived_too: true,
  tool: {
    when: 'to fund a client before a push, or to take unused credits back',
    costs: 'Moves your credits, uses none.',
    returns: 'the ledger line of the named workspace; yours is in `related`',
    next: 'get_credits; reverse_ledger_entry undoes it',
    inputs: {
      tenant_id: 'Workspace below yours, from list_tenants',
      amount: 'Credits to transfer; negative: take back, at most what is available',
      kind: 'Which credits',
      note: 'Kept in the ledger',
    },
    names_workspace: true,
    takes_away: true,
    once: true,
    brief: ['id', 'kind', 'direction', 'amount', 'balance_after'],
  },
  summary: 'Transfer credits to a client. A negative amount takes back what is available, up to that many.',
  description:
    'Transfers credits from your workspace to one below it, or takes them back. A transfer above what is available is refused with 402 and `details.have`. Taking back takes at most what is available there: the `amount` of the line says how many; with nothing available it is 402. Returns the line of the named workspace; yours is in `related`.',
  input: Type.Object({ tenant_id: TenantId, amount: SignedAmount, kind: Defaulted(CreditKind, 'index'), note: Note }),
  output: LedgerDetail,
  example: { tenant_id: 'ten_bakery', amount: 100, kind: 'index' },
  faults: ['insufficient_credits', 'conflict'],

  handle: ({ tx, caller }, { kind = 'index', ...wanted }) =>
    detailOf(tx, caller, allocate(tx, caller, { kind, ...wanted })),
})
