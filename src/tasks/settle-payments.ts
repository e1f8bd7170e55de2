import { forgetEvents, SETTLE_PAYMENTS, settlePayments } from '../domains/billing/index.ts'
import { MINUTE } from '../kernel/time/clock.ts'
import { inSteps } from '../kernel/work/steps.ts'
import { task } from '../kernel/work/task.ts'

export const settlePaymentsTask = task({
  name: SETTLE_PAYMENTS,
  every: MINUTE,
  summary: 'Sends refunds to Stripe, asks it what it did not tell, and ends the grace of late payments.',
  run: async (app, signal) => (await settlePayments(app, signal)) + (await inSteps(app.db, signal, forgetEvents)),
})
