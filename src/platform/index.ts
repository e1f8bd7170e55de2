import type { Job } from '../kernel/job.ts'
import type { AnyOperation } from '../kernel/operation.ts'
import { deleteProfile } from './operations/delete-profile.ts'
import { listMcpTools } from './operations/list-mcp-tools.ts'
import { listRoutes } from './operations/list-routes.ts'

export { firstRun } from './first-run.ts'

export const operations: readonly AnyOperation[] = [deleteProfile, listRoutes, listMcpTools]

export const jobs: readonly Job[] = []
