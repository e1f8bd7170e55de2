export { readKeyLocation, readSite } from './host.ts'
export { lookAtKeyFile } from './key-file.ts'
export { type EligibleLinks, eligible, planPings, sendable, sumEligible } from './pings.ts'
export * from './shapes.ts'
export { addSite, changeSite, findSite, newKey, recordCheck, removeSite, siteOfHost, siteOnWire } from './sites.ts'
export {
  movePings,
  newestSubmissions,
  PINGS_IN_FUTURE,
  PINGS_OF_JOBS,
  SEND_INDEXNOW,
  sendSubmissions,
} from './submissions.ts'
export { pingSummary } from './summary.ts'
export type { SiteRow } from './tables.ts'
export { verifyAllSites, verifyDueSites } from './verify-sites.ts'
