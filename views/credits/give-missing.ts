/** Transfers missing credits to a workspace while it orders a push or a check, or while a push moves to it. */
import type { CreditKind } from '../../src/domains/credits/index.ts'
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import { allocateCredits } from '../../src/operations/credits/balances.ts'
import { many } from '../parts/text/format.ts'

const ORDERS = {
  push: { note: 'For a push', not_done: 'Nothing was pushed' },
  check: { note: 'For a check', not_done: 'Nothing was checked' },
  move: { note: 'For a push that moves to it', not_done: 'Nothing was moved' },
}

type ClientShortage = {
  tenant_id: string
  /** Names of the receiver and of the giver. */
  purse: string
  giver: string | null
  missing: readonly { kind: CreditKind; missing: number }[]
}

/** `12 index credits and 3 check credits`. */
export const creditsIn = (missing: ClientShortage['missing']): string =>
  missing.map(({ kind, missing }) => many(missing, `${kind} credit`)).join(' and ')

/** One transfer for each kind of credits, if a workspace can give them. */
export const giftsOf = (order: keyof typeof ORDERS, { tenant_id, giver, missing }: ClientShortage) =>
  (giver === null ? [] : missing).map(({ kind, missing: amount }) => ({
    operation: allocateCredits,
    input: { tenant_id, amount, kind, note: ORDERS[order].note },
  }))

/** Transfers each kind once per form. Returns the message for an order that fails after the transfer. */
export async function giveMissing(
  call: SignedInCall,
  order: keyof typeof ORDERS,
  gift: ClientShortage,
): Promise<string> {
  const { purse, giver, missing } = gift
  for (const { operation, input } of giftsOf(order, gift))
    await call.call(operation, input, { idempotency_key: `${call.form.idempotency_key}-${input.kind}` })
  return `${ORDERS[order].not_done}, but ${giver} transferred ${creditsIn(missing)} to ${purse}. Use them for the next ${order}, or take them back under “Clients”.`
}
