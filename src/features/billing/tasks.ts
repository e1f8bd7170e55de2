import { inSteps } from '../../kernel/scheduling/steps.ts'
import { task } from '../../kernel/scheduling/task.ts'
import { MINUTE } from '../../kernel/time/clock.ts'
import { forgetEvents, SETTLE_PAYMENTS, settlePayments } from './index.ts'

export const settlePaymentsTask = task({
  name: SETTLE_PAYMENTS,
  every: MINUTE,
  summary: 'Sends refunds to Stripe, fetches events that did not arrive, and ends the grace period of late payments.',
  run: async (app, signal) => (await settlePayments(app, signal)) + (await inSteps(app.db, signal, forgetEvents)),
})
