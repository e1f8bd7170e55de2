/** Transfers missing credits to a workspace while it orders a push or a check. */
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
  /** Names of the receiver and of the giver. */
  purse: string
  giver: string | null
  missing: readonly { kind: CreditKind; missing: number }[]
}

/** `12 index credits and 3 check credits`. */
export const creditsIn = (missing: Gift['missing']): string =>
  missing.map(({ kind, missing }) => many(missing, `${kind} credit`)).join(' and ')

/** Transfers each kind once per form. Returns the message for an order that fails after the transfer. */
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
