import { feature } from '../feature.ts'
import { BILLING } from './billing.ts'
import { payments } from './doors/payments.ts'
import { paymentState } from './figures.ts'
import * as bills from './operations/billing.ts'
import * as checkout from './operations/checkout.ts'
import { settlePaymentsTask } from './tasks.ts'

export const billing = feature({
  name: 'billing',
  summary: 'Sells packs and plans through Stripe, and keeps what was paid.',
  needs: [],
  sections: [{ name: 'Credits and plans', paths: /^\/billing\/(checkout|payments|plan|portal)\b/ }],
  operations: { ...bills, ...checkout },
  tasks: [settlePaymentsTask],
  http: [payments],
  provides: { billing: BILLING },
  state: { payments: (tx, { config }) => paymentState(tx, config) },
  tabs: [{ menu: 'operator', entry: 'Revenue', behind: '/revenue', title: 'Payments', under: '/revenue/payments' }],
})
