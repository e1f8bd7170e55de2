import type { FeaturePages, SignedInCall, Slots } from '../../src/doors/pages/web.ts'
import { getBilling } from '../../src/features/billing/operations/billing.ts'
import { createCheckout } from '../../src/features/billing/operations/checkout.ts'
import { say } from '../../src/kernel/language/say.ts'
import { opens, there } from '../kit/case-line.ts'
import { count, type OverviewPart } from '../kit/overview-part.tsx'
import { fullDay, usd } from '../parts/text/format.ts'
import type { SystemData } from '../system/system.tsx'
import { buyScreens, payPlan } from './buy.tsx'
import { billingScreens } from './pages.tsx'

const overviewPart = async (call: SignedInCall, { payments }: SystemData): Promise<OverviewPart> => {
  const { disputes_open } = await call.call(getBilling, {})
  return {
    in_progress: [count('Payments and Stripe events', '/revenue', payments.waiting)],
    waiting: [count('Chargebacks to answer', '/revenue/payments?type=chargeback', disputes_open)],
  }
}

const recurring: Slots['recurring'] = async (call) => {
  const { mode, mrr_usd } = await call.call(getBilling, {})
  return `${usd(mrr_usd)} a month ${mode === 'manual' ? 'assigned, not billed' : 'recurring'}`
}

const PAYMENT_WORDS: Slots['case_words'] = {
  past_due: (one, { may, zone }) => ({
    icon: 'coins',
    tone: 'bad',
    text: say(zone, 'The payment for the plan is due'),
    sub: one.note && say(zone, 'Without it, the plan ends on {day}', { day: fullDay(one.note, zone) }),
    ...opens(say(zone, 'See the plan'), there(one, '/credits/buy'), may.packs),
  }),
}

export const billingPages: FeaturePages = {
  screens: [...billingScreens, ...buyScreens],
  slots: {
    case_words: PAYMENT_WORDS,
    operator_overview: overviewPart,
    recurring,
    payment: createCheckout,
    pay_plan: payPlan,
  },
}
