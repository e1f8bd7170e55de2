import type { Task } from '../kernel/task.ts'
import { advancePushesTask } from './advance-pushes.ts'
import { forgetConnectionsTask } from './forget-connections.ts'
import { forgetSignInsTask } from './forget-sign-ins.ts'
import { grantPlanCreditsTask } from './grant-plan-credits.ts'
import { housekeepingTask } from './housekeeping.ts'
import { planChecksTask } from './plan-checks.ts'
import { purgeDeletedJobsTask } from './purge-deleted-jobs.ts'
import { recheckLinksTask } from './recheck-links.ts'
import { rememberKeyUseTask } from './remember-key-use.ts'
import { revokeReplacedKeysTask } from './revoke-replaced-keys.ts'
import { sendIndexnowTask } from './send-indexnow.ts'
import { sendLinksTask } from './send-links.ts'
import { sendMailsTask } from './send-mails.ts'
import { syncBatchesTask } from './sync-batches.ts'
import { takeLooksTask } from './take-looks.ts'
import { verifyIndexnowSitesTask } from './verify-indexnow-sites.ts'

/** Everything that happens by itself. */
export const tasks: readonly Task[] = [
  advancePushesTask,
  forgetConnectionsTask,
  forgetSignInsTask,
  grantPlanCreditsTask,
  housekeepingTask,
  planChecksTask,
  purgeDeletedJobsTask,
  recheckLinksTask,
  rememberKeyUseTask,
  revokeReplacedKeysTask,
  sendIndexnowTask,
  sendLinksTask,
  sendMailsTask,
  syncBatchesTask,
  takeLooksTask,
  verifyIndexnowSitesTask,
]
