import type { Job } from '../kernel/job.ts'
import type { AnyOperation } from '../kernel/operation.ts'

export { BUILT_IN, type Catalog, cents, readCatalog } from './catalog.ts'
export { planLimit, planRequired, requirePlan, requireRoom } from './limits.ts'
export * from './shapes.ts'
export { planInForce, planNamed, planOf, rootOf, subscribe, subscriptionOf } from './subscription.ts'
export type { Subscription } from './tables.ts'

export const operations: readonly AnyOperation[] = []

export const jobs: readonly Job[] = []
