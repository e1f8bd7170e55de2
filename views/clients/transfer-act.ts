/** What the panel of a transfer sends, from the list of clients or from the page of one. */
import type { Flash, SignedInCall } from '../../src/doors/pages/web.ts'
import { allocateCredits } from '../../src/operations/credits/allocate-credits.ts'
import { many } from '../parts/text/format.ts'

export async function moved(call: SignedInCall): Promise<Flash> {
  const { amount = '', way, kind, note } = call.form
  const line = await call.call(
    allocateCredits,
    {
      tenant_id: call.params.id,
      amount: way === 'back' ? amount.replace(/^-?/, '-') : amount,
      kind: kind || 'index',
      note: note || undefined,
    },
    { once: true },
  )
  const credits = many(line.amount, `${line.kind} credit`)
  return { text: `${credits} ${line.direction === 'in' ? 'transferred' : 'taken back'}. Reverse it in the ledger.` }
}

/** Faults that are about the whole of the panel. */
export const TRANSFER_FAULTS = ['insufficient_credits', 'conflict'] as const
