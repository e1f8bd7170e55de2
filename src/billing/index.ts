import type { Job } from '../kernel/job.ts'
import type { AnyOperation } from '../kernel/operation.ts'
import { approveCreditRequest } from './operations/approve-credit-request.ts'
import { createCreditRequest } from './operations/create-credit-request.ts'
import { declineCreditRequest } from './operations/decline-credit-request.ts'
import { getMargin } from './operations/get-margin.ts'
import { getMarginSettings } from './operations/get-margin-settings.ts'
import { getProviders } from './operations/get-providers.ts'
import { getUpstreamBalance } from './operations/get-upstream-balance.ts'
import { putMarginReconciliation } from './operations/put-margin-reconciliation.ts'
import { refundCreditRequest } from './operations/refund-credit-request.ts'
import { updateMarginSettings } from './operations/update-margin-settings.ts'

export const operations: readonly AnyOperation[] = [
  createCreditRequest,
  approveCreditRequest,
  declineCreditRequest,
  refundCreditRequest,
  getUpstreamBalance,
  getProviders,
  getMargin,
  getMarginSettings,
  updateMarginSettings,
  putMarginReconciliation,
]

export const jobs: readonly Job[] = []
