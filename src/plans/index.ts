import type { Job } from '../kernel/job.ts'
import type { AnyOperation } from '../kernel/operation.ts'
import { getPricing } from './operations/get-pricing.ts'
import { listPacks } from './operations/list-packs.ts'
import { listPlans } from './operations/list-plans.ts'

export { BUILT_IN, type Catalog, cents, readCatalog } from './catalog.ts'
export { LOOK_DAYS } from './guarantee.ts'
export { planLimit, planRequired, requirePlan, requireRoom } from './limits.ts'
export * from './shapes.ts'
export { planInForce, planNamed, planOf, rootOf, subscribe, subscriptionOf } from './subscription.ts'
export type { Subscription } from './tables.ts'

export const operations: readonly AnyOperation[] = [getPricing, listPacks, listPlans]

export const jobs: readonly Job[] = []
