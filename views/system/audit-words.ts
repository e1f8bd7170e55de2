/** A line of the audit trail as a sentence without its subject, made from the summary of the operation. */
import { ROLE_WORDS } from '../parts/text/words.ts'

const IRREGULAR: Readonly<Record<string, string>> = {
  begin: 'began',
  cancel: 'cancelled',
  forget: 'forgot',
  get: 'opened',
  give: 'gave',
  hide: 'hid',
  let: 'let',
  list: 'read',
  make: 'created',
  put: 'put',
  reset: 'reset',
  run: 'ran',
  send: 'sent',
  set: 'set',
  stop: 'stopped',
  submit: 'submitted',
  transfer: 'transferred',
  withdraw: 'withdrew',
  write: 'wrote',
}

/** The reader of the line is another person. */
const PERSONS: Readonly<Record<string, string>> = { you: 'they', your: 'their', yourself: 'themselves' }

type ActFacts = Readonly<Record<string, unknown>>
type AuditLine = { action: string; before: object | null; after: object | null; tenant_name?: string | null }

/** Acts without an operation, and operations that do one of several things. */
const KNOWN: Readonly<Record<string, string | ((after: ActFacts, before: ActFacts) => string)>> = {
  submit_index_job: (after) => `pushed ${amountOf(after, 'link')}`,
  check_index: (after) => `checked ${amountOf(after, 'link')}`,
  allocate_credits: (after) => `transferred ${amountOf(after, `${after.kind ?? 'index'} credit`)}`,
  adjust_credits: ({ amount, kind }) =>
    Number(amount) < 0
      ? `removed ${amountOf({ amount: -Number(amount) }, `${kind} credit`)}`
      : `added ${amountOf({ amount }, `${kind} credit`)}`,
  add_passkey: 'added a passkey',
  add_user_membership: 'added a person to a workspace',
  approve_draft: 'approved a push or check',
  approve_reports: 'approved reports',
  begin_passkey: 'started to add a passkey',
  begin_totp: 'started to add an authenticator app',
  change_plan: 'changed the plan of a subscription',
  close_page_question: 'closed a question about a page',
  confirm_clock: 'confirmed that the clock is right',
  confirm_totp: 'added an authenticator app',
  create_audit_sink: 'added a stream of the audit trail',
  create_standing_push: 'added a standing push',
  create_sub_tenant: 'added a workspace',
  decline_draft: 'declined a push or check',
  delete_error: 'deleted an error',
  delete_free_check_block: 'unblocked an IP address',
  delete_job: 'deleted a push or check',
  delete_job_url: 'removed a link from a push or check',
  delete_standing_push: 'deleted a standing push',
  delete_tenant: ({ archived }, { name }) => (archived ? 'archived a workspace' : `deleted the workspace ${name}`),
  delete_user_session: 'signed a person out of a session',
  get_user: 'read the account of a person',
  put_branding: 'changed the brand of a workspace',
  put_portal: ({ enabled }) => `${enabled ? 'opened' : 'closed'} the portal of a workspace`,
  put_report_schedule: 'changed the report schedule of a workspace',
  recheck_job: 'checked the links of a push or check again',
  reissue_report: 'reissued a report',
  reset_crawl_breaker: 'resumed a paused supplier',
  reset_factors: 'removed all second factors of a person',
  resolve_error: 'resolved an error',
  reverse_ledger_entry: 'reversed a transfer or a grant',
  send_unindexed_to_indexer: 'pushed links that are not indexed again',
  set_tenant_plan: 'set the plan of a workspace',
  set_security_rule: 'set who needs a second factor in a workspace',
  sync_job: 'fetched the supplier’s report of a push',
  tick_indexnow: 'verified all IndexNow sites',
  update_job: ({ tenant_id }) =>
    tenant_id === undefined ? 'renamed a push or check' : 'moved a push to another client',
  update_margin_settings: 'changed the settings of the margin',
  update_provider_balance: 'corrected the balance of a supplier',
  update_tenant_billing: 'locked or unlocked buying for a workspace',
  update_tenant: ({ archived, name }) =>
    archived === undefined
      ? `changed ${name === undefined ? 'the settings' : 'the name'} of a workspace`
      : `${archived ? 'archived' : 'restored'} a workspace`,
  add_member: (after) => invited(after),
  add_own_member: (after) => invited(after),
  share_job_report: 'shared the report of a push',
  share_month_report: 'shared a month’s report',
  prove_yourself: 'confirmed who they are',
  sign_in: 'signed in',
  sign_in_failed: 'failed to sign in',
  accept_invitation: 'accepted an invitation',
  confirm_sign_up: 'confirmed a sign-up',
  connect_app: 'connected an app',
  connect_identity: 'connected their account to an identity provider',
  disown_address: 'reported that an address is not theirs',
  provider_sign_out: 'was signed out by an identity provider',
  restore: 'restored a backup',
  verify_email: 'verified an e-mail address',
  start_workspace_view: 'started to view a workspace',
  end_workspace_view: 'stopped viewing a workspace',
  first_run: 'set up the install',
  refused: 'was refused',
  throttled: 'sent too many requests',
  invalid_flood: 'sent much invalid input',
  signature_refused: 'sent a wrong signature',
  update_program: 'replaced the program',
  anchor_audit: 'noted an anchor of the trail',
  stripe_event: 'reported a payment from Stripe',
}

/** `submit_index_job` with 38 links is "pushed 38 links". `a workspace` stays for the name of the workspace. */
export function auditWords(line: AuditLine, summary?: string): string {
  const { action } = line
  const [before, after] = [(line.before ?? {}) as ActFacts, (line.after ?? {}) as ActFacts]
  const known = KNOWN[action]
  const said =
    typeof known === 'function'
      ? known(after, before)
      : (known ?? (summary ? saidBy(summary, action, after) : inPast(action)))
  const name = typeof known === 'function' ? null : nameOf(line)
  return name === null || name === line.tenant_name ? said : `${said}: ${name}`
}

/** The first clause of a summary, in the past: "Withdraw an invite. It stops working." is "withdrew an invite". */
function saidBy(summary: string, action: string, { read }: ActFacts): string {
  const clause = summary
    .split(
      /[.:;](?:\s|$)| \(|, (?:and|or|as|to|by|which|with|enter|turn|set|once|shown|newest|the newest|the oldest)\b| and (?=\w+ (?:its|that|the|their|what)\b)/,
    )[0]!
    .replace(/ now$/, '')
    .replace(/\b(?:yourself|your|you)\b/gi, (word) => PERSONS[word.toLowerCase()]!)
  const [first, ...rest] = clause.split(' ')
  // Reads and files are named by a noun.
  if (read) return `${action.startsWith('export_') ? 'exported' : 'read'} ${[lower(first!), ...rest].join(' ')}`
  const [verb, object] = [past(first!.toLowerCase()), rest.join(' ')]
  return `${verb} ${object}`.trim()
}

const lower = (word: string): string => (/^[A-Z]{2}/.test(word) ? word : word.charAt(0).toLowerCase() + word.slice(1))

/** Acts that no operation declares: `rotate_key` is "rotated key". */
function inPast(action: string): string {
  const [verb, ...rest] = action.split('_')
  return [past(verb!), ...rest].join(' ')
}

function past(verb: string): string {
  const irregular = IRREGULAR[verb]
  if (irregular) return irregular
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ied`
  return verb.endsWith('e') ? `${verb}d` : `${verb}ed`
}

function invited({ email, role }: ActFacts): string {
  if (typeof email !== 'string') return 'added a person to a workspace'
  const as = typeof role === 'string' && role in ROLE_WORDS ? ` as ${ROLE_WORDS[role as 'member'].toLowerCase()}` : ''
  return `invited ${email}${as} to a workspace`
}

/** The name of the thing, from the fields of the line. */
function nameOf({ before, after }: AuditLine): string | null {
  for (const name of ['name', 'email', 'host', 'url', 'pack', 'target']) {
    const value = ((after ?? {}) as ActFacts)[name] ?? ((before ?? {}) as ActFacts)[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return null
}

function amountOf({ links, urls, amount }: ActFacts, one: string): string {
  const n = [links, urls, amount].find((value): value is number => typeof value === 'number')
  return n === undefined ? `${one}s` : `${n.toLocaleString('en')} ${one}${n === 1 ? '' : 's'}`
}
