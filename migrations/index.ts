import type { Migration } from '../src/kernel/database/migrate.ts'
import foundation from './0001_foundation.sql' with { type: 'text' }
import sessionRenewal from './0002_session_renewal.sql' with { type: 'text' }
import callsInDoubt from './0003_calls_in_doubt.sql' with { type: 'text' }
import lookDays from './0004_look_days.sql' with { type: 'text' }
import listsAtSize from './0005_lists_at_size.sql' with { type: 'text' }
import words from './0006_words.sql' with { type: 'text' }
import connectedApps from './0007_connected_apps.sql' with { type: 'text' }
import checkRates from './0008_check_rates.sql' with { type: 'text' }
import tokenAudience from './0009_token_audience.sql' with { type: 'text' }
import drafts from './0010_drafts.sql' with { type: 'text' }
import invitations from './0011_invitations.sql' with { type: 'text' }
import keyFamilies from './0012_key_families.sql' with { type: 'text' }
import dueLooks from './0013_due_looks.sql' with { type: 'text' }
import owedCredits from './0014_owed_credits.sql' with { type: 'text' }
import watching from './0015_watching.sql' with { type: 'text' }
import programs from './0016_programs.sql' with { type: 'text' }
import people from './0017_people.sql' with { type: 'text' }
import turns from './0018_turns.sql' with { type: 'text' }
import rooms from './0019_rooms.sql' with { type: 'text' }
import slices from './0020_slices.sql' with { type: 'text' }
import backups from './0021_backups.sql' with { type: 'text' }
import linkWarnings from './0022_link_warnings.sql' with { type: 'text' }
import billing from './0023_billing.sql' with { type: 'text' }
import ownDomains from './0024_own_domains.sql' with { type: 'text' }
import freeChecks from './0025_free_checks.sql' with { type: 'text' }
import letters from './0026_letters.sql' with { type: 'text' }
import payments from './0027_payments.sql' with { type: 'text' }
import creditDays from './0028_credit_days.sql' with { type: 'text' }
import cohorts from './0029_cohorts.sql' with { type: 'text' }
import countedLinks from './0030_counted_links.sql' with { type: 'text' }
import morning from './0031_morning.sql' with { type: 'text' }
import jobOrders from './0032_job_orders.sql' with { type: 'text' }
import monthReports from './0033_month_reports.sql' with { type: 'text' }
import workspaceViews from './0034_workspace_views.sql' with { type: 'text' }
import undo from './0035_undo.sql' with { type: 'text' }
import undoneAgain from './0036_undone_again.sql' with { type: 'text' }
import sentAgain from './0037_sent_again.sql' with { type: 'text' }
import receipts from './0039_receipts.sql' with { type: 'text' }
import jobsMoved from './0040_jobs_moved.sql' with { type: 'text' }
import failedLately from './0041_failed_lately.sql' with { type: 'text' }
import paidCents from './0042_paid_cents.sql' with { type: 'text' }
import sessionHosts from './0043_session_hosts.sql' with { type: 'text' }
import strangers from './0044_strangers.sql' with { type: 'text' }
import supplyStops from './0045_supply_stops.sql' with { type: 'text' }
import answeredDays from './0046_answered_days.sql' with { type: 'text' }
import reportIssues from './0047_report_issues.sql' with { type: 'text' }
import standingPushes from './0048_standing_pushes.sql' with { type: 'text' }
import reportRecipients from './0049_report_recipients.sql' with { type: 'text' }
import heldRuns from './0050_held_runs.sql' with { type: 'text' }
import portals from './0051_portals.sql' with { type: 'text' }
import auditChain from './0052_audit_chain.sql' with { type: 'text' }
import webhooks from './0053_webhooks.sql' with { type: 'text' }
import dropRecipientLanguage from './0054_drop_recipient_language.sql' with { type: 'text' }
import pageQuestions from './0055_page_questions.sql' with { type: 'text' }
import viewReasons from './0056_view_reasons.sql' with { type: 'text' }
import deployHooks from './0057_deploy_hooks.sql' with { type: 'text' }
import sessionProofs from './0058_session_proofs.sql' with { type: 'text' }
import factors from './0059_factors.sql' with { type: 'text' }
import hubSubscriptions from './0060_hub_subscriptions.sql' with { type: 'text' }
import standingLists from './0061_standing_lists.sql' with { type: 'text' }
import repairs from './0062_repairs.sql' with { type: 'text' }
import auditSinks from './0063_audit_sinks.sql' with { type: 'text' }
import passkeyFacts from './0064_passkey_facts.sql' with { type: 'text' }
import standingRules from './0065_standing_rules.sql' with { type: 'text' }
import singleSignOn from './0066_single_sign_on.sql' with { type: 'text' }
import mailContent from './0067_mail_content.sql' with { type: 'text' }
import standingMissing from './0068_standing_missing.sql' with { type: 'text' }
import keysToo from './0069_keys_too.sql' with { type: 'text' }
import unwrittenLinks from './0070_unwritten_links.sql' with { type: 'text' }
import clockWords from './0071_clock_words.sql' with { type: 'text' }
import unwrittenLooks from './0072_unwritten_looks.sql' with { type: 'text' }
import orderSlices from './0073_order_slices.sql' with { type: 'text' }
import checksWait from './0074_checks_wait.sql' with { type: 'text' }
import looksOfBing from './0075_looks_of_bing.sql' with { type: 'text' }
import installProviders from './0076_install_providers.sql' with { type: 'text' }
import connectSafely from './0077_connect_safely.sql' with { type: 'text' }
import sessionsOfOwnDomains from './0078_sessions_of_own_domains.sql' with { type: 'text' }
import bounds from './0079_bounds.sql' with { type: 'text' }
import engineLimits from './0080_engine_limits.sql' with { type: 'text' }
import searchPlaces from './0081_search_places.sql' with { type: 'text' }
import bounceReports from './0082_bounce_reports.sql' with { type: 'text' }
import linkSearch from './0083_link_search.sql' with { type: 'text' }
import orderDoubts from './0084_order_doubts.sql' with { type: 'text' }
import missedEvents from './0085_missed_events.sql' with { type: 'text' }
import freeCheckCounts from './0086_free_check_counts.sql' with { type: 'text' }
import jobSpans from './0087_job_spans.sql' with { type: 'text' }
import foreignHosts from './0088_foreign_hosts.sql' with { type: 'text' }
import missedByDay7 from './0089_missed_by_day7.sql' with { type: 'text' }
import jobMoves from './0090_job_moves.sql' with { type: 'text' }
import claimedSites from './0091_claimed_sites.sql' with { type: 'text' }
import clientPrices from './0092_client_prices.sql' with { type: 'text' }
import pushedHosts from './0093_pushed_hosts.sql' with { type: 'text' }
import answers from './0094_answers.sql' with { type: 'text' }
import workspaceZones from './0095_workspace_zones.sql' with { type: 'text' }
import answerHosts from './0096_answer_hosts.sql' with { type: 'text' }
import clientTags from './0097_client_tags.sql' with { type: 'text' }
import clientViews from './0098_client_views.sql' with { type: 'text' }
import bell from './0099_bell.sql' with { type: 'text' }
import resultNotes from './0100_result_notes.sql' with { type: 'text' }
import quarterHours from './0101_quarter_hours.sql' with { type: 'text' }
import googleCauses from './0102_google_causes.sql' with { type: 'text' }
import siteIcons from './0103_site_icons.sql' with { type: 'text' }
import googleAccounts from './0104_google_accounts.sql' with { type: 'text' }
import broker from './0105_broker.sql' with { type: 'text' }
import retention from './0106_retention.sql' with { type: 'text' }
import impressions from './0107_impressions.sql' with { type: 'text' }
import googleSitemaps from './0108_google_sitemaps.sql' with { type: 'text' }
import languages from './0109_languages.sql' with { type: 'text' }
import googleAnswers from './0110_google_answers.sql' with { type: 'text' }
import dropLetters from './0111_drop_letters.sql' with { type: 'text' }
import ownLocale from './0112_own_locale.sql' with { type: 'text' }
import googleConsents from './0113_google_consents.sql' with { type: 'text' }
import noticeLeftOut from './0114_notice_left_out.sql' with { type: 'text' }
import watchesCounted from './0115_watches_counted.sql' with { type: 'text' }
import watchCounts from './0116_watch_counts.sql' with { type: 'text' }
import pushAgain from './0117_push_again.sql' with { type: 'text' }
import googleWords from './0118_google_words.sql' with { type: 'text' }
import jobPostings from './0119_job_postings.sql' with { type: 'text' }
import digestDays from './0120_digest_days.sql' with { type: 'text' }
import noticeTimes from './0121_notice_times.sql' with { type: 'text' }
import retentionWeeks from './0122_retention_weeks.sql' with { type: 'text' }
import moreNotices from './0123_more_notices.sql' with { type: 'text' }
import keptDropPushes from './0124_kept_drop_pushes.sql' with { type: 'text' }
import retentionSpendDays from './0125_retention_spend_days.sql' with { type: 'text' }

/** Every step of the schema, oldest first. Shipped steps are never edited. */
export const migrations: readonly Migration[] = [
  { name: '0001_foundation', sql: foundation },
  { name: '0002_session_renewal', sql: sessionRenewal },
  { name: '0003_calls_in_doubt', sql: callsInDoubt },
  { name: '0004_look_days', sql: lookDays },
  { name: '0005_lists_at_size', sql: listsAtSize },
  { name: '0006_words', sql: words },
  { name: '0007_connected_apps', sql: connectedApps },
  { name: '0008_check_rates', sql: checkRates },
  { name: '0009_token_audience', sql: tokenAudience },
  { name: '0010_drafts', sql: drafts },
  { name: '0011_invitations', sql: invitations },
  { name: '0012_key_families', sql: keyFamilies },
  { name: '0013_due_looks', sql: dueLooks },
  { name: '0014_owed_credits', sql: owedCredits },
  { name: '0015_watching', sql: watching },
  { name: '0016_programs', sql: programs },
  { name: '0017_people', sql: people },
  { name: '0018_turns', sql: turns },
  { name: '0019_rooms', sql: rooms },
  { name: '0020_slices', sql: slices },
  { name: '0021_backups', sql: backups },
  { name: '0022_link_warnings', sql: linkWarnings },
  { name: '0023_billing', sql: billing },
  { name: '0024_own_domains', sql: ownDomains },
  { name: '0025_free_checks', sql: freeChecks },
  { name: '0026_letters', sql: letters },
  { name: '0027_payments', sql: payments },
  { name: '0028_credit_days', sql: creditDays },
  { name: '0029_cohorts', sql: cohorts },
  { name: '0030_counted_links', sql: countedLinks },
  { name: '0031_morning', sql: morning },
  { name: '0032_job_orders', sql: jobOrders },
  { name: '0033_month_reports', sql: monthReports },
  { name: '0034_workspace_views', sql: workspaceViews },
  { name: '0035_undo', sql: undo },
  { name: '0036_undone_again', sql: undoneAgain },
  { name: '0037_sent_again', sql: sentAgain },
  { name: '0039_receipts', sql: receipts },
  { name: '0040_jobs_moved', sql: jobsMoved },
  { name: '0041_failed_lately', sql: failedLately },
  { name: '0042_paid_cents', sql: paidCents },
  { name: '0043_session_hosts', sql: sessionHosts },
  { name: '0044_strangers', sql: strangers },
  { name: '0045_supply_stops', sql: supplyStops },
  { name: '0046_answered_days', sql: answeredDays },
  { name: '0047_report_issues', sql: reportIssues },
  { name: '0048_standing_pushes', sql: standingPushes },
  { name: '0049_report_recipients', sql: reportRecipients },
  { name: '0050_held_runs', sql: heldRuns },
  { name: '0051_portals', sql: portals },
  { name: '0052_audit_chain', sql: auditChain },
  { name: '0053_webhooks', sql: webhooks },
  { name: '0054_drop_recipient_language', sql: dropRecipientLanguage },
  { name: '0055_page_questions', sql: pageQuestions },
  { name: '0056_view_reasons', sql: viewReasons },
  { name: '0057_deploy_hooks', sql: deployHooks },
  { name: '0058_session_proofs', sql: sessionProofs },
  { name: '0059_factors', sql: factors },
  { name: '0060_hub_subscriptions', sql: hubSubscriptions },
  { name: '0061_standing_lists', sql: standingLists },
  { name: '0062_repairs', sql: repairs },
  { name: '0063_audit_sinks', sql: auditSinks },
  { name: '0064_passkey_facts', sql: passkeyFacts },
  { name: '0065_standing_rules', sql: standingRules },
  { name: '0066_single_sign_on', sql: singleSignOn },
  { name: '0067_mail_content', sql: mailContent },
  { name: '0068_standing_missing', sql: standingMissing },
  { name: '0069_keys_too', sql: keysToo },
  { name: '0070_unwritten_links', sql: unwrittenLinks },
  { name: '0071_clock_words', sql: clockWords },
  { name: '0072_unwritten_looks', sql: unwrittenLooks },
  { name: '0073_order_slices', sql: orderSlices },
  { name: '0074_checks_wait', sql: checksWait },
  { name: '0075_looks_of_bing', sql: looksOfBing },
  { name: '0076_install_providers', sql: installProviders },
  { name: '0077_connect_safely', sql: connectSafely },
  { name: '0078_sessions_of_own_domains', sql: sessionsOfOwnDomains },
  { name: '0079_bounds', sql: bounds },
  { name: '0080_engine_limits', sql: engineLimits },
  { name: '0081_search_places', sql: searchPlaces },
  { name: '0082_bounce_reports', sql: bounceReports },
  { name: '0083_link_search', sql: linkSearch },
  { name: '0084_order_doubts', sql: orderDoubts },
  { name: '0085_missed_events', sql: missedEvents },
  { name: '0086_free_check_counts', sql: freeCheckCounts },
  { name: '0087_job_spans', sql: jobSpans },
  { name: '0088_foreign_hosts', sql: foreignHosts },
  { name: '0089_missed_by_day7', sql: missedByDay7 },
  { name: '0090_job_moves', sql: jobMoves },
  { name: '0091_claimed_sites', sql: claimedSites },
  { name: '0092_client_prices', sql: clientPrices },
  { name: '0093_pushed_hosts', sql: pushedHosts },
  { name: '0094_answers', sql: answers },
  { name: '0095_workspace_zones', sql: workspaceZones },
  { name: '0096_answer_hosts', sql: answerHosts },
  { name: '0097_client_tags', sql: clientTags },
  { name: '0098_client_views', sql: clientViews },
  { name: '0099_bell', sql: bell },
  { name: '0100_result_notes', sql: resultNotes },
  { name: '0101_quarter_hours', sql: quarterHours },
  { name: '0102_google_causes', sql: googleCauses },
  { name: '0103_site_icons', sql: siteIcons },
  { name: '0104_google_accounts', sql: googleAccounts },
  { name: '0105_broker', sql: broker },
  { name: '0106_retention', sql: retention },
  { name: '0107_impressions', sql: impressions },
  { name: '0108_google_sitemaps', sql: googleSitemaps },
  { name: '0109_languages', sql: languages },
  { name: '0110_google_answers', sql: googleAnswers },
  { name: '0111_drop_letters', sql: dropLetters },
  { name: '0112_own_locale', sql: ownLocale },
  { name: '0113_google_consents', sql: googleConsents },
  { name: '0114_notice_left_out', sql: noticeLeftOut },
  { name: '0115_watches_counted', sql: watchesCounted },
  { name: '0116_watch_counts', sql: watchCounts },
  { name: '0117_push_again', sql: pushAgain },
  { name: '0118_google_words', sql: googleWords },
  { name: '0119_job_postings', sql: jobPostings },
  { name: '0120_digest_days', sql: digestDays },
  { name: '0121_notice_times', sql: noticeTimes },
  { name: '0122_retention_weeks', sql: retentionWeeks },
  { name: '0123_more_notices', sql: moreNotices },
  { name: '0124_kept_drop_pushes', sql: keptDropPushes },
  { name: '0125_retention_spend_days', sql: retentionSpendDays },
]
