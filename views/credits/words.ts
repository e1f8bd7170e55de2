/** Words of the ledger on the screen. */
import type { CreditKind, LedgerEntry } from '../../src/domains/credits/index.ts'

export const KINDS: Record<CreditKind, string> = { index: 'Index', check: 'Check' }

export const REASON: Record<LedgerEntry['reason'], string> = {
  trial: 'Trial',
  plan_grant: 'Credits of the plan',
  pack: 'Pack',
  allocation: 'Transfer',
  release: 'Refunded',
  refund: 'Unused credits refunded',
  adjustment: 'Adjusted by the operator',
  reversal: 'Reversed',
  reserve: 'Reserved',
  check: 'Check',
  move: 'Moved push',
}
