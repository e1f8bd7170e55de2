import type { FeaturePages } from '../../src/doors/pages/web.ts'
import { clientPriceScreens, marginSlots } from './client-price.tsx'
import { moneyScreens } from './money/pages.tsx'
import { marginScreens } from './pages.tsx'
import { marginTotals } from './totals.ts'

export const marginPages: FeaturePages = {
  screens: [...moneyScreens, ...marginScreens, ...clientPriceScreens],
  slots: { ...marginSlots, ...marginTotals },
}
