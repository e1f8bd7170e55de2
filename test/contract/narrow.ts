/** What operations make that lasts, and how it is bound to who made it. A table that is in neither list fails. */

/**
 * - `tree`: it belongs to a workspace within the maker's tree, and ends with it.
 * - `role`: the same, and it lets a person in: with a limit on credits, or from an own domain, as a client_viewer alone.
 * - `spends`: the same, and it spends credits later: nobody with a limit on credits makes it.
 * - `bearer`: the same, and it works or sends for whoever has it: it is not made at an own domain.
 * - `person`: how people sign in. No narrow caller makes or changes it.
 * - `install`: it holds for everybody. No narrow caller makes or changes it.
 */
export type How = 'tree' | 'role' | 'spends' | 'bearer' | 'spends and bearer' | 'person' | 'install'

export const HOW: Record<string, { how: How; words: string }> = {
  api_keys: {
    how: 'bearer',
    words:
      'role, calls and credits at most those of its maker, whose daily limit it shares; it ends with its person and workspace',
  },
  audit_sinks: { how: 'bearer', words: 'lines of its workspace and those below; ends with the workspace' },
  client_views: { how: 'tree', words: 'a filter of the list of clients of one workspace' },
  credit_requests: { how: 'tree', words: 'a wish of a workspace, which an operator decides' },
  deploy_hooks: {
    how: 'spends and bearer',
    words: 'its workspace, its hosts and its limits; pauses without its standing push',
  },
  drafts: { how: 'tree', words: 'an order of one key or app, within its daily limit; ends with it' },
  factor_rules: { how: 'person', words: 'people of a workspace and those below' },
  factors: { how: 'person', words: 'one person' },
  identities: { how: 'person', words: 'one person and one provider' },
  identity_providers: { how: 'install', words: 'the install' },
  indexnow_sites: { how: 'tree', words: 'a host of one workspace, proven by its key file' },
  invitations: { how: 'role', words: 'a role at most that of its maker; ends when the maker could no longer make it' },
  members: { how: 'role', words: 'a role at most that of its giver' },
  month_report_links: { how: 'tree', words: 'reads one report; ends with it' },
  month_reports: { how: 'tree', words: 'a month of one workspace' },
  notice_recipients: { how: 'tree', words: 'letters about one workspace' },
  notice_settings: { how: 'tree', words: 'letters about one workspace' },
  oauth_grants: { how: 'person', words: 'an app of one person in one workspace, at most its scope, cap and approval' },
  own_domains: {
    how: 'tree',
    words: 'a host of one workspace, proven by a file; not set with a limit or at an own domain',
  },
  page_questions: { how: 'tree', words: 'a question about a page of one workspace' },
  password_resets: { how: 'person', words: 'one person and one address, for an hour' },
  payments: { how: 'tree', words: 'a page of Stripe where a person pays' },
  portals: { how: 'tree', words: 'reads one workspace' },
  recovery_codes: { how: 'person', words: 'one person' },
  repairs: { how: 'spends', words: 'one credit for each page of one workspace, for some days' },
  report_deliveries: { how: 'tree', words: 'the letter of one report to one of its readers' },
  report_issues: { how: 'tree', words: 'a report of one workspace' },
  report_links: { how: 'tree', words: 'reads one job; ends with it' },
  report_recipients: { how: 'tree', words: 'reports of one workspace' },
  report_schedules: { how: 'tree', words: 'reports of one workspace' },
  bell_marks: { how: 'tree', words: 'marks of one person in one workspace' },
  result_notes: { how: 'tree', words: 'words on the results of one workspace' },
  seen_cases: { how: 'tree', words: 'marks of one person in one workspace' },
  sessions: { how: 'person', words: 'one person at one address; a renewed one has the limits it had' },
  settings: { how: 'install', words: 'the install' },
  setup_links: {
    how: 'role',
    words: 'sets the password of an account that nobody was ever in; ends with its invitation',
  },
  standing_pushes: { how: 'spends', words: 'one source of one workspace, within its limits' },
  tenants: { how: 'tree', words: 'below a workspace within the tree' },
  users: { how: 'person', words: 'for an invited address, without a password; else its own person alone' },
  webhook_endpoints: { how: 'bearer', words: 'events of its workspace and those below; ends with the workspace' },
}

/** Work, counts and records: they give nobody access, and act on nothing by themselves. Orders have `spending.test.ts`. */
export const PASSING = new Set([
  'audit',
  'audit_erased',
  'audit_heads',
  'batches',
  'billing_days',
  'billing_events',
  'ceremonies',
  'cohorts',
  'credit_days',
  'day_counters',
  'email_proofs',
  'foreign_days',
  'foreign_hosts',
  'free_check_days',
  'handed_on',
  'happenings',
  'host_changes',
  'idempotency_keys',
  'indexnow_submissions',
  'indexnow_urls',
  'job_counts',
  'jobs',
  'ledger',
  'links',
  'look_days',
  'looks',
  'mails',
  'order_slices',
  'owed_credits',
  'plan_calendar',
  'programs',
  'purses',
  'pushed_hosts',
  'quotas',
  'reservations',
  'sign_in_failures',
  'standing_runs',
  'task_runs',
  'trials',
  'unwritten_links',
  'unwritten_looks',
  'user_counts',
  'webhook_attempts',
  'webhook_deliveries',
  'webhook_events',
  'webhook_news',
])
