export { BUILT_IN, type Catalog, cents, readCatalog } from './catalog.ts'
export { assertFeature, assertRoom, featureRefusal, type PlanApp } from './limits.ts'
export * from './shapes.ts'
export {
  GRACE,
  type HeldPlan,
  planInForce,
  planNamed,
  planOf,
  plansOf,
  subscribe,
  subscriptionOf,
} from './subscription.ts'
export type { Subscription } from './tables.ts'
export { assertRoomInTree } from './tree-limits.ts'
