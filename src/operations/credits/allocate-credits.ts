import Type from 'typebox'
import {
  balances,
  CreditKind,
  detailOf,
  LedgerDetail,
  NO_MORE,
  Note,
  SignedAmount,
  transfer,
} from '../../domains/credits/index.ts'
import type { Tx } from '../../kernel/database/database.ts'
import { assertInUse } from '../../kernel/operation/archived-guard.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { conflict, invalid } from '../../kernel/operation/fault.ts'
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

  handle({ tx, caller }, { tenant_id, amount, kind = 'index', note }) {
    judgeTarget(tx, caller, tenant_id, amount)
    const words = { kind, actor: caller.label, note }
    if (amount > 0) {
      const line = transfer(tx, caller.tenant_id, tenant_id, { ...words, amount }).in
      return detailOf(tx, caller, line)
    }
    const { available } = balances(tx, tenant_id)[kind]
    const back = Math.min(-amount, available || -amount)
    const line = transfer(tx, tenant_id, caller.tenant_id, { ...words, amount: back, next: NO_MORE }).out
    return detailOf(tx, caller, line)
  },
})

/** Only down the tree: not to the workspace itself, and not (as platform admin) into another tree. */
function judgeTarget(tx: Tx, caller: Caller, tenant_id: string, amount: number): void {
  if (amount === 0) throw invalid({ path: 'amount', message: 'must not be 0' })
  if (tenant_id === caller.tenant_id) throw invalid({ path: 'tenant_id', message: 'is your own workspace' })
  const { path } = tx.row<{ path: string }>('select path from tenants where id = ?', tenant_id)!
  if (!path.startsWith(caller.path))
    throw conflict('Credits move only to a workspace below yours. As platform admin, use POST /credits/adjust instead.')
  if (amount > 0) assertInUse(tx, tenant_id)
}
