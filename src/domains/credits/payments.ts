/** Payments of packs and plans, as the core asks about them. */
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { Install } from '../../kernel/operation/app.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import type { BillingMode, Plan, Subscription } from '../plans/index.ts'
import type { CreditRequestRow } from './tables.ts'

/** A plan that the operator set. */
export type PlanChange = {
  before: Subscription | null
  after: Subscription
  plan: Plan
  /** Whether a period of credits was granted with it. */
  granted: boolean
  ref: string | undefined
  actor: string
}

export type Billing = {
  mode(config: Install['config']): BillingMode
  /** Whether the workspace pays a plan through Stripe. */
  isSubscribed(tx: ReadTx, tenant_id: string): boolean
  /** Why the workspace may buy nothing; null where it may. */
  whyLocked(tx: ReadTx, tenant_id: string): string | null
  packApproved(tx: Tx, request: CreditRequestRow, actor: string): void
  /** Refunds what was paid for a pack. */
  packRefunded(tx: Tx, app: Pick<Install, 'wake'>, caller: Caller, request: CreditRequestRow): void
  planSet(tx: Tx, change: PlanChange): void
}

export const WITHOUT_BILLING: Billing = {
  mode: () => 'manual',
  isSubscribed: () => false,
  whyLocked: () => null,
  packApproved() {},
  packRefunded() {},
  planSet() {},
}

declare module '../../kernel/operation/app.ts' {
  interface Install {
    billing: Billing
  }
}
