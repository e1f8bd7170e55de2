import Type from 'typebox'
import {
  CreditKind,
  insufficientCredits,
  LedgerEntry,
  put,
  SignedAmount,
  TAKE_LESS,
  take,
} from '../../domains/credits/index.ts'
import { invalid } from '../../kernel/operation/fault.ts'
import { write } from '../../kernel/operation/operation.ts'
import { Defaulted, TenantId } from '../../kernel/operation/shape.ts'

export const adjustCredits = write({
  name: 'adjust_credits',
  route: 'POST /credits/adjust',
  role: 'platform',
  proof: true,
  instead: 'the page Credits of the web interface',
  archived_too: true,
  summary: 'Add credits to a workspace or, with a negative amount, take them away.',
  description:
    'A balance never falls below 0: taking more than is available is refused with 402. The reason becomes the note of the line.',
  input: Type.Object({
    tenant_id: TenantId,
    amount: SignedAmount,
    reason: Type.String({ title: 'Reason', minLength: 1, maxLength: 500 }),
    kind: Defaulted(CreditKind, 'index'),
  }),
  output: LedgerEntry,
  example: { tenant_id: 'ten_northwind', amount: 25, reason: 'Goodwill for the outage of 2 November', kind: 'check' },
  faults: ['insufficient_credits', 'conflict'],

  handle({ tx, caller }, { tenant_id, amount, reason: note, kind = 'index' }) {
    if (amount === 0) throw invalid({ path: 'amount', message: 'must not be 0' })
    const credits = { tenant_id, kind, amount: Math.abs(amount) }
    const words = { reason: 'adjustment', actor: caller.label, note } as const
    const line = amount > 0 ? put(tx, credits, words) : take(tx, credits, words)
    if (!line) throw insufficientCredits(tx, credits, TAKE_LESS)
    return line
  },
})
