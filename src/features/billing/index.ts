export {
  assertMayBuy,
  currentSubscription,
  customerOf,
  lockBuying,
  lockOf,
  unlockBuying,
  whyLocked,
} from './accounts.ts'
export { type EventRead, eventsPage, eventsStep, holdsText } from './events.ts'
export { modeOf, overviewOf } from './figures.ts'
export { SETTLE_PAYMENTS } from './money-back.ts'
export { beginPayment, findPayment, keepPage, orderOf, paymentOf, shownPayment, stripeMode } from './payments.ts'
export {
  BillingEvent,
  BillingOverview,
  EVENT_TYPES,
  eventFilters,
  PAID_PLANS,
  Payment,
  PaymentId,
  TenantBilling,
} from './shapes.ts'
export { noteSubscription } from './stripe/apply-subscription.ts'
export { forgetEvents, receiveEvent, WEBHOOK_PATH } from './stripe/receive.ts'
export { settlePayments } from './stripe/settle.ts'
export { tenantBilling } from './workspace.ts'
