/** Transfers missing credits to a workspace while it orders a push or a check, or while a push moves to it. */
import type { CreditKind } from '../../src/domains/credits/index.ts'
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import { ENGLISH, type Reader } from '../../src/kernel/language/reader.ts'
import { listed, say } from '../../src/kernel/language/say.ts'
import { allocateCredits } from '../../src/operations/credits/balances.ts'
import { zoneOf } from '../frame/reader.ts'

const NOTES = { push: 'For a push', check: 'For a check', move: 'For a push that moves to it' }

type ClientShortage = {
  tenant_id: string
  /** Names of the receiver and of the giver. */
  purse: string
  giver: string | null
  missing: readonly { kind: CreditKind; missing: number }[]
}

/** `12 index credits and 3 check credits`. */
export const creditsIn = (missing: ClientShortage['missing'], to: Reader = ENGLISH): string =>
  listed(
    to,
    missing.map(({ kind, missing: n }) =>
      kind === 'index'
        ? say(to, '{n, plural, one {# index credit} other {# index credits}}', { n })
        : say(to, '{n, plural, one {# check credit} other {# check credits}}', { n }),
    ),
  )

/** One transfer for each kind of credits, if a workspace can give them. */
export const giftsOf = (order: keyof typeof NOTES, { tenant_id, giver, missing }: ClientShortage) =>
  (giver === null ? [] : missing).map(({ kind, missing: amount }) => ({
    operation: allocateCredits,
    input: { tenant_id, amount, kind, note: NOTES[order] },
  }))

/** Transfers each kind once per form. Returns the message for an order that fails after the transfer. */
export async function giveMissing(
  call: SignedInCall,
  order: keyof typeof NOTES,
  gift: ClientShortage,
): Promise<string> {
  const { purse, giver, missing } = gift
  for (const { operation, input } of giftsOf(order, gift))
    await call.call(operation, input, { idempotency_key: `${call.form.idempotency_key}-${input.kind}` })
  const to = zoneOf(call)
  return say(
    to,
    '{order, select, check {Nothing was checked} move {Nothing was moved} other {Nothing was pushed}}, but {giver} transferred {credits} to {name}. Use them for the next {order, select, check {check} move {move} other {push}}, or take them back under “Clients”.',
    { order, giver: giver!, credits: creditsIn(missing, to), name: purse },
  )
}
