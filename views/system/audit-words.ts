/** A line of the audit trail in words, with its count if there is one. */

const PAST: Readonly<Record<string, string>> = {
  add: 'added',
  approve: 'approved',
  cancel: 'cancelled',
  change: 'changed',
  create: 'created',
  decline: 'declined',
  delete: 'deleted',
  forget: 'forgot',
  get: 'opened',
  list: 'read',
  open: 'opened',
  put: 'changed',
  rebuild: 'rebuilt',
  refund: 'refunded',
  remove: 'removed',
  reset: 'reset',
  retry: 'retried',
  reverse: 'reversed',
  revoke: 'revoked',
  run: 'ran',
  send: 'sent',
  resend: 'sent again:',
  set: 'set',
  share: 'shared',
  submit: 'submitted',
  unshare: 'stopped sharing',
  update: 'changed',
  verify: 'verified',
}

/** Acts with a better name than the operation's. */
const KNOWN: Readonly<Record<string, (n: (one: string) => string) => string>> = {
  submit_index_job: (n) => `pushed ${n('link')}`,
  check_index: (n) => `checked ${n('link')}`,
  allocate_credits: (n) => `transferred ${n('credit')}`,
  create_sub_tenant: () => 'added a client',
  update_tenant: () => 'changed settings',
  sign_in: () => 'signed in',
  sign_in_failed: () => 'failed to sign in',
  refused: () => 'was refused',
  throttled: () => 'sent too many requests',
  invalid_flood: () => 'sent much invalid input',
  signature_refused: () => 'sent a wrong signature',
  update_program: () => 'replaced the program',
  anchor_audit: () => 'noted an anchor of the trail',
}

type Line = { action: string; after: object | null }

/** `submit_index_job` with 38 links is "pushed 38 links". */
export function auditWords({ action, after }: Line): string {
  const known = KNOWN[action]
  if (known) return known((one) => amountOf(after, one))
  const [verb, ...rest] = action.split('_')
  return [PAST[verb!] ?? regular(verb!), ...rest].join(' ')
}

function amountOf(after: object | null, one: string): string {
  const { links, urls, amount } = (after ?? {}) as Record<string, unknown>
  const n = [links, urls, amount].find((value): value is number => typeof value === 'number')
  return n === undefined ? `${one}s` : `${n.toLocaleString('en')} ${one}${n === 1 ? '' : 's'}`
}

const regular = (verb: string): string => (verb.endsWith('e') ? `${verb}d` : `${verb}ed`)
