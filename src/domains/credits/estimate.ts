import type { ReadTx } from '../../kernel/database/database.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { Fault } from '../../kernel/operation/fault.ts'
import { Estimated, NeedsApproval } from '../../kernel/operation/spending.ts'
import { counted } from '../../kernel/operation/wording.ts'
import { dailyCreditsLeft } from '../../kernel/scheduling/limits.ts'
import { balances, type Credits } from './purse.ts'
import type { Bill, LedgerEntry } from './shapes.ts'

/** Throws the estimate when the caller asked for one, and 402 for an order above `max_credits`. */
export function assertSpending(tx: ReadTx, caller: Caller, order: Credits[]): void {
  const { spending } = caller
  if (!spending) return
  if (spending.estimate) throw new Estimated(estimateOf(tx, caller, order))
  const need = sumOf(order)
  const { max_credits: max } = spending
  if (max !== null && need > max)
    throw new Fault(
      'over_max_credits',
      `This needs ${counted(need, 'credit')}, and you allowed ${max.toLocaleString('en')}. Nothing was reserved. ${CHEAPER}`,
      { code: 'over_max_credits', need, max_credits: max },
    )
}

/**
 * Throws `NeedsApproval` for an order above the caller's own limit. Call it last, when all credits are reserved: the
 * rollback releases them, and nobody is asked to approve an order that exceeds the balance or the daily limit.
 */
export function assertApproved(caller: Caller, order: Credits[]): void {
  const need = sumOf(order)
  if (caller.spending && isAbove(caller, need)) throw new NeedsApproval(order[0]!.tenant_id, need)
}

const isAbove = ({ approval_above: most }: Caller, credits: number): boolean =>
  most !== null && most !== undefined && credits > most

/** The cost of an order, and what its workspace has left. */
export function billOf(tx: ReadTx, tenant_id: string, lines: LedgerEntry[]): Bill {
  const { index, check } = balances(tx, tenant_id)
  return { credits: sumOf(lines), lines, left: { index: index.available, check: check.available } }
}

export const sumOf = (order: { amount: number }[]): number => order.reduce((sum, { amount }) => sum + amount, 0)

/** The bill, and every reason why the order would be refused. */
function estimateOf(tx: ReadTx, caller: Caller, order: Credits[]) {
  const { tenant_id } = order[0]!
  const purse = balances(tx, tenant_id)
  const by_kind = order.map(({ kind, amount }) => ({ kind, needed: amount, available: purse[kind].available }))
  const credits = sumOf(order)
  const max_credits = caller.spending!.max_credits
  const today = dailyCreditsLeft(tx, caller)
  const obstacles = by_kind
    .filter(({ needed, available }) => needed > available)
    .map(({ kind, needed, available }) => `needs ${counted(needed, `${kind} credit`)}, ${available} available`)
  if (max_credits !== null && credits > max_credits) obstacles.push(`${credits - max_credits} above max_credits`)
  if (today !== null && credits > today) obstacles.push(`${today} left of the daily cap`)
  const orderable = obstacles.length === 0
  const approval = isAbove(caller, credits)
  const next = orderable ? (approval ? APPROVED_FIRST : 'Send the same without `estimate` to order it.') : CHEAPER
  return { estimate: true, tenant_id, credits, by_kind, max_credits, approval, orderable, obstacles, next }
}

const APPROVED_FIRST =
  'Send the same without `estimate`: it then waits until a person approves it, and the answer says where.'

/** Ways to spend less; the free one first. */
const CHEAPER =
  'To spend less, leave out pages that cannot be indexed (preflight_urls finds them, free), then send fewer links.'
