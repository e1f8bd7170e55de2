import type { Job } from '../../kernel/job.ts'
import type { AnyOperation } from '../../kernel/operation.ts'
import { sendIndexnow } from '../../tasks/send-indexnow.ts'
import { verifyIndexnowSites } from '../../tasks/verify-indexnow-sites.ts'
import { addIndexnowSite } from '../../operations/indexnow/add-indexnow-site.ts'
import { deleteIndexnowSite } from '../../operations/indexnow/delete-indexnow-site.ts'
import { getIndexnowSite } from '../../operations/indexnow/get-indexnow-site.ts'
import { getJobIndexnow } from '../../operations/jobs/get-job-indexnow.ts'
import { getOwnIndexnow } from '../../operations/indexnow/get-own-indexnow.ts'
import { listIndexnowSites } from '../../operations/indexnow/list-indexnow-sites.ts'
import { previewIndexnow } from '../../operations/indexnow/preview-indexnow.ts'
import { rotateIndexnowKey } from '../../operations/indexnow/rotate-indexnow-key.ts'
import { tickIndexnow } from '../../operations/indexnow/tick-indexnow.ts'
import { updateIndexnowSite } from '../../operations/indexnow/update-indexnow-site.ts'
import { verifyIndexnowSite } from '../../operations/indexnow/verify-indexnow-site.ts'

export { planPings } from './pings.ts'
export { PingSummary } from './shapes.ts'
export { pingSummary } from './summary.ts'

export const operations: readonly AnyOperation[] = [
  listIndexnowSites,
  addIndexnowSite,
  getIndexnowSite,
  updateIndexnowSite,
  deleteIndexnowSite,
  verifyIndexnowSite,
  rotateIndexnowKey,
  previewIndexnow,
  getJobIndexnow,
  getOwnIndexnow,
  tickIndexnow,
]

export const jobs: readonly Job[] = [sendIndexnow, verifyIndexnowSites]
