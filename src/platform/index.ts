import type { Job } from '../kernel/job.ts'
import type { AnyOperation } from '../kernel/operation.ts'
import { deleteProfile } from '../operations/account/delete-profile.ts'
import { listMcpTools } from '../operations/catalog/list-mcp-tools.ts'
import { listRoutes } from '../operations/catalog/list-routes.ts'

export { firstRun } from '../domains/accounts/first-run.ts'

export const operations: readonly AnyOperation[] = [deleteProfile, listRoutes, listMcpTools]

export const jobs: readonly Job[] = []
