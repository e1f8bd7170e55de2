import Type from 'typebox'
import { WATCH_STATES } from '../../domains/links/index.ts'
import { namedEnum, Shape } from '../../kernel/operation/schema-names.ts'
import { Count, Moment, Nullable } from '../../kernel/operation/shape.ts'

export { WATCH_STATES }
export const DROP_STATES = namedEnum('DropState', ['open', 'pushed', 'closed'])

/** Found on the page. */
const PAGE_CAUSES = [
  'noindex',
  'http_4xx',
  'http_5xx',
  'robots_blocked',
  'redirected',
  'canonical_elsewhere',
  'unreachable',
  'soft_404',
  'left_sitemap',
  'content_changed',
] as const
export type PageCause = (typeof PAGE_CAUSES)[number]

export const DROP_CAUSES = namedEnum('DropCause', [
  ...PAGE_CAUSES,
  'canonical_chosen',
  'blocked_when_crawled',
  'not_crawled_130',
  'unknown_to_google',
  'crawled_not_indexed',
  'engine_event',
  'engine_choice',
])
export type DropCause = (typeof DROP_CAUSES)[number]

export const PUSH_RULES = namedEnum('DropPushRule', ['now', 'fixed', 'rarely', 'never'])
export type PushRule = (typeof PUSH_RULES)[number]

export const RE_PUSHES = namedEnum('RePush', ['off', 'ask', 'auto'])

export const DropId = Type.String({ title: 'Drop', minLength: 1, maxLength: 60 })

export const RetentionShape = Shape('Retention', {
  tenant_id: Type.String(),
  set_by: Nullable(Type.String({ description: 'The workspace whose settings hold here; null: nobody has set any' })),
  on: Type.Boolean(),
  budget_month: Count('Check credits that watching may use a month, here and below'),
  k_min: Type.Integer({ description: 'Fewest noes of a search engine that make a drop' }),
  k_max: Type.Integer(),
  re_push: Type.Enum(RE_PUSHES, {
    description:
      'Links that the engine dropped by its own choice: left alone, a case of Today, or pushed again by itself',
  }),
  re_push_cap_day: Count('Links that are pushed again by itself a day'),
  re_push_budget_month: Count('Index credits that this may use a month'),
  re_pushed_month: Count('Index credits that it used this month, refunded or not'),
  used_month: Count('Check credits used this month, of the budget that holds here'),
  noes: Type.Integer({
    description: 'Noes in a row, a day apart, that make a drop now: by the measured rate of false ones',
  }),
  watched: Count('Links that are checked again'),
  suspect: Count('Watched links that the last check missed, and that are not confirmed'),
  dropped: Count('Links that dropped in the last 30 days and are still out'),
  returned: Count('Links that came back in the last 30 days'),
  unreached: Count('Watched links that budget or credits do not reach: their state is not known'),
  estimate: Type.Object({
    links: Count('Links found indexed that would be watched'),
    checks_month: Count('Check credits of the coming 30 days, if no link were inside a Search Console property'),
  }),
})

export const Share = Nullable(Type.Number({ description: '0..1; null of fewer than 20 links' }))

const curve = {
  links: Count('Links at risk at the first step'),
  points: Type.Array(
    Shape('SurvivalPoint', {
      day: Type.Integer({ description: 'Days after it was first seen' }),
      at_risk: Count('Links that were there at the step before, with an answer at this one'),
      dropped: Count('Of these, links that dropped'),
      share: Share,
      low: Nullable(Type.Number({ description: 'Lower end of the 95 % band' })),
      high: Nullable(Type.Number({ description: 'Upper end of the 95 % band' })),
    }),
  ),
}

export const SurvivalShape = Shape('Survival', {
  ...curve,
  rows: Type.Array(
    Shape('SurvivalRow', {
      key: Type.String(),
      label: Type.String(),
      ...curve,
      expected: Nullable(
        Type.Number({
          description: 'By supplier: drops expected if all suppliers kept the links of each client alike',
        }),
      ),
      chi2: Nullable(Type.Number({ description: 'By supplier: stratified log-rank statistic; above 3.84 it differs' })),
    }),
    { description: 'The 100 with the most links; empty unless `by` is given' },
  ),
  marks: Type.Array(Type.Object({ day: Type.String({ format: 'date' }), text: Type.String() }), {
    description: 'Days on which links were first asked by another engine, method or country',
  }),
})

export const DropShape = Shape('Drop', {
  id: Type.String(),
  tenant_id: Type.String(),
  tenant_name: Type.String(),
  host: Type.String({ description: 'Empty for an event of the engine, which has links of several hosts' }),
  cause: Type.Enum(DROP_CAUSES, { description: 'Of the page, or by the engine; engine_choice: none is known' }),
  title: Type.String({ description: 'The cause in words' }),
  act: Type.String({ description: 'What helps' }),
  push: Type.Enum(PUSH_RULES, {
    description: 'Whether a push helps: now; fixed: once the page is fixed; rarely: at most twice a link; never',
  }),
  week: Type.String({ format: 'date', description: 'Monday of the week in which it was found (UTC)' }),
  opened_at: Moment,
  state: Type.Enum(DROP_STATES),
  links: Count('Links that are still out'),
  returned: Count('Links that came back'),
  last_yes_at: Nullable(Type.With(Moment, { description: 'They dropped after this moment' })),
  first_no_at: Nullable(Type.With(Moment, { description: 'And before this one' })),
})

const Page = Type.Object({
  status: Nullable(Type.Integer()),
  noindex: Nullable(Type.String({ description: 'Where it forbids indexing' })),
  robots: Nullable(Type.String()),
  canonical: Nullable(Type.String()),
  final_url: Nullable(Type.String()),
})

export const DropDetail = Shape('DropDetail', {
  ...DropShape.properties,
  closed_why: Nullable(Type.String()),
  closed_by: Nullable(Type.String()),
  event: Nullable(
    Type.Object(
      { hosts: Count(), clients: Count(), until: Moment },
      {
        description:
          'The engine dropped pages of many hosts at once: those in reach; nothing is pushed again until then',
      },
    ),
  ),
  pushable: Count('Links that `push_drop` would push now'),
  push_from: Nullable(Type.With(Moment, { description: 'When the next link may be pushed again' })),
  pushed_before: Count(
    'Links with such a cause that were pushed again at least two weeks ago, in all workspaces in reach',
  ),
  returned_before: Count('Of these, links that came back'),
  pushes: Type.Array(
    Shape('DropPush', {
      job_id: Nullable(Type.String({ description: 'Null once the push was deleted' })),
      created_at: Moment,
      links: Count(),
      automatic: Type.Boolean({ description: 'By the rule of the workspace, not by a person' }),
    }),
    { description: 'Pushes of its links, the newest first' },
  ),
  dropped: Type.Array(
    Shape('DroppedLink', {
      uid: Type.Integer(),
      url: Type.String(),
      state: Type.Enum(WATCH_STATES),
      last_yes_at: Moment,
      first_no_at: Nullable(Moment),
      google_canonical: Nullable(Type.String()),
      crawled_at: Nullable(Moment),
      before: Nullable(Type.With(Page, { description: 'The page before its push; null where it was not screened' })),
      after: Nullable(Type.With(Page, { description: 'The page at the first check that missed it' })),
    }),
    { description: 'The first 200 links' },
  ),
})

export const AtRiskShape = Shape('LinksAtRisk', {
  tenant_id: Type.String(),
  tenant_name: Type.String(),
  host: Type.String(),
  links: Count('Links that Google has not crawled for over 100 days'),
  crawled_from: Type.With(Moment, { description: 'Its oldest last visit' }),
  crawled_to: Type.With(Moment, { description: 'The newest of these' }),
  day_131: Type.String({ format: 'date', description: '131 days after the oldest: few pages stay in Google longer' }),
})
