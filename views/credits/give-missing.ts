/** Credits for an order that the workspace's purse does not hold, in the act of ordering. */
import type { CreditKind } from '../../src/domains/credits/index.ts'
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import { allocateCredits } from '../../src/operations/credits/allocate-credits.ts'
import { many } from '../parts/text/format.ts'

const ORDERS = {
  push: { note: 'For a push', not_done: 'Nothing was pushed' },
  check: { note: 'For a check', not_done: 'Nothing was checked' },
}

type Gift = {
  tenant_id: string
  /** Who gets and who gives, by name. */
  purse: string
  giver: string | null
  missing: readonly { kind: CreditKind; missing: number }[]
}

/** `12 index credits and 3 check credits`. */
export const creditsIn = (missing: Gift['missing']): string =>
  missing.map(({ kind, missing }) => many(missing, `${kind} credit`)).join(' and ')

/** Gives each kind once for one form. What to say of it where no order follows: that they are there, and how they come back. */
export async function giveMissing(call: SignedInCall, order: 'push' | 'check', gift: Gift): Promise<string> {
  const { tenant_id, purse, giver, missing } = gift
  const { note, not_done } = ORDERS[order]
  for (const { kind, missing: amount } of missing)
    await call.call(
      allocateCredits,
      { tenant_id, amount, kind, note },
      { idempotency_key: `${call.form.idempotency_key}-${kind}` },
    )
  return `${not_done}, but ${giver} transferred ${creditsIn(missing)} to ${purse}. Use them for the next ${order}, or take them back under “Clients”.`
}
