import { HOUR } from '../../kernel/clock.ts'
import { type Job, job } from '../../kernel/job.ts'
import type { AnyOperation } from '../../kernel/operation.ts'
import { adjustCredits } from '../../operations/credits/adjust-credits.ts'
import { allocateCredits } from '../../operations/credits/allocate-credits.ts'
import { deleteTenant } from '../../operations/tenants/delete-tenant.ts'
import { getCredits } from '../../operations/credits/get-credits.ts'
import { getLedgerEntry } from '../../operations/credits/get-ledger-entry.ts'
import { listCreditRequests } from '../../operations/credits/list-credit-requests.ts'
import { listLedger } from '../../operations/credits/list-ledger.ts'
import { reverseLedgerEntry } from '../../operations/credits/reverse-ledger-entry.ts'
import { setTenantPlan } from '../../operations/tenants/set-tenant-plan.ts'
import { grantDue } from './plan-calendar.ts'

export { findRequest } from './find.ts'
export { consume, grant, release, reserve, transfer } from './ledger.ts'
export { startCalendar } from './plan-calendar.ts'
export { grantPlanPeriod } from './plan-grant.ts'
export { balances, pendingOf } from './purse.ts'
export { approve, CreditRequest, decline, openRequest, RequestId, readRequest, refund } from './requests.ts'
export { type Balances, CreditKind, LedgerEntry, Note, OwnTenant } from './shapes.ts'
export type { CreditRequestRow } from './tables.ts'

export const operations: readonly AnyOperation[] = [
  getCredits,
  listLedger,
  getLedgerEntry,
  reverseLedgerEntry,
  allocateCredits,
  adjustCredits,
  listCreditRequests,
  setTenantPlan,
  deleteTenant,
]

export const grantPlanCreditsJob = job({
  name: 'grant_plan_credits',
  every: HOUR,
  summary: 'Grants the credits that plans give each month.',
  run: grantDue,
})

export const jobs: readonly Job[] = [grantPlanCreditsJob]
