import Type from 'typebox'
import { BillingOverview, overviewOf } from '../index.ts'
import { read } from '../../../kernel/operation/operation.ts'

export const getBilling = read({
  name: 'get_billing',
  route: 'GET /admin/billing',
  role: 'platform',
  summary: 'Revenue of this month and the last, refunds, chargebacks, subscriptions by plan, MRR, payment mode.',
  description: 'Months are in UTC. Test payments count only while the install is in test mode.',
  input: Type.Object({}),
  output: BillingOverview,
  example: {},

  handle: ({ tx, app }) => overviewOf(tx, app),
})
