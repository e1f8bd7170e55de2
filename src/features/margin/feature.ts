import { feature } from '../feature.ts'
import { earningsOf } from './earnings.ts'
import * as operations from './operations.ts'
import { priceOf, setPrice } from './prices.ts'

export const margin = feature({
  name: 'margin',
  summary: 'What an agency earns: prices of clients and suppliers, margin, revenue.',
  needs: [],
  operations,
  provides: { earningsOf, priceOf, setPrice },
  tabs: [{ menu: 'operator', entry: 'Revenue', behind: '/revenue', title: 'Margin', under: '/revenue/margin' }],
  slots: async () => ({
    ...(await import('../../../views/margin/client-price.tsx')).marginSlots,
    ...(await import('../../../views/margin/totals.ts')).marginTotals,
  }),
  screens: async () => {
    const { moneyScreens } = await import('../../../views/margin/money/pages.tsx')
    const { marginScreens } = await import('../../../views/margin/pages.tsx')
    const { clientPriceScreens } = await import('../../../views/margin/client-price.tsx')
    return [...moneyScreens, ...marginScreens, ...clientPriceScreens]
  },
})
