import Type, { type Static, type TOptional, type TSchema } from 'typebox'
import { text } from '../../kernel/language/say.ts'
import { LINE } from '../../kernel/operation/input/validation-errors.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Count, Nullable, Secret, Sentence } from '../../kernel/operation/shape.ts'
import { HintedSecret } from '../../kernel/web-fetch/adapter.ts'
import {
  CHANGED_BY,
  DECISIONS,
  KINDS,
  ONLY,
  PAUSES,
  REASONS,
  type Reason,
  ROUTES,
  RUN_STATES,
  TRIGGERS,
} from './words.ts'

const Patterns = (title: string, description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { title, description, maxItems: 50 })
const Limit = (title: string, description: string) =>
  Nullable(Type.Integer({ title, description: `${description}; empty: no limit`, minimum: 1, maximum: 10_000_000 }))

export const ruleFields = {
  only: Type.Enum(ONLY, { title: text('Push'), description: 'Changed: its lastmod is later than the known one' }),
  changed_by: Type.Enum(CHANGED_BY, {
    title: text('Changed by'),
    description: 'content: its lastmod is later and the text of the page is another; the first reading is no change',
  }),
  routes: Type.Enum(ROUTES, {
    title: text('Send to'),
    description: 'both: crawl supplier and IndexNow. indexnow: costs no credit, and has no guarantee',
  }),
  include: Patterns(text('Include'), 'Only these paths, such as /blog\u002f**, of at most 10 stars; empty: all'),
  exclude: Patterns(text('Exclude'), 'Never these paths, such as ?*utm_*, of at most 10 stars; wins over include'),
  hosts: Type.Array(Type.String({ minLength: 1, maxLength: 253 }), {
    title: 'Other hosts',
    description: 'Hosts beside that of the source whose links are pushed',
    maxItems: 20,
  }),
  again_after_days: Type.Integer({
    title: text('Days between pushes of a link'),
    description: 'A link goes out at most once in these days, pushes by hand included',
    minimum: 1,
    maximum: 365,
  }),
  cap_day: Limit(text('Links a day'), 'The rest waits for the next day, newest first'),
  budget_month: Limit(text('Index credits a month'), 'In the time zone of the workspace'),
  smart: Type.Boolean({ title: text('Push only missing links'), description: 'Checks first: 1 check credit per link' }),
  not_yet_indexed_days: Nullable(
    Type.Integer({
      title: text('Skip links indexed within days'),
      description: 'Skips links that a check within these days found in the index; free',
      minimum: 1,
      maximum: 365,
    }),
  ),
  announce_gone: Type.Boolean({
    title: text('Announce removed pages to IndexNow'),
    description: 'Pushed links that the source no longer lists, once their page answers 404 or 410; free',
  }),
}

const RulesShape = Shape('StandingRules', ruleFields)
export type Rules = Static<typeof RulesShape>

export const DEFAULT_RULES: Rules = {
  only: 'new_and_changed',
  changed_by: 'lastmod',
  routes: 'both',
  include: [],
  exclude: [],
  hosts: [],
  again_after_days: 7,
  cap_day: null,
  budget_month: null,
  smart: false,
  not_yet_indexed_days: null,
  announce_gone: false,
}

/** Rules as they are kept; a rule that came later has its default. */
export const rulesOf = ({ rules }: { rules: string }): Rules => ({ ...DEFAULT_RULES, ...(JSON.parse(rules) as Rules) })

export const Authorization = Secret({
  title: text('Authorization header'),
  description: 'For a source behind a login: sent to its host alone, kept sealed. Empty: none',
  maxLength: 1000,
})
export const PushId = Type.String({ title: 'Standing push', minLength: 1, maxLength: 60 })
export const PushName = Type.String({ title: text('Name'), minLength: 1, maxLength: 120, pattern: LINE })
export const Address = Type.String({
  title: text('Address'),
  description: 'A sitemap, sitemap index, robots.txt, RSS, Atom or JSON Feed, or a list of links',
  minLength: 1,
  maxLength: 2048,
})
export const Interval = Type.Integer({
  title: 'Minutes between runs',
  description: 'The plan limits the fastest interval; a feed may ask for a longer one',
  minimum: 15,
  maximum: 43_200,
})
export const Decision = Type.Enum(DECISIONS, {
  title: 'Decision',
  description:
    'push: push the links. learn: never push them as found. drop: forget them, so that a later run finds them again',
})

/** A value for some of the reasons. */
export const byReason = <T extends TSchema>(value: T) =>
  Type.Object(
    Object.fromEntries(REASONS.map((reason) => [reason, Type.Optional(value)])) as Record<Reason, TOptional<T>>,
  )

export const SkippedShape = byReason(Type.Integer({ minimum: 0 }))

export const RunShape = Shape('StandingRun', {
  id: Type.String(),
  push_id: Type.String(),
  trigger: Type.Enum(TRIGGERS),
  state: Type.Enum(RUN_STATES),
  started_at: Type.String(),
  ended_at: Nullable(Type.String()),
  files: Count('Files of the source that were checked'),
  unchanged_files: Count('Checked files without a change'),
  seen: Count('Entries read; of an unchanged file none is read'),
  carried: Count('Links that waited from earlier runs'),
  new_urls: Count('New links'),
  changed_urls: Count('Changed links'),
  pushed: Count('Links pushed'),
  held: Count('Links that wait for a decision of a person'),
  gone: Count('Links that this and an earlier complete reading lack; they are forgotten'),
  skipped: Type.With(SkippedShape, {
    description: 'Entries not pushed, by reason. With `pushed` and `held` they add up to `seen` and `carried`',
  }),
  job_ids: Type.Array(Type.String()),
  decided: Nullable(Type.Enum(DECISIONS)),
  decided_by: Nullable(Type.String()),
  note: Nullable(Sentence({ description: 'Error, or the reason why links are held' })),
})
export type Run = Static<typeof RunShape>

const HubShape = Shape('WebSubHub', {
  hub: Type.String(),
  lease_until: Nullable(Type.String({ description: 'Until when it announces changes; null: not subscribed' })),
  heard_at: Nullable(Type.String({ description: 'Last signed news' })),
  ask_at: Type.String({ description: 'When it is asked to subscribe again' }),
  note: Nullable(Type.String({ description: 'Why it does not announce changes' })),
})

export const StandingPushShape = Shape('StandingPush', {
  id: Type.String(),
  tenant_id: Type.String(),
  tenant_name: Type.String(),
  name: Type.String(),
  address: Type.String(),
  kind: Nullable(Type.Enum(KINDS)),
  rules: RulesShape,
  interval_minutes: Type.Integer(),
  paused: Type.Boolean(),
  paused_why: Nullable(Type.Enum(PAUSES)),
  next_run_at: Nullable(Type.String()),
  ran_at: Nullable(Type.String({ description: 'Last run' })),
  found_at: Nullable(Type.String({ description: 'Last run that found something' })),
  failing_since: Nullable(Type.String()),
  failure: Nullable(Sentence({ description: 'Why the last run failed' })),
  learned_at: Nullable(Type.String({ description: 'End of the first complete run, which only learns' })),
  known: Count('Links that the source has shown'),
  waiting: Count('Links found and not pushed yet'),
  pushed_today: Count('Links pushed today'),
  pushed_month: Count('Links pushed this month, which the budget counts'),
  last_run: Nullable(RunShape),
  held_run: Nullable(RunShape),
  authorization: HintedSecret,
  hub: Nullable(HubShape),
  created_by: Type.String(),
  created_at: Type.String(),
})
export type StandingPush = Static<typeof StandingPushShape>
