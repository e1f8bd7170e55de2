import type { Job } from '../kernel/job.ts'
import type { AnyOperation } from '../kernel/operation.ts'
import { listMcpTools } from './operations/list-mcp-tools.ts'
import { listRoutes } from './operations/list-routes.ts'

export const operations: readonly AnyOperation[] = [listRoutes, listMcpTools]

export const jobs: readonly Job[] = []
