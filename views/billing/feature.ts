import type { FeaturePages } from '../../src/doors/pages/web.ts'
import { createCheckout } from '../../src/features/billing/operations/checkout.ts'
import { buyScreens, payPlan } from './buy.tsx'
import { PAYMENT_WORDS } from './cases.ts'
import { overviewPart, recurring } from './operator-part.tsx'
import { billingScreens } from './pages.tsx'

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
