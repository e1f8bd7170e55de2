import type { Job } from '../kernel/job.ts'
import type { AnyOperation } from '../kernel/operation.ts'

import { createSubTenant } from './operations/create-sub-tenant.ts'
import { deleteTenant } from './operations/delete-tenant.ts'
import { getTenant } from './operations/get-tenant.ts'
import { listTenants } from './operations/list-tenants.ts'
import { updateTenant } from './operations/update-tenant.ts'

export { createTenant, findTenant, readTenant } from './find.ts'
export * from './shapes.ts'
export { type TenantRow, tenants as tenantsTable } from './tables.ts'
export { below, depthOf, idsOf, isArchived, rootOf } from './tree.ts'

export const operations: readonly AnyOperation[] = [listTenants, createSubTenant, getTenant, updateTenant, deleteTenant]

export const jobs: readonly Job[] = []
