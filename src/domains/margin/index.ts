import type { Job } from '../../kernel/job.ts'
import type { AnyOperation } from '../../kernel/operation.ts'
import { approveCreditRequest } from '../../operations/credits/approve-credit-request.ts'
import { createCreditRequest } from '../../operations/credits/create-credit-request.ts'
import { declineCreditRequest } from '../../operations/credits/decline-credit-request.ts'
import { getMargin } from '../../operations/margin/get-margin.ts'
import { getMarginSettings } from '../../operations/margin/get-margin-settings.ts'
import { getProviders } from '../../operations/providers/get-providers.ts'
import { getUpstreamBalance } from '../../operations/providers/get-upstream-balance.ts'
import { putMarginReconciliation } from '../../operations/margin/put-margin-reconciliation.ts'
import { refundCreditRequest } from '../../operations/credits/refund-credit-request.ts'
import { updateMarginSettings } from '../../operations/margin/update-margin-settings.ts'

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
