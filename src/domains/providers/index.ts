export { balancesOf, UpstreamBalances } from './account/balances.ts'
export { finishSignIn } from './account/finish-sign-in.ts'
export { keepSignedIn } from './account/renewal.ts'
export type { DeviceGrant, SignInAnswer, SignInSettings, Tokens } from './account/sign-in.ts'
export {
  DEVICE_CODE,
  forgetSupplier,
  isSimulated,
  signInOf,
  storedSupplier,
  supplierStatus,
  throwAsFault,
  writeSupplier,
} from './account/supplier.ts'
export { endpointFields, Pending, SupplierStatus } from './account/supplier-shape.ts'
export { syncAccount } from './account/supplier-sync.ts'
export {
  BALANCE_SETTING,
  estimateOf,
  forgiveEstimates,
  priceOf,
  type StoredBalance,
  storedBalance,
} from './allowance.ts'
export { listBatches, listLinksOfBatch } from './batch-list.ts'
export { Batch, findBatch } from './batch-shape.ts'
export {
  BATCHES_OF_JOBS,
  type BatchAdditions,
  beginBatch,
  beginHoldoutBatch,
  closeBatch,
  countSightings,
  dropPlanned,
  type HoldoutBatch,
  hastenBatches,
  holdoutBatch,
  leavePlanned,
  noteSites,
  openBatch,
  SEND_LINKS,
  withholdPlanned,
} from './batches.ts'
export { breakerOf, closeBreaker } from './breaker.ts'
export { BATCHES_IN_FUTURE } from './clock-repair.ts'
export { crawlReportsOf } from './crawl-reports.ts'
export { crawlStatus } from './crawl-status.ts'
export { duel, scoreboard } from './scoreboard.ts'
export { sendDue } from './send-due.ts'
export {
  apiKeyName,
  assertCrawlRoute,
  batchLimit,
  CRAWL_SETTING,
  crawlSettings,
  hasCrawlRoute,
  keyOf,
  noSupplier,
  openRoute,
  ROUTES,
  type RouteName,
  type StoredRoute,
} from './settings.ts'
export type { Settlement } from './settle-batch.ts'
export { CrawlInput, CrawlStatus, Estimate, JobSync, RouteFields, Thresholds } from './shapes.ts'
export { watchSupply } from './supply-stops.ts'
export { JOB_SYNC_DEFAULT, JOB_SYNC_SETTING, jobSync, syncBatches } from './sync.ts'
export type { BatchRow } from './tables.ts'
export { DAYS, Month, monthOf, UsageRow, usage } from './usage.ts'
