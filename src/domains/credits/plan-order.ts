/** The plan of an order: its bill, its limits, whether it needs approval, and why it would be refused. */
import type { ReadTx } from '../../kernel/database/database.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { Fault, forbidden } from '../../kernel/operation/fault.ts'
import type { Estimate, OrderPlan } from '../../kernel/operation/spending.ts'
import { counted } from '../../kernel/operation/wording.ts'
import { dailyCapReached, dailyCreditsLeft } from '../../kernel/scheduling/limits.ts'
import { balances, type Credits, insufficientCredits } from './purse.ts'
import type { Balances, Bill, LedgerEntry } from './shapes.ts'

/** Limits of an order: the purse, its own maximum, the rest of the daily cap, the limit without approval. */
export type SpendingLimits = {
  purse: Balances
  max_credits: number | null
  today: number | null
  approval_above: number | null
}

/** A limit that the order exceeds. */
type Obstacle = { words: string; refusal: Refusal }
type Refusal = { code: 'over_max_credits' | 'daily_cap' } | { code: 'insufficient_credits'; line: Credits }

export function planOrder(
  lines: readonly Credits[],
  limits: SpendingLimits,
): { estimate: Estimate; refusal: Refusal | null } {
  const { purse, max_credits, approval_above } = limits
  const credits = sumOf(lines)
  const by_kind = lines.map(({ kind, amount }) => ({ kind, needed: amount, available: purse[kind].available }))
  const obstacles = obstaclesOf(lines, credits, limits)
  const orderable = obstacles.length === 0
  const approval = approval_above !== null && credits > approval_above
  const next = orderable ? (approval ? APPROVED_FIRST : 'Send the same without `estimate` to order it.') : CHEAPER
  const { tenant_id } = lines[0]!
  return {
    estimate: {
      estimate: true,
      tenant_id,
      credits,
      by_kind,
      max_credits,
      approval,
      orderable,
      obstacles: obstacles.map(({ words }) => words),
      warning: null,
      foreign_hosts: [],
      next,
    },
    refusal: FIRST.flatMap((code) => obstacles.find(({ refusal }) => refusal.code === code)?.refusal ?? [])[0] ?? null,
  }
}

/** The order in which limits refuse. */
const FIRST: readonly Refusal['code'][] = ['over_max_credits', 'insufficient_credits', 'daily_cap']

function obstaclesOf(
  lines: readonly Credits[],
  credits: number,
  { purse, max_credits, today }: SpendingLimits,
): Obstacle[] {
  const out: Obstacle[] = []
  for (const line of lines) {
    const { kind, amount } = line
    const { available } = purse[kind]
    if (amount > available)
      out.push({
        words: `needs ${counted(amount, `${kind} credit`)}, ${available} available`,
        refusal: { code: 'insufficient_credits', line },
      })
  }
  if (max_credits !== null && credits > max_credits)
    out.push({ words: `${credits - max_credits} above max_credits`, refusal: { code: 'over_max_credits' } })
  if (today !== null && credits > today)
    out.push({ words: `${today} left of the daily cap`, refusal: { code: 'daily_cap' } })
  return out
}

/** The plan of an order of this caller now. All lines are of one workspace, one for each kind. */
export function planOf<L extends Credits>(
  tx: ReadTx,
  caller: Caller,
  lines: L[],
  { max_credits = null }: { max_credits?: number | null },
): OrderPlan & { lines: L[] } {
  const limits = {
    purse: balances(tx, lines[0]!.tenant_id),
    max_credits,
    today: dailyCreditsLeft(tx, caller),
    approval_above: caller.approval_above ?? null,
  }
  const { estimate, refusal } = planOrder(lines, limits)
  return { lines, estimate, refusal: refusal && faultOf(tx, caller, estimate, refusal) }
}

function faultOf(tx: ReadTx, caller: Caller, { credits: need, max_credits }: Estimate, refusal: Refusal): Fault {
  if (refusal.code === 'insufficient_credits') return insufficientCredits(tx, refusal.line)
  if (refusal.code === 'daily_cap') return dailyCapReached(tx, caller, need)
  const most = max_credits!.toLocaleString('en')
  return new Fault(
    'over_max_credits',
    `This needs ${counted(need, 'credit')}, and you allowed ${most}. Nothing was reserved. ${CHEAPER}`,
    { code: 'over_max_credits', need, max_credits },
  )
}

/** Throws 403 for a caller with a limit: credits that a rule spends later count against no key. */
export function assertMaySpendLater({ daily_credit_cap, approval_above }: Caller): void {
  if (daily_credit_cap === null && typeof approval_above !== 'number') return
  throw forbidden(
    'This spends credits later, beyond the limit of this key or app. Ask a person to set it up, or use a key without a limit.',
  )
}

/** The same for a change of such a rule: the caller with a limit may pause it, and change nothing else by the same call. */
export function assertMayChangeSpending(caller: Caller, change: object): void {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  if (given.some(([name, value]) => name !== 'paused' || value !== true)) assertMaySpendLater(caller)
}

/** The cost of an order, and the remaining credits of its workspace. */
export function billOf(tx: ReadTx, tenant_id: string, lines: LedgerEntry[]): Bill {
  const { index, check } = balances(tx, tenant_id)
  return { credits: sumOf(lines), lines, left: { index: index.available, check: check.available } }
}

export const sumOf = (order: readonly { amount: number }[]): number =>
  order.reduce((sum, { amount }) => sum + amount, 0)

const APPROVED_FIRST =
  'Send the same without `estimate`: it then waits until a person approves it, and the answer says where.'

/** Ways to spend less; the free one first. */
const CHEAPER =
  'To spend less, leave out pages that cannot be indexed (preflight_urls finds them, free), then send fewer links.'
