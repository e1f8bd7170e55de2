import type { Caller } from '../../kernel/operation/caller.ts'
import { Fault } from '../../kernel/operation/fault.ts'

/**
 * What a rule spends later counts against no key, so a caller with a limit may not set one up.
 * @throws Fault forbidden
 */
export function assertMaySpendLater({ daily_credit_cap, approval_above }: Caller): void {
  if (daily_credit_cap === null && typeof approval_above !== 'number') return
  throw new Fault(
    'forbidden',
    'This spends credits later, beyond the limit of this key or app. Ask a person to set it up, or use a key without a limit.',
  )
}
