import { MINUTE } from '../../kernel/clock.ts'
import { type Job, job } from '../../kernel/job.ts'
import type { AnyOperation } from '../../kernel/operation.ts'
import { connectSupplier } from '../../operations/providers/connect-supplier.ts'
import { deleteSupplier } from '../../operations/providers/delete-supplier.ts'
import { finishSupplierConnect } from '../../operations/providers/finish-supplier-connect.ts'
import { getCrawlSettings } from '../../operations/crawl/get-crawl-settings.ts'
import { getJobSync } from '../../operations/crawl/get-job-sync.ts'
import { getProviderScoreboard } from '../../operations/providers/get-provider-scoreboard.ts'
import { getProviderUsage } from '../../operations/providers/get-provider-usage.ts'
import { getProviderUsageCsv } from '../../operations/providers/get-provider-usage-csv.ts'
import { getSupplier } from '../../operations/providers/get-supplier.ts'
import { listCampaignLinks } from '../../operations/providers/list-campaign-links.ts'
import { listCampaigns } from '../../operations/providers/list-campaigns.ts'
import { resetCrawlBreaker } from '../../operations/crawl/reset-crawl-breaker.ts'
import { syncSupplier } from '../../operations/providers/sync-supplier.ts'
import { testCrawlRoute } from '../../operations/crawl/test-crawl-route.ts'
import { updateCrawlSettings } from '../../operations/crawl/update-crawl-settings.ts'
import { updateJobSync } from '../../operations/crawl/update-job-sync.ts'
import { updateProviderBalance } from '../../operations/providers/update-provider-balance.ts'
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
