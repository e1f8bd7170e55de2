import { feature } from '../feature.ts'
import * as operations from './operations.ts'

export const margin = feature({
  name: 'margin',
  summary: 'What an agency earns: prices of clients and suppliers, margin, revenue.',
  needs: [],
  operations,
  tabs: [{ menu: 'operator', entry: 'Revenue', behind: '/revenue', title: 'Margin', under: '/revenue/margin' }],
  slots: async () => (await import('../../../views/margin/client-price.tsx')).marginSlots,
  screens: async () => {
    const { moneyScreens } = await import('../../../views/margin/money/pages.tsx')
    const { marginScreens } = await import('../../../views/margin/pages.tsx')
    const { clientPriceScreens } = await import('../../../views/margin/client-price.tsx')
    return [...moneyScreens, ...marginScreens, ...clientPriceScreens]
  },
})
