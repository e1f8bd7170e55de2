import type { FeaturePages } from '../../src/doors/pages/web.ts'
import { PAYMENT_WORDS } from './cases.ts'
import { overviewPart, recurring } from './operator-part.tsx'
import { billingScreens } from './pages.tsx'

export const billingPages: FeaturePages = {
  screens: billingScreens,
  slots: { case_words: PAYMENT_WORDS, operator_overview: overviewPart, recurring },
}
