import Type from 'typebox'
import {
  balances,
  CreditKind,
  countGiven,
  detailOf,
  LedgerDetail,
  NO_MORE,
  Note,
  SignedAmount,
  transfer,
} from '../../domains/credits/index.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Tx } from '../../kernel/database.ts'
import { conflict, invalid } from '../../kernel/fault.ts'
import { assertInUse } from '../../kernel/in-use.ts'
import { write } from '../../kernel/operation.ts'
import { Defaulted, TenantId } from '../../kernel/shape.ts'

export const allocateCredits = write({
  name: 'allocate_credits',
  route: 'POST /credits/allocate',
  role: 'admin',
  archived_too: true,
  tool: {
    when: 'to fund a client before a push, or to take unused credits back',
    costs: 'Moves your credits, uses none.',
    returns: 'the ledger line of the workspace named; yours is in `related`',
    next: 'get_credits; reverse_ledger_entry undoes it',
    inputs: {
      tenant_id: 'Workspace below yours, from list_tenants',
      amount: 'Credits to give; negative: to take back, at most what is there',
      kind: 'Which credits',
      note: 'Kept in the ledger',
    },
    names_workspace: true,
    takes_away: true,
    once: true,
    brief: ['id', 'kind', 'direction', 'amount', 'balance_after'],
  },
  summary: 'Give credits to a client. A negative amount pulls back what is there, up to that many.',
  description:
    'Moves credits from your workspace to one below it, or back. Giving more than is available is refused with 402, whose `details.have` says how many there are. Pulling back takes at most what is available there: the `amount` of the line says how many that were; with nothing there it is 402. Returns the line of the named workspace; yours is in `related`.',
  input: Type.Object({ tenant_id: TenantId, amount: SignedAmount, kind: Defaulted(CreditKind, 'index'), note: Note }),
  output: LedgerDetail,
  example: { tenant_id: 'ten_bakery', amount: 100, kind: 'index' },
  faults: ['insufficient_credits', 'conflict'],

  handle({ tx, caller }, { tenant_id, amount, kind = 'index', note }) {
    judgeTarget(tx, caller, tenant_id, amount)
    const words = { kind, actor: caller.label, note }
    if (amount > 0) {
      const line = transfer(tx, caller.tenant_id, tenant_id, { ...words, amount }).in
      if (kind === 'index') countGiven(tx, caller.tenant_id, amount)
      return detailOf(tx, caller, line)
    }
    const { available } = balances(tx, tenant_id)[kind]
    const back = Math.min(-amount, available || -amount)
    const line = transfer(tx, tenant_id, caller.tenant_id, { ...words, amount: back, next: NO_MORE }).out
    if (kind === 'index') countGiven(tx, caller.tenant_id, -back)
    return detailOf(tx, caller, line)
  },
})

/** Down the tree only: never to the workspace itself, never (as platform admin) into another tree. */
function judgeTarget(tx: Tx, caller: Caller, tenant_id: string, amount: number): void {
  if (amount === 0) throw invalid({ path: 'amount', message: 'must not be 0' })
  if (tenant_id === caller.tenant_id) throw invalid({ path: 'tenant_id', message: 'is your own workspace' })
  const { path } = tx.row<{ path: string }>('select path from tenants where id = ?', tenant_id)!
  if (!path.startsWith(caller.path))
    throw conflict(
      'Credits move only to a workspace below yours. As platform admin, adjust them: POST /credits/adjust.',
    )
  if (amount > 0) assertInUse(tx, tenant_id)
}
