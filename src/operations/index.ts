import type { AnyOperation } from '../kernel/operation.ts'
import { changePassword } from './account/change-password.ts'
import { deleteOauthGrant } from './account/delete-oauth-grant.ts'
import { deleteProfile } from './account/delete-profile.ts'
import { deleteSession } from './account/delete-session.ts'
import { getMe } from './account/get-me.ts'
import { getProfile } from './account/get-profile.ts'
import { listOauthGrants } from './account/list-oauth-grants.ts'
import { listSessions } from './account/list-sessions.ts'
import { updateProfile } from './account/update-profile.ts'
import { createApiKey } from './api-keys/create-api-key.ts'
import { deleteApiKey } from './api-keys/delete-api-key.ts'
import { getApiKey } from './api-keys/get-api-key.ts'
import { listApiKeys } from './api-keys/list-api-keys.ts'
import { revokeApiKey } from './api-keys/revoke-api-key.ts'
import { updateApiKey } from './api-keys/update-api-key.ts'
import { runBillingTick } from './billing/run-billing-tick.ts'
import { getBranding } from './branding/get-branding.ts'
import { putBranding } from './branding/put-branding.ts'
import { getPricing } from './catalog/get-pricing.ts'
import { listMcpTools } from './catalog/list-mcp-tools.ts'
import { listRoutes } from './catalog/list-routes.ts'
import { checkIndex } from './checks/check-index.ts'
import { getIntegrations } from './checks/get-integrations.ts'
import { testIntegration } from './checks/test-integration.ts'
import { updateIntegrations } from './checks/update-integrations.ts'
import { getCrawlSettings } from './crawl/get-crawl-settings.ts'
import { getJobSync } from './crawl/get-job-sync.ts'
import { resetCrawlBreaker } from './crawl/reset-crawl-breaker.ts'
import { testCrawlRoute } from './crawl/test-crawl-route.ts'
import { updateCrawlSettings } from './crawl/update-crawl-settings.ts'
import { updateJobSync } from './crawl/update-job-sync.ts'
import { adjustCredits } from './credits/adjust-credits.ts'
import { allocateCredits } from './credits/allocate-credits.ts'
import { approveCreditRequest } from './credits/approve-credit-request.ts'
import { createCreditRequest } from './credits/create-credit-request.ts'
import { declineCreditRequest } from './credits/decline-credit-request.ts'
import { getCredits } from './credits/get-credits.ts'
import { getLedgerEntry } from './credits/get-ledger-entry.ts'
import { listCreditRequests } from './credits/list-credit-requests.ts'
import { listLedger } from './credits/list-ledger.ts'
import { listPacks } from './credits/list-packs.ts'
import { refundCreditRequest } from './credits/refund-credit-request.ts'
import { reverseLedgerEntry } from './credits/reverse-ledger-entry.ts'
import { approveDraft } from './drafts/approve-draft.ts'
import { declineDraft } from './drafts/decline-draft.ts'
import { getDraft } from './drafts/get-draft.ts'
import { listDrafts } from './drafts/list-drafts.ts'
import { getEmail } from './emails/get-email.ts'
import { getEmailSettings } from './emails/get-email-settings.ts'
import { getEmailTemplate } from './emails/get-email-template.ts'
import { listEmailTemplates } from './emails/list-email-templates.ts'
import { listEmails } from './emails/list-emails.ts'
import { resendEmail } from './emails/resend-email.ts'
import { sendEmailTemplate } from './emails/send-email-template.ts'
import { testEmail } from './emails/test-email.ts'
import { updateEmailSettings } from './emails/update-email-settings.ts'
import { addIndexnowSite } from './indexnow/add-indexnow-site.ts'
import { deleteIndexnowSite } from './indexnow/delete-indexnow-site.ts'
import { getIndexnowSite } from './indexnow/get-indexnow-site.ts'
import { getOwnIndexnow } from './indexnow/get-own-indexnow.ts'
import { listIndexnowSites } from './indexnow/list-indexnow-sites.ts'
import { previewIndexnow } from './indexnow/preview-indexnow.ts'
import { rotateIndexnowKey } from './indexnow/rotate-indexnow-key.ts'
import { tickIndexnow } from './indexnow/tick-indexnow.ts'
import { updateIndexnowSite } from './indexnow/update-indexnow-site.ts'
import { verifyIndexnowSite } from './indexnow/verify-indexnow-site.ts'
import { cancelJob } from './jobs/cancel-job.ts'
import { deleteJob } from './jobs/delete-job.ts'
import { deleteJobUrl } from './jobs/delete-job-url.ts'
import { exportJobCsv } from './jobs/export-job-csv.ts'
import { getCheckResults } from './jobs/get-check-results.ts'
import { getJobIndexnow } from './jobs/get-job-indexnow.ts'
import { getJobStatus } from './jobs/get-job-status.ts'
import { getRawCheckResult } from './jobs/get-raw-check-result.ts'
import { listJobUrls } from './jobs/list-job-urls.ts'
import { listJobs } from './jobs/list-jobs.ts'
import { recheckJob } from './jobs/recheck-job.ts'
import { retryJob } from './jobs/retry-job.ts'
import { sendUnindexed } from './jobs/send-unindexed-to-indexer.ts'
import { shareJobReport } from './jobs/share-job-report.ts'
import { submitIndexJob } from './jobs/submit-index-job.ts'
import { syncJob } from './jobs/sync-job.ts'
import { unshareJobReport } from './jobs/unshare-job-report.ts'
import { updateJob } from './jobs/update-job.ts'
import { getMargin } from './margin/get-margin.ts'
import { getMarginSettings } from './margin/get-margin-settings.ts'
import { putMarginReconciliation } from './margin/put-margin-reconciliation.ts'
import { updateMarginSettings } from './margin/update-margin-settings.ts'
import { addMember } from './members/add-member.ts'
import { addOwnMember } from './members/add-own-member.ts'
import { listMembers } from './members/list-members.ts'
import { listOwnMembers } from './members/list-own-members.ts'
import { removeMember } from './members/remove-member.ts'
import { updateMemberRole } from './members/update-member-role.ts'
import { listPlans } from './plans/list-plans.ts'
import { preflightUrls } from './preflight/preflight-urls.ts'
import { validateUrls } from './preflight/validate-urls.ts'
import { connectSupplier } from './providers/connect-supplier.ts'
import { deleteSupplier } from './providers/delete-supplier.ts'
import { finishSupplierConnect } from './providers/finish-supplier-connect.ts'
import { getProviderScoreboard } from './providers/get-provider-scoreboard.ts'
import { getProviderUsage } from './providers/get-provider-usage.ts'
import { getProviderUsageCsv } from './providers/get-provider-usage-csv.ts'
import { getProviders } from './providers/get-providers.ts'
import { getSupplier } from './providers/get-supplier.ts'
import { getUpstreamBalance } from './providers/get-upstream-balance.ts'
import { listCampaignLinks } from './providers/list-campaign-links.ts'
import { listCampaigns } from './providers/list-campaigns.ts'
import { syncSupplier } from './providers/sync-supplier.ts'
import { updateProviderBalance } from './providers/update-provider-balance.ts'
import { createSubTenant } from './tenants/create-sub-tenant.ts'
import { deleteTenant } from './tenants/delete-tenant.ts'
import { getTenant } from './tenants/get-tenant.ts'
import { listTenants } from './tenants/list-tenants.ts'
import { setTenantPlan } from './tenants/set-tenant-plan.ts'
import { updateTenant } from './tenants/update-tenant.ts'

/** Everything that can be done, by the noun that a person looks for. Every door derives from this list. */
export const operations: readonly AnyOperation[] = [
  changePassword,
  deleteOauthGrant,
  deleteProfile,
  deleteSession,
  getMe,
  getProfile,
  listOauthGrants,
  listSessions,
  updateProfile,
  createApiKey,
  deleteApiKey,
  getApiKey,
  listApiKeys,
  revokeApiKey,
  updateApiKey,
  runBillingTick,
  getBranding,
  putBranding,
  getPricing,
  listMcpTools,
  listRoutes,
  checkIndex,
  getIntegrations,
  testIntegration,
  updateIntegrations,
  getCrawlSettings,
  getJobSync,
  resetCrawlBreaker,
  testCrawlRoute,
  updateCrawlSettings,
  updateJobSync,
  adjustCredits,
  allocateCredits,
  approveCreditRequest,
  createCreditRequest,
  declineCreditRequest,
  getCredits,
  getLedgerEntry,
  listCreditRequests,
  listDrafts,
  getDraft,
  approveDraft,
  declineDraft,
  listLedger,
  listPacks,
  refundCreditRequest,
  reverseLedgerEntry,
  getEmailSettings,
  getEmailTemplate,
  getEmail,
  listEmailTemplates,
  listEmails,
  resendEmail,
  sendEmailTemplate,
  testEmail,
  updateEmailSettings,
  addIndexnowSite,
  deleteIndexnowSite,
  getIndexnowSite,
  getOwnIndexnow,
  listIndexnowSites,
  previewIndexnow,
  rotateIndexnowKey,
  tickIndexnow,
  updateIndexnowSite,
  verifyIndexnowSite,
  cancelJob,
  deleteJobUrl,
  deleteJob,
  exportJobCsv,
  getCheckResults,
  getJobIndexnow,
  getJobStatus,
  getRawCheckResult,
  listJobUrls,
  listJobs,
  recheckJob,
  retryJob,
  sendUnindexed,
  shareJobReport,
  submitIndexJob,
  syncJob,
  unshareJobReport,
  updateJob,
  getMarginSettings,
  getMargin,
  putMarginReconciliation,
  updateMarginSettings,
  addMember,
  addOwnMember,
  listMembers,
  listOwnMembers,
  removeMember,
  updateMemberRole,
  listPlans,
  preflightUrls,
  validateUrls,
  connectSupplier,
  deleteSupplier,
  finishSupplierConnect,
  getProviderScoreboard,
  getProviderUsageCsv,
  getProviderUsage,
  getProviders,
  getSupplier,
  getUpstreamBalance,
  listCampaignLinks,
  listCampaigns,
  syncSupplier,
  updateProviderBalance,
  createSubTenant,
  deleteTenant,
  getTenant,
  listTenants,
  setTenantPlan,
  updateTenant,
]
