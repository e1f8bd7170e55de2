import { feature } from '../feature.ts'
import { payments } from './doors/payments.ts'
import { paymentState } from './figures.ts'
import * as bills from './operations/billing.ts'
import * as checkout from './operations/checkout.ts'
import { settlePaymentsTask } from './tasks.ts'

export const billing = feature({
  name: 'billing',
  summary: 'Sells packs and plans through Stripe, and keeps what was paid.',
  needs: [],
  operations: { ...bills, ...checkout },
  tasks: [settlePaymentsTask],
  http: [payments],
  state: { payments: (tx, { config }) => paymentState(tx, config) },
  tabs: [{ menu: 'operator', entry: 'Revenue', behind: '/revenue', title: 'Payments', under: '/revenue/payments' }],
  slots: async () => ({
    case_words: (await import('../../../views/billing/cases.ts')).PAYMENT_WORDS,
    operator_overview: (await import('../../../views/billing/operator-part.tsx')).overviewPart,
    recurring: (await import('../../../views/billing/operator-part.tsx')).recurring,
  }),
  screens: async () => (await import('../../../views/billing/pages.tsx')).billingScreens,
})
