import type { Job } from '../kernel/job.ts'
import type { AnyOperation } from '../kernel/operation.ts'
import { createApiKey } from './operations/create-api-key.ts'
import { createSubTenant } from './operations/create-sub-tenant.ts'
import { getBranding } from './operations/get-branding.ts'
import { getPricing } from './operations/get-pricing.ts'
import { listPacks } from './operations/list-packs.ts'
import { listPlans } from './operations/list-plans.ts'
import { putBranding } from './operations/put-branding.ts'
import { updateTenant } from './operations/update-tenant.ts'

export { brandOf, type DomainOwner, siteOf, tenantOfDomain } from './branding.ts'
export { BUILT_IN, type Catalog, cents, readCatalog } from './catalog.ts'
export { LOOK_DAYS } from './guarantee.ts'
export { requirePlan, requireRoom } from './limits.ts'
export { logoAt } from './logo.ts'
export { requireRoomForMember } from './room.ts'
export * from './shapes.ts'
export { planInForce, planNamed, planOf, rootOf, subscribe, subscriptionOf } from './subscription.ts'
export { type PlanUsage, planUsage } from './usage.ts'

export const operations: readonly AnyOperation[] = [
  getPricing,
  listPacks,
  listPlans,
  createSubTenant,
  updateTenant,
  createApiKey,
  getBranding,
  putBranding,
]

export const jobs: readonly Job[] = []
