import type { Job } from '../kernel/job.ts'
import type { AnyOperation } from '../kernel/operation.ts'
import { getMargin } from './operations/get-margin.ts'
import { getMarginSettings } from './operations/get-margin-settings.ts'
import { getProviders } from './operations/get-providers.ts'
import { getUpstreamBalance } from './operations/get-upstream-balance.ts'
import { putMarginReconciliation } from './operations/put-margin-reconciliation.ts'
import { updateMarginSettings } from './operations/update-margin-settings.ts'

export const operations: readonly AnyOperation[] = [
  getUpstreamBalance,
  getProviders,
  getMargin,
  getMarginSettings,
  updateMarginSettings,
  putMarginReconciliation,
]

export const jobs: readonly Job[] = []
