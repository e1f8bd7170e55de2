export { accessToken, isSharedConsent, loseAccount } from './accounts.ts'
export { googleQuota } from './broker/google-quota.ts'
export { googleChecksOf } from './broker/of-job.ts'
export { GoogleChecksShape, GoogleQuotaShape } from './broker/shapes.ts'
export {
  clientOnWire,
  closedBecause,
  googleOf,
  noteTested,
  openGoogle,
  redirectOf,
  storeClient,
  testClient,
} from './client.ts'
export { type Consented, connectAccount } from './connect.ts'
export { COVERED_DAYS, coverageBelow, type HostLinks, linksByHost } from './coverage.ts'
export { disconnectAccount } from './disconnect.ts'
export { beginFlow, browserToken, dropOldFlows, flowOf, takeFlow, verifierOf } from './flows.ts'
export {
  CONNECT_PATH,
  countInvites,
  dropOldInvites,
  type Invite,
  inviteByHash,
  inviteOf,
  makeInvite,
  withdrawInvites,
} from './invites.ts'
export {
  accountsOnWire,
  changeProperty,
  findAccount,
  findProperty,
  type ListedProperty,
  PROPERTIES,
  PROPERTY_COLUMNS,
  propertiesBelow,
  propertiesOnWire,
} from './listing.ts'
export { propertiesOf, propertyOf, type UsableProperty, type Use } from './properties.ts'
export { REFRESH_GOOGLE, refreshAccounts } from './refresh.ts'
export {
  AccountId,
  CoverageShape,
  clientInput,
  type GoogleAccountShape as GoogleAccount,
  GoogleAccountShape,
  GoogleClientShape,
  type GooglePropertyShape as GoogleProperty,
  GooglePropertyShape,
  Indexing,
  PropertyId,
  propertyChanges,
  Sitemaps,
} from './shapes.ts'
export { type ListedSitemap, sitemapOnWire, submitSitemap } from './sitemaps.ts'
export type { AccountRow } from './tables.ts'
