import { namedEnum } from '../../kernel/operation/schema-names.ts'

export const KINDS = namedEnum('SourceKind', ['sitemap', 'index', 'robots', 'rss', 'atom', 'json_feed', 'list'])
export const TRIGGERS = namedEnum('RunTrigger', ['clock', 'person', 'hook', 'hub'])
export const RUN_STATES = namedEnum('RunState', ['running', 'done', 'partial', 'held', 'failed'])
export const ONLY = namedEnum('WatchedChange', ['new', 'changed', 'new_and_changed'])
export const CHANGED_BY = namedEnum('ChangeEvidence', ['lastmod', 'content'])
export const ROUTES = namedEnum('StandingRoute', ['both', 'crawl', 'indexnow'])
export const DECISIONS = namedEnum('HeldDecision', ['push', 'learn', 'drop'])

/** Why a URL is not pushed by a run: each has exactly one reason. */
export const REASONS = namedEnum('SkipReason', [
  'invalid',
  'foreign_host',
  'excluded',
  'not_included',
  'baseline',
  'unchanged',
  'not_wanted',
  'waiting',
  'no_room',
  'held',
  'pushed_lately',
  'indexed',
  'same_text',
  'flagged',
  'no_indexnow',
  'over_cap_day',
  'over_budget',
  'no_credits',
])
export type Reason = (typeof REASONS)[number]
export type Skipped = Partial<Record<Reason, number>>

export const PAUSES = namedEnum('PauseReason', ['person', 'failing', 'gone', 'other_document', 'moved', 'plan'])
export type Pause = (typeof PAUSES)[number]

/** How a caller of a deploy hook proves who it is. */
export const MODES = namedEnum('DeployProof', ['standard', 'github', 'netlify', 'vercel', 'address'])
export type Mode = (typeof MODES)[number]

/** `waiting`: until the site has settled. `done`: asked for a run or pushed. `ignored`: was no deploy. */
export const CALL_STATES = namedEnum('DeployCallState', ['waiting', 'done', 'ignored', 'failed'])
