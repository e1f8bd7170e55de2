/** Words of the ledger on the screen. */
import type { CreditKind, LedgerEntry } from '../../src/domains/credits/index.ts'
import { type Text, text } from '../../src/kernel/language/say.ts'

export const KINDS: Record<CreditKind, Text> = { index: text('Index'), check: text('Check') }

export const REASON: Record<LedgerEntry['reason'], Text> = {
  trial: text('Trial'),
  plan_grant: text('Credits of the plan'),
  pack: text('Pack'),
  allocation: text('Transfer'),
  release: text('Refunded'),
  refund: text('Unused credits refunded'),
  adjustment: text('Adjusted by the operator'),
  reversal: text('Reversed'),
  reserve: text('Reserved'),
  check: text('Check'),
  move: text('Moved push'),
}
