/** Credits move between a workspace and those below it. */
import type { Tx } from '../../kernel/database/database.ts'
import { assertInUse } from '../../kernel/operation/archived-guard.ts'
import { type Caller, inTree } from '../../kernel/operation/caller.ts'
import { conflict, invalid, notFound } from '../../kernel/operation/fault.ts'
import { tenantsAmong } from '../tenants/index.ts'
import { transfer } from './ledger.ts'
import { balances, insufficientCredits, TAKE_LESS } from './purse.ts'
import type { CreditKind, LedgerEntry } from './shapes.ts'

const OWN = 'is your own workspace'

/** A negative amount takes back available credits, up to that many. */
type Allocation = { tenant_id: string; amount: number; kind: CreditKind; note?: string }

/** Returns the line of the workspace below. */
export function allocate(tx: Tx, caller: Caller, { tenant_id, amount, kind, note }: Allocation): LedgerEntry {
  assertTarget(tx, caller, tenant_id, amount)
  const words = { kind, actor: caller.label, note }
  if (amount > 0) return transfer(tx, caller.tenant_id, tenant_id, { ...words, amount }).in
  const { available } = balances(tx, tenant_id)[kind]
  const back = Math.min(-amount, available || -amount)
  return transfer(tx, tenant_id, caller.tenant_id, { ...words, amount: back, next: TAKE_LESS }).out
}

type Transfers = { transfers: readonly { tenant_id: string; amount: number }[]; kind: CreditKind; note?: string }

/** Transfers to several workspaces below, all or none: 402 is of the sum. Returns the lines of the workspaces below. */
export function allocateAll(tx: Tx, caller: Caller, { transfers, kind, note }: Transfers): LedgerEntry[] {
  const ids = transfers.map(({ tenant_id }) => tenant_id)
  if (tenantsAmong(tx, caller, ids).size < new Set(ids).size) throw notFound('workspace')
  for (const [at, id] of ids.entries())
    if (id === caller.tenant_id || ids.indexOf(id) < at)
      throw invalid({
        path: `transfers.${at}.tenant_id`,
        message: id === caller.tenant_id ? OWN : 'is in the list already',
      })
  const sum = { tenant_id: caller.tenant_id, kind, amount: transfers.reduce((all, { amount }) => all + amount, 0) }
  if (balances(tx, caller.tenant_id)[kind].available < sum.amount) throw insufficientCredits(tx, sum)
  return transfers.map((one) => allocate(tx, caller, { ...one, kind, note }))
}

/** Only down the tree: not to the workspace itself, and not (as platform admin) into another tree. */
function assertTarget(tx: Tx, caller: Caller, tenant_id: string, amount: number): void {
  if (amount === 0) throw invalid({ path: 'amount', message: 'must not be 0' })
  if (tenant_id === caller.tenant_id) throw invalid({ path: 'tenant_id', message: OWN })
  if (!inTree(tx, { ...caller, platform: false }, tenant_id))
    throw conflict('Credits move only to a workspace below yours. As platform admin, use POST /credits/adjust instead.')
  if (amount > 0) assertInUse(tx, tenant_id)
}
