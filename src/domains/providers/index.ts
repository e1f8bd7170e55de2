export { balancesOf, UpstreamBalances } from './account/balances.ts'
export { finishSignIn } from './account/finish-sign-in.ts'
export { keepSignedIn } from './account/renewal.ts'
export type { SignInAnswer, SignInSettings, Tokens } from './account/sign-in.ts'
export { keepStarted, startSignIn } from './account/start-sign-in.ts'
export { forgetSupplier, supplierStatus } from './account/supplier.ts'
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
export { listBatches, listLinksOfBatch } from './batches/batch-list.ts'
export { Batch, findBatch } from './batches/batch-shape.ts'
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
  keepLostCalls,
  type LostCall,
  leavePlanned,
  lostSince,
  moveBatches,
  noteSites,
  openBatch,
  SEND_LINKS,
  withholdPlanned,
} from './batches/batches.ts'
export { doublesFound, findDoubles } from './batches/doubts.ts'
export { priceBatches, SYNC_BATCHES, UNPRICED_BATCHES, unpricedLinks } from './batches/price-batches.ts'
export { sendDue } from './batches/send-due.ts'
export type { Settlement } from './batches/settle-batch.ts'
export { JOB_SYNC_DEFAULT, JOB_SYNC_SETTING, jobSync, syncBatches } from './batches/sync.ts'
export { breakerOf, closeBreaker } from './breaker.ts'
export { BATCHES_IN_FUTURE } from './clock-repair.ts'
export { crawlReportsOf } from './crawl-reports.ts'
export { crawlStatus } from './crawl-status.ts'
export { duel, scoreboard, suppliersAdded, suppliersSince } from './scoreboard.ts'
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
export {
  CRAWL_ADAPTERS,
  type CrawlAdapterName,
  CrawlInput,
  CrawlStatus,
  Estimate,
  JobSync,
  RouteFields,
  Thresholds,
} from './shapes.ts'
export { watchSupply } from './supply-stops.ts'
export type { BatchRow } from './tables.ts'
export { DAYS, Month, monthOf, UsageRow, usage } from './usage.ts'
