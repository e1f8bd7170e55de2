import type { Tx } from '../../kernel/database/database.ts'
import { newId } from '../../kernel/secrets/ids.ts'
import { dayOf, type Time } from '../../kernel/time/clock.ts'
import type { Plan } from '../plans/index.ts'
import { grant, linesGranted } from './ledger.ts'
import { CREDIT_KINDS, type LedgerEntry } from './shapes.ts'

export type Period = { start: Time; end: Time }

/**
 * Grants the index and check credits of one month of a plan, as lines of one group. `ref` names the period (an invoice,
 * `2026-11`): a second grant to the same workspace gives nothing, even on another plan. Returns the lines, or those of
 * the first grant.
 */
export function grantPlanPeriod(
  tx: Tx,
  tenant_id: string,
  plan: Plan,
  { start, end }: Period,
  ref: string,
  actor: string,
): { repeated: boolean; lines: LedgerEntry[] } {
  const before = linesGranted(tx, { reason: 'plan_grant', tenant_id, ref })
  if (before.length > 0) return { repeated: true, lines: before }
  const group_id = newId()
  const note = `${plan.name}, ${dayOf(start)} to ${dayOf(end)}`
  const lines = CREDIT_KINDS.flatMap((kind) => {
    const amount = kind === 'index' ? plan.monthly_index_credits : plan.monthly_check_credits
    return amount === 0
      ? []
      : [grant(tx, { tenant_id, kind, amount, reason: 'plan_grant', ref, actor, note, group_id }).line]
  })
  return { repeated: false, lines }
}
