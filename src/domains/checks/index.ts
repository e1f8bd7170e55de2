import type { Job } from '../../kernel/job.ts'
import type { AnyOperation } from '../../kernel/operation.ts'
import { checkIndex } from '../../operations/checks/check-index.ts'
import { exportJobCsv } from '../../operations/jobs/export-job-csv.ts'
import { getCheckResults } from '../../operations/jobs/get-check-results.ts'
import { getIntegrations } from '../../operations/checks/get-integrations.ts'
import { getRawCheckResult } from '../../operations/jobs/get-raw-check-result.ts'
import { recheckJob } from '../../operations/jobs/recheck-job.ts'
import { testIntegration } from '../../operations/checks/test-integration.ts'
import { updateIntegrations } from '../../operations/checks/update-integrations.ts'

export { forgetLooks, hasLooks } from './forget-looks.ts'
export { creditsOf, openLooks, planConfirmations, planLooks, requireEngine } from './plan-looks.ts'
export { announceResult } from './postback.ts'
export { inDoubtToday, spentToday } from './queues.ts'
export { type FinishedLook, withdrawLooks } from './record-looks.ts'
export { engineInUse, integrations, openEngine, openSearchConsole, POSTBACK_PATH } from './settings.ts'
export type { LookRow } from './tables.ts'
export { takeLooks } from './take-looks.ts'

export const operations: readonly AnyOperation[] = [
  checkIndex,
  recheckJob,
  getCheckResults,
  getRawCheckResult,
  exportJobCsv,
  getIntegrations,
  updateIntegrations,
  testIntegration,
]

export const jobs: readonly Job[] = []
