/**
 * Columns that may be empty and look as if they bounded something: what a session, step, key, app, hook, invitation, link
 * or draft is limited by. Each is declared, either as a bound or with the reason why it is none.
 */
import type { ReadTx } from '../../src/kernel/database/database.ts'

/** Tables of what gives access, spends or sends on its own: every column of theirs that may be empty is declared. */
const TABLES = [
  'api_keys',
  'audit_sinks',
  'ceremonies',
  'deploy_hooks',
  'drafts',
  'email_proofs',
  'factor_rules',
  'factors',
  'google_accounts',
  'google_clients',
  'google_flows',
  'google_invites',
  'hub_subscriptions',
  'identities',
  'identity_providers',
  'invitations',
  'invites',
  'members',
  'month_report_links',
  'notice_recipients',
  'oauth_clients',
  'oauth_codes',
  'oauth_grants',
  'oauth_tokens',
  'own_domains',
  'password_resets',
  'portals',
  'programs',
  'recovery_codes',
  'repairs',
  'report_links',
  'report_recipients',
  'report_schedules',
  'sessions',
  'setup_links',
  'sign_in_steps',
  'signups',
  'sso_flows',
  'sso_offers',
  'sso_sessions',
  'standing_pushes',
  'tenants',
  'users',
  'webhook_endpoints',
  'workspace_views',
]

/** A name that speaks of another row, or of a place. */
const NAMES_ANOTHER = /(_id|_of|_to|_in|_by|_as|_with)$|^(actor|handoff|within|limit.*)$/
const IS_TIME = /(_at|_until|_since)$/

type Column = { table: string; column: string; names: string | null; on_delete: string | null }

/** Columns of the schema that have to be declared, with what they refer to. */
export function candidates(tx: ReadTx): Column[] {
  const tables = tx.rows<{ name: string }>(
    "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name",
  )
  return tables.flatMap(({ name: table }) => {
    const references = tx.rows<{ from: string; table: string; on_delete: string }>(
      'select "from", "table", on_delete from pragma_foreign_key_list(?)',
      table,
    )
    const columns = tx.rows<{ name: string }>(
      'select name from pragma_table_info(?) where "notnull" = 0 and pk = 0 order by cid',
      table,
    )
    return columns.flatMap(({ name: column }) => {
      const found = references.find(({ from }) => from === column)
      const counts = found || NAMES_ANOTHER.test(column) || (TABLES.includes(table) && !IS_TIME.test(column))
      return counts ? [{ table, column, names: found?.table ?? null, on_delete: found?.on_delete ?? null }] : []
    })
  })
}

/** Tables above that the schema no longer has. */
export const lostTables = (tx: ReadTx): string[] =>
  TABLES.filter((name) => !tx.row("select 1 from sqlite_schema where type = 'table' and name = ?", name))

/** What happens to a row whose named row is deleted. */
export type Declared =
  /** It goes with it. */
  | { goes: string }
  /** The deletion is refused while it is there. */
  | { refused: string }
  /** Its column is emptied; `shown`: and only shown anyway. Else a test says what is left. */
  | { emptied: string; shown?: true }
  /** It keeps the id of what is gone, and a test says that it reaches nothing. */
  | { stays: string }
  /** No bound by another row, and why. */
  | { none: string }

const OWN: Declared = { none: 'a limit of its own row, that nothing else can take away' }
const SHOWN: Declared = { none: 'shown or recorded only' }
const SECRET: Declared = { none: 'a secret or key of its own; empty: none works' }

export const DECLARED: Record<string, Declared> = {
  'api_keys.created_by': { emptied: 'users' },
  'api_keys.rate_per_min': OWN,
  'api_keys.rate_per_day': OWN,
  'api_keys.daily_credit_cap': OWN,
  'api_keys.approval_above': OWN,
  'api_keys.capped_with': { stays: 'api_keys' },
  'audit.user_id': SHOWN,
  'audit.key_id': SHOWN,
  'audit.tenant_id': SHOWN,
  'audit.request_id': SHOWN,
  'audit_sinks.tenant_id': { goes: 'tenants' },
  'audit_sinks.ca': SHOWN,
  'audit_sinks.last_error': SHOWN,
  'batches.task_id': SHOWN,
  'billing_accounts.customer_id': SHOWN,
  'billing_accounts.subscription_id': SHOWN,
  'billing_accounts.locked_by': SHOWN,
  'billing_events.request_id': SHOWN,
  'credit_requests.decided_by': SHOWN,
  'credit_requests.group_id': SHOWN,
  'deploy_calls.job_id': SHOWN,
  'deploy_calls.run_id': SHOWN,
  'deploy_hooks.secret_sealed': SECRET,
  'deploy_hooks.standing_push_id': { emptied: 'standing_pushes' },
  'deploy_hooks.cap_day': OWN,
  'deploy_hooks.budget_month': OWN,
  'drafts.user_id': { emptied: 'users', shown: true },
  'drafts.app': SHOWN,
  'drafts.answer': SHOWN,
  'drafts.note': SHOWN,
  'drops.closed_by': SHOWN,
  'drops.event_id': SHOWN,
  'drafts.decided_by': SHOWN,
  'ended_sign_ins.user_id': { goes: 'users' },
  'factors.secret_sealed': SECRET,
  'factors.credential_id': SECRET,
  'factors.public_key': SECRET,
  'factors.rp_id': OWN,
  'factors.transports': SHOWN,
  'factors.aaguid': SHOWN,
  'google_accounts.lost_why': SHOWN,
  'google_clients.base_url': { none: 'where Google answers; empty: at its own addresses' },
  'google_flows.session_id': { goes: 'sessions' },
  'google_invites.user_id': { goes: 'users' },
  'google_invites.key_id': { goes: 'api_keys' },
  'hub_subscriptions.note': SHOWN,
  'identities.email': SHOWN,
  'identity_providers.metadata': SHOWN,
  'identity_providers.last_error': SHOWN,
  'indexnow_submissions.site_id': { emptied: 'indexnow_sites', shown: true },
  'indexnow_urls.submission_id': { goes: 'indexnow_submissions' },
  'invitations.invited_by': { goes: 'users' },
  'invitations.invited_in': { stays: 'tenants' },
  'invitations.invited_as': OWN,
  'invites.email': OWN,
  'invites.note': SHOWN,
  'jobs.source_job_id': SHOWN,
  'ledger.job_id': SHOWN,
  'links.batch_id': SHOWN,
  'mail_bounces.mail_id': { goes: 'mails' },
  'mails.tenant_id': { goes: 'tenants' },
  'money_back.refund_id': SHOWN,
  'month_report_links.report_id': { goes: 'month_reports' },
  'month_report_links.issue_id': { goes: 'report_issues' },
  'month_report_links.recipient_id': { goes: 'report_recipients' },
  'notice_recipients.token_hash': SECRET,
  'oauth_clients.network': SHOWN,
  'oauth_codes.daily_credit_cap': OWN,
  'oauth_codes.approval_above': OWN,
  'oauth_grants.daily_credit_cap': OWN,
  'oauth_grants.approval_above': OWN,
  'own_domains.problem': SHOWN,
  'password_resets.mailed_to': { none: 'the address that a link was sent to: compared with the one of the account' },
  'payments.session_id': SHOWN,
  'payments.request_id': SHOWN,
  'programs.user_id': { goes: 'users' },
  'repairs.note': SHOWN,
  'quotas.limit_hour': { none: 'what an outside service allows, as it said last; empty: it said nothing' },
  'quotas.limit_minute': { none: 'what an outside service allows, as it said last; empty: it said nothing' },
  'repairs.job_id': SHOWN,
  'report_deliveries.mail_id': SHOWN,
  'report_deliveries.link_id': SHOWN,
  'report_issues.approved_by': SHOWN,
  'report_recipients.consent': SHOWN,
  'report_recipients.token_hash': SECRET,
  'report_recipients.answer': SHOWN,
  'report_schedules.automatic_by': SHOWN,
  'report_schedules.next_period': SHOWN,
  'sessions.ip': SHOWN,
  'sessions.user_agent': SHOWN,
  'sessions.previous_id': { none: 'the id that its cookie had before, for some seconds' },
  'sessions.domain_of': { goes: 'tenants' },
  'setup_links.user_id': { goes: 'invitations' },
  'setup_links.tenant_id': { goes: 'invitations' },
  'sign_in_steps.handoff': { goes: 'sso_sessions' },
  'sign_in_steps.domain_of': { goes: 'tenants' },
  'signups.token_hash': SECRET,
  'signups.invite_id': { emptied: 'invites' },
  'sso_flows.session_id': { goes: 'sessions' },
  'sso_sessions.session_id': { goes: 'sessions' },
  'sso_sessions.sid': SHOWN,
  'standing_missing.run_id': SHOWN,
  'standing_pushes.kind': SHOWN,
  'standing_pushes.paused_why': SHOWN,
  'standing_pushes.failure': SHOWN,
  'standing_pushes.asked_by': SHOWN,
  'standing_pushes.authorization_sealed': SECRET,
  'standing_pushes.found_gap': SHOWN,
  'standing_runs.decided_by': SHOWN,
  'tenants.parent_id': { refused: 'tenants' },
  'tenants.notes': SHOWN,
  'tenants.logo_url': SHOWN,
  'tenants.accent': SHOWN,
  'tenants.from_name': SHOWN,
  'tenants.domain': { none: 'a host name, compared with the one of a request' },
  'tenants.rooms': OWN,
  'tenants.search_place': { none: 'where searches are made; empty: as the workspace above' },
  'tenants.language': { none: 'of what its clients read; empty: as the workspace above' },
  'tenants.time_zone': { none: 'the zone of its days; empty: as the workspace above' },
  'tenants.month_zones': { none: 'the same by month; empty: as the workspace above' },
  'tracked_errors.request_id': SHOWN,
  'trials.user_id': SHOWN,
  'trials.tenant_id': { refused: 'tenants' },
  'users.password_hash': SECRET,
  'users.invited_by': SHOWN,
  'users.invited_in': { stays: 'tenants' },
  'users.invited_as': OWN,
  'users.passkey_handle': SECRET,
  'waitlist.invite_id': { emptied: 'invites', shown: true },
  'watches.drop_id': SHOWN,
  'waitlist.decided_by': SHOWN,
  'webhook_endpoints.why_disabled': SHOWN,
  'webhook_events.tenant_id': { goes: 'tenants' },
  'webhook_news.tenant_id': { goes: 'tenants' },
  'workspace_views.session_id': { emptied: 'sessions' },
}
