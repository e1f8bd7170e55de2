import { MINUTE } from '../kernel/clock.ts'
import { type Job, job } from '../kernel/job.ts'
import type { AnyOperation } from '../kernel/operation.ts'
import { getCrawlSettings } from './operations/get-crawl-settings.ts'
import { getJobSync } from './operations/get-job-sync.ts'
import { resetCrawlBreaker } from './operations/reset-crawl-breaker.ts'
import { testCrawlRoute } from './operations/test-crawl-route.ts'
import { updateCrawlSettings } from './operations/update-crawl-settings.ts'
import { updateJobSync } from './operations/update-job-sync.ts'
import { syncCampaigns } from './sync.ts'

export { countSightings, holdCampaign, planCampaign, type Settlement, type Sighted, sendDue } from './campaigns.ts'
export { batchLimit, crawlSettings, hasCrawlRoute, openRoute, ROUTES } from './settings.ts'
export { BaseUrl, HintedSecret } from './shapes.ts'
export { syncCampaigns } from './sync.ts'
export type { CampaignRow } from './tables.ts'

export const operations: readonly AnyOperation[] = [
  getCrawlSettings,
  updateCrawlSettings,
  resetCrawlBreaker,
  testCrawlRoute,
  getJobSync,
  updateJobSync,
]

export const syncCrawlStatus = job({
  name: 'sync_campaigns',
  every: 5 * MINUTE,
  summary: "Fetches the suppliers' own reports of sent batches.",
  run: (app, signal) => syncCampaigns(app, signal),
})

export const jobs: readonly Job[] = [syncCrawlStatus]
