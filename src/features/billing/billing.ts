/** Answers to the questions of the core about payments. */
import type { App } from '../../kernel/operation/app.ts'
import { currentSubscription, followSubscription, whyLocked } from './accounts.ts'
import { modeOf } from './figures.ts'
import { recordApproval, recordPlan, recordRefund } from './manual-entries.ts'
import { orderMoneyBack } from './money-back.ts'

export const BILLING: App['billing'] = {
  mode: modeOf,
  isSubscribed: (tx, tenant_id) => currentSubscription(tx, tenant_id) !== null,
  whyLocked,
  packApproved: recordApproval,
  packRefunded(tx, app, caller, request) {
    // A Stripe payment is refunded through Stripe, which reports it later.
    if (!orderMoneyBack(tx, app, caller, request)) recordRefund(tx, request, caller.label)
  },
  planSet(tx, change) {
    // A plan set by hand no longer ends with the Stripe subscription, until Stripe reports the subscription again.
    followSubscription(tx, change.after.tenant_id, null)
    recordPlan(tx, change)
  },
}
