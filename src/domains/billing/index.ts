export { recordApproval, recordPlan, recordRefund } from './by-hand.ts'
export { type EventRead, eventsPage, eventsStep } from './events.ts'
export { modeOf, overviewOf, tenantBilling } from './figures.ts'
export {
  BillingEvent,
  BillingOverview,
  EVENT_TYPES,
  type EventQuery,
  eventFilters,
  TenantBilling,
} from './shapes.ts'
