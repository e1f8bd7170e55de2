export {
  type ActingCase,
  ActingCaseShape,
  CASE_KINDS,
  type Case,
  type CaseKind,
  CaseShape,
  type NextAct,
} from './cases.ts'
export { CLIENT_VIEWS, listedClients } from './client-list.ts'
export { readClient, weeksOf } from './client-overview.ts'
export {
  addView,
  ClientFilters,
  ClientView,
  changeView,
  findView,
  removeView,
  ViewId,
  ViewName,
  viewsOf,
} from './client-views.ts'
export { type CreditUseRow, type CreditUseTotal, readCreditUse } from './credit-use.ts'
export { readForecast } from './credits-forecast.ts'
export { type LastDay, type Standing, standings } from './last-settled-day.ts'
export { isBelow, LEAST_FOR_RATE, LOW_SHARE, OFF_POINTS, type OffUsual, offUsual, points } from './off-usual.ts'
export { planUsage } from './plan-usage.ts'
export { MOST_COUNTED, type Queue, readQueue } from './queue.ts'
export { chartOf } from './sent-chart.ts'
export { Day, RUNWAY, SentDayShape, StandingShape, TileUrl, WeekShape } from './shapes.ts'
export { OfSupplier, suppliersByWeek } from './supplier-weeks.ts'
export { factsOfWorkspaces } from './workspace-facts.ts'
