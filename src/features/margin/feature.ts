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
})
