import type { Job } from '../../kernel/job.ts'
import type { AnyOperation } from '../../kernel/operation.ts'
import { createApiKey } from '../../operations/api-keys/create-api-key.ts'
import { createSubTenant } from '../../operations/tenants/create-sub-tenant.ts'
import { getBranding } from '../../operations/branding/get-branding.ts'
import { getPricing } from '../../operations/catalog/get-pricing.ts'
import { listPacks } from '../../operations/credits/list-packs.ts'
import { listPlans } from '../../operations/plans/list-plans.ts'
import { putBranding } from '../../operations/branding/put-branding.ts'
import { updateTenant } from '../../operations/tenants/update-tenant.ts'

export { brandOf, type DomainOwner, siteOf, tenantOfDomain } from '../branding/branding.ts'
export { BUILT_IN, type Catalog, cents, readCatalog } from './catalog.ts'
export { LOOK_DAYS } from './guarantee.ts'
export { requirePlan, requireRoom } from './limits.ts'
export { logoAt } from '../branding/logo.ts'
export { requireRoomForMember } from '../keys/room.ts'
export * from './shapes.ts'
export { planInForce, planNamed, planOf, rootOf, subscribe, subscriptionOf } from './subscription.ts'
export { type PlanUsage, planUsage } from '../reports/plan-usage.ts'

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
