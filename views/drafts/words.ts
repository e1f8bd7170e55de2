import { type Text, text } from '../../src/kernel/language/say.ts'

/** Names of operations that spend credits. */
export const DRAFT_WORDS: Record<string, Text> = {
  submit_index_job: text('Push'),
  check_index: text('Check'),
  recheck_job: text('Check again'),
  retry_job: text('Push failed links again'),
  send_unindexed_to_indexer: text('Push unindexed links again'),
  push_drop: text('Push again'),
}

/** Names of their inputs, but for the links. */
export const ORDER_LABELS: Record<string, Text> = {
  id: text('Id'),
  job_id: text('Job'),
  name: text('Name'),
  engine: text('Engine'),
  mode: text('Mode'),
  drip_days: text('Spread over days'),
  recheck_days: text('Check again after days'),
  pre_check: text('Check before the push'),
  smart: text('Push only missing links'),
  preflight: text('Pre-flight'),
  skip_flagged: text('Skip flagged'),
  push_anyway: text('Push anyway'),
  force_refresh: text('Ask the pages again'),
  holdout_pct: text('Control group, percent'),
  indexnow_force: text('Resend to IndexNow'),
  delay_s: text('Delay, seconds'),
  confirm_foreign_hosts: text('Hosts of other clients'),
  url_ids: text('Links'),
  estimate: text('Estimate'),
  max_credits: text('Most credits'),
}
