export { allocate, allocateAll } from './allocate.ts'
export { movementsOf, type UsedThen } from './credit-days.ts'
export { detailOf } from './detail.ts'
export { startFreePlan } from './free-plan.ts'
export { consume, findEntry, grant, release, reserve, transfer } from './ledger.ts'
export { linesOf, newestLines } from './lines.ts'
export { movedBelow } from './moved-below.ts'
export { assertPaysFor, type HeldCredits, heldBy, missingFor, moveCredits } from './moved-job.ts'
export { MOVES } from './moved-lines.ts'
export { type PlanChange, WITHOUT_BILLING } from './payments.ts'
export { setPlanByHand } from './plan-by-hand.ts'
export {
  CALENDAR_IN_FUTURE,
  GRANT_PLAN_CREDITS,
  grantDue,
  grantPlanPeriod,
  type Period,
  payCalendar,
  restartCalendar,
  startCalendar,
} from './plan-calendar.ts'
export { assertMayChangeSpending, assertMaySpendLater, billOf, planOf } from './plan-order.ts'
export { balances, balancesOf, insufficientCredits, owedBy, pendingOf, put, TAKE_LESS, take } from './purse.ts'
export { tellDeciders, tellRequester } from './request-letters.ts'
export {
  approve,
  assertNoOpenRequest,
  CreditRequest,
  countPendingRequests,
  decline,
  enterPaidPack,
  findRequest,
  openRequest,
  REQUEST_COLUMNS,
  RequestId,
  readRequest,
  refund,
  withUnspent,
} from './requests.ts'
export { reverse } from './reverse.ts'
export { isRunningDry, type Runway, runwaysOf, suggestedTransfer } from './runway.ts'
export {
  Balance,
  type Balances,
  Bill,
  CreditKind,
  DIRECTIONS,
  EntryId,
  LedgerDetail,
  LedgerEntry,
  LedgerLine,
  Note,
  OwnTenant,
  REQUEST_STATUSES,
  SignedAmount,
} from './shapes.ts'
export type { CreditRequestRow } from './tables.ts'
