import { MINUTE } from '../kernel/clock.ts'
import { type Job, job } from '../kernel/job.ts'
import type { AnyOperation } from '../kernel/operation.ts'
import { connectSupplier } from './operations/connect-supplier.ts'
import { deleteSupplier } from './operations/delete-supplier.ts'
import { finishSupplierConnect } from './operations/finish-supplier-connect.ts'
import { getCrawlSettings } from './operations/get-crawl-settings.ts'
import { getJobSync } from './operations/get-job-sync.ts'
import { getProviderScoreboard } from './operations/get-provider-scoreboard.ts'
import { getProviderUsage } from './operations/get-provider-usage.ts'
import { getProviderUsageCsv } from './operations/get-provider-usage-csv.ts'
import { getSupplier } from './operations/get-supplier.ts'
import { listCampaignLinks } from './operations/list-campaign-links.ts'
import { listCampaigns } from './operations/list-campaigns.ts'
import { resetCrawlBreaker } from './operations/reset-crawl-breaker.ts'
import { syncSupplier } from './operations/sync-supplier.ts'
import { testCrawlRoute } from './operations/test-crawl-route.ts'
import { updateCrawlSettings } from './operations/update-crawl-settings.ts'
import { updateJobSync } from './operations/update-job-sync.ts'
import { updateProviderBalance } from './operations/update-provider-balance.ts'
import { keepSignedIn } from './renewal.ts'
import { syncCampaigns } from './sync.ts'

export { estimateOf } from './allowance.ts'
export { countSightings, dropPlanned, holdCampaign, noteSites, planCampaign, type Sighted } from './campaigns.ts'
export { TEST_CALL } from './route.ts'
export { type Settlement, sendDue } from './send-due.ts'
export { batchLimit, CRAWL_SETTING, crawlSettings, hasCrawlRoute, openRoute, ROUTES } from './settings.ts'
export { BaseUrl, Estimate as EstimateShape, HintedSecret } from './shapes.ts'
export { syncCampaigns } from './sync.ts'
export type { CampaignRow } from './tables.ts'
export { DAYS, monthOf } from './usage.ts'

export const operations: readonly AnyOperation[] = [
  getCrawlSettings,
  updateCrawlSettings,
  resetCrawlBreaker,
  testCrawlRoute,
  getJobSync,
  updateJobSync,
  updateProviderBalance,
  getProviderUsage,
  getProviderUsageCsv,
  listCampaigns,
  listCampaignLinks,
  getProviderScoreboard,
  getSupplier,
  deleteSupplier,
  connectSupplier,
  finishSupplierConnect,
  syncSupplier,
]

export const syncCrawlStatus = job({
  name: 'sync_campaigns',
  every: 5 * MINUTE,
  summary: "Fetches the suppliers' own reports of sent batches.",
  async run(app, signal) {
    await keepSignedIn(app)
    return syncCampaigns(app, signal)
  },
})

export const jobs: readonly Job[] = [syncCrawlStatus]
