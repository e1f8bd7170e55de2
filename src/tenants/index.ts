import type { Job } from '../kernel/job.ts'
import type { AnyOperation } from '../kernel/operation.ts'

export { createTenant, findTenant } from './find.ts'
export { type TenantRow, tenants as tenantsTable } from './tables.ts'
export { below, depthOf, idsOf, isArchived, rootOf } from './tree.ts'

export const operations: readonly AnyOperation[] = []

export const jobs: readonly Job[] = []
