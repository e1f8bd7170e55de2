/** Part of the operator's overview: recurring revenue, payments and chargebacks. */
import type { SignedInCall, Slots } from '../../src/doors/pages/web.ts'
import { getBilling } from '../../src/features/billing/operations/billing.ts'
import { count, type OverviewPart } from '../kit/overview-part.tsx'
import { usd } from '../parts/text/format.ts'
import type { SystemData } from '../system/system.tsx'

export const overviewPart = async (call: SignedInCall, { payments }: SystemData): Promise<OverviewPart> => {
  const { disputes_open } = await call.call(getBilling, {})
  return {
    in_progress: [count('Payments and Stripe events', '/revenue', payments.waiting)],
    waiting: [count('Chargebacks to answer', '/revenue/payments?type=chargeback', disputes_open)],
  }
}

export const recurring: Slots['recurring'] = async (call) => {
  const { mode, mrr_usd } = await call.call(getBilling, {})
  return `${usd(mrr_usd)} a month ${mode === 'manual' ? 'assigned, not billed' : 'recurring'}`
}
