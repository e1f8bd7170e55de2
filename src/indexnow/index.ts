import type { Job } from '../kernel/job.ts'
import type { AnyOperation } from '../kernel/operation.ts'
import { sendIndexnow } from './jobs/send-indexnow.ts'
import { verifyIndexnowSites } from './jobs/verify-indexnow-sites.ts'
import { addIndexnowSite } from './operations/add-indexnow-site.ts'
import { deleteIndexnowSite } from './operations/delete-indexnow-site.ts'
import { getIndexnowSite } from './operations/get-indexnow-site.ts'
import { getJobIndexnow } from './operations/get-job-indexnow.ts'
import { getOwnIndexnow } from './operations/get-own-indexnow.ts'
import { listIndexnowSites } from './operations/list-indexnow-sites.ts'
import { previewIndexnow } from './operations/preview-indexnow.ts'
import { rotateIndexnowKey } from './operations/rotate-indexnow-key.ts'
import { tickIndexnow } from './operations/tick-indexnow.ts'
import { updateIndexnowSite } from './operations/update-indexnow-site.ts'
import { verifyIndexnowSite } from './operations/verify-indexnow-site.ts'

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
