import type { Job } from '../kernel/job.ts'
import type { AnyOperation } from '../kernel/operation.ts'

export { consume, type Grant, grant, type JobCredits, release, reserve, transfer } from './ledger.ts'
export { grantPlanPeriod, type Period } from './plan-grant.ts'
export { balances, insufficientCredits } from './purse.ts'
export { Balance, type Balances, CreditKind, LedgerEntry } from './shapes.ts'

export const operations: readonly AnyOperation[] = []

export const jobs: readonly Job[] = []
