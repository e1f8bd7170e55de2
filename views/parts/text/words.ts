/** Words, icons and colours for the API's states. */
import type { JobStatus, LinkCredit, LinkState } from '../../../src/domains/jobs/index.ts'
import type { LinkVerdict } from '../../../src/domains/links/index.ts'
import type { SUBSCRIPTION_STATUSES } from '../../../src/domains/plans/index.ts'
import { ENGLISH } from '../../../src/kernel/language/reader.ts'
import { said, say, type Text, text } from '../../../src/kernel/language/say.ts'
import { ROLES, type Role } from '../../../src/kernel/operation/caller.ts'
import type { ChipIcon } from '../../../static/icons.ts'

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'idle'
export type StatusWord = { word: string; icon: ChipIcon; tone: Tone }
/** The result or the credit of a link, which its clients read in their language. */
export type LinkWord = StatusWord & { word: Text }

export type { JobStatus, LinkCredit, LinkState } from '../../../src/domains/jobs/index.ts'
export type IndexVerdict = 'yes' | 'no' | 'unknown'

export const STATUS: Record<JobStatus, StatusWord & { word: Text }> = {
  queued: { word: text('Queued'), icon: 'clock', tone: 'idle' },
  preflight: { word: text('Screening'), icon: 'scan-search', tone: 'info' },
  checking: { word: text('Checking before sending'), icon: 'scan-search', tone: 'info' },
  sending: { word: text('Sending'), icon: 'send', tone: 'info' },
  watching: { word: text('Waiting'), icon: 'clock', tone: 'info' },
  done: { word: text('Complete'), icon: 'check', tone: 'ok' },
  cancelled: { word: text('Cancelled'), icon: 'ban', tone: 'idle' },
}

/** A push whose links cannot be sent now; its note has the reason. */
export const HELD: StatusWord = { word: text('Waiting to send'), icon: 'clock', tone: 'warn' }

export const ATTENTION: StatusWord = { word: text('Needs attention'), icon: 'triangle-alert', tone: 'bad' }

const INDEXED: LinkWord = { word: text('Indexed'), icon: 'check', tone: 'ok' }
const WAITING: LinkWord = { word: text('Waiting'), icon: 'clock', tone: 'info' }
const NOT_INDEXED: LinkWord = { word: text('Not indexed'), icon: 'x', tone: 'warn' }
const SKIPPED: LinkWord = { word: text('Skipped'), icon: 'ban', tone: 'idle' }
const FAILED: LinkWord = { word: text('Not sent'), icon: 'triangle-alert', tone: 'bad' }
const HELD_OUT: LinkWord = { word: text('Control group'), icon: 'ban', tone: 'idle' }
const UNKNOWN: LinkWord = { word: text('No answer'), icon: 'ban', tone: 'idle' }

/** Verdicts that filter a list of links. */
export const VERDICT_WORDS: Record<LinkVerdict, Text> = {
  indexed: INDEXED.word,
  visible: text('Indexed already'),
  waiting: WAITING.word,
  sent: text('Sent, being watched'),
  not_indexed: NOT_INDEXED.word,
  unanswered: UNKNOWN.word,
  skipped: SKIPPED.word,
  held_out: HELD_OUT.word,
  failed: FAILED.word,
}

/** The result for a link, in one word. */
export function verdict(link: { state: LinkState; indexed: IndexVerdict }): LinkWord {
  if (link.state === 'failed') return FAILED
  if (link.state === 'flagged' || link.state === 'cancelled') return SKIPPED
  if (link.state === 'indexed' || link.indexed === 'yes') return INDEXED
  if (link.state === 'held_out') return HELD_OUT
  if (link.state === 'not_indexed') return NOT_INDEXED
  if (link.state === 'checked') return link.indexed === 'no' ? NOT_INDEXED : UNKNOWN
  return WAITING
}

const COVERED: Record<LinkCredit, LinkWord> = {
  reserved: { word: text('Reserved'), icon: 'lock', tone: 'idle' },
  consumed: { word: text('Used'), icon: 'check', tone: 'ok' },
  released: { word: text('Refunded'), icon: 'undo-2', tone: 'info' },
  excluded: { word: text('Not charged'), icon: 'ban', tone: 'idle' },
}
const NOT_COVERED: LinkWord = { word: text('Not covered'), icon: 'check', tone: 'warn' }

/** The state of a link's credit. A link pushed anyway or refreshed by force is not covered by the guarantee. */
export const creditWord = (link: { credit: LinkCredit; guarantee: boolean }): LinkWord =>
  link.credit === 'consumed' && !link.guarantee ? NOT_COVERED : COVERED[link.credit]

/** People who need a second factor. */
export const RULE_WORDS = { optional: text('Nobody'), admins: text('Owners and admins'), everyone: text('Everyone') }

/** The form of a rule about second factors. */
export const RULE_FORM = {
  fields: [],
  sentence: said(
    'It is needed by {second_factor}, {grace_days} days from now. Keys and apps of those who have none {keys_too}.',
    { second_factor: '{second_factor}', grace_days: '{grace_days}', keys_too: '{keys_too}' },
  ),
  empty: { grace_days: '0' },
  words: { second_factor: RULE_WORDS, keys_too: { true: text('stop too'), false: text('go on') } },
}

export const ROLE_WORDS: Record<Role, Text> = {
  client_viewer: text('Viewer'),
  member: text('Member'),
  admin: text('Admin'),
  owner: text('Owner'),
}

/** Roles up to the visitor's own. */
export const rolesUpTo = (highest: Role): Role[] => ROLES.slice(0, ROLES.indexOf(highest) + 1)

/** Name of a plan or pack from its id: `agency_pro` is Agency Pro. */
export const sold = (id: string): string =>
  id
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')

/** Names of plans or packs by id, for the choices of a field. */
export const soldWords = (ids: readonly string[]): Record<string, string> =>
  Object.fromEntries(ids.map((id) => [id, sold(id)]))

export const SUBSCRIPTION_WORDS: Record<(typeof SUBSCRIPTION_STATUSES)[number], string> = {
  active: 'Active',
  past_due: 'Payment late',
  canceled: 'Cancelled',
}

export const PASSWORD_HINT = text('At least 15 characters. A sentence is fine, and so is a password manager.')

/** Pre-flight flags as chip words; an unknown flag shows as it is. */
export const FLAGS: Record<string, Text> = {
  http_4xx: text('Not found'),
  http_5xx: text('Server error'),
  noindex: text('noindex'),
  robots_blocked: text('Blocked by robots.txt'),
  redirected: text('Redirects'),
  canonical_elsewhere: text('Canonical elsewhere'),
  unreachable: text('Unreachable'),
  private_address: text('Private address'),
}

const REFUSALS: Record<number, Text> = {
  401: text('Sign-in required'),
  403: text('Forbidden'),
  410: text('Gone'),
  429: text('Too many requests'),
}

/** A flag with the HTTP status that caused it: `Not found (404)`. Pushes and pre-flights use the same words. */
export function flagWord(flag: string, status: number | null = null, to = ENGLISH): string {
  if (flag !== 'http_4xx' && flag !== 'http_5xx') return FLAGS[flag] ? say(to, FLAGS[flag]) : flag
  const word = (flag === 'http_4xx' && status !== null && REFUSALS[status]) || FLAGS[flag]!
  return `${say(to, word)} (${status ?? flag.slice(5)})`
}
