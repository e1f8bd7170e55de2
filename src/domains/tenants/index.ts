import type { Job } from '../../kernel/job.ts'
import type { AnyOperation } from '../../kernel/operation.ts'

import { getTenant } from '../../operations/tenants/get-tenant.ts'
import { listTenants } from '../../operations/tenants/list-tenants.ts'

export { isHidden, removeEmpty, setArchived } from './archive.ts'
export { type Branding, readBranding, writeBranding } from './branding.ts'
export { createTenant, findAbove, findTenant, readTenant } from './find.ts'
export { moveTenant } from './move.ts'
export * from './shapes.ts'
export type { TenantRow } from './tables.ts'
export { ARCHIVED, below, countBelow, idsOf, inUseBelow, isArchived, judgeKind, judgePlace } from './tree.ts'

export const operations: readonly AnyOperation[] = [listTenants, getTenant]

export const jobs: readonly Job[] = []
