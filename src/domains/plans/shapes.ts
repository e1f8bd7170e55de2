import Type, { type Static } from 'typebox'
import { namedEnum, Shape } from '../../kernel/operation/schema-names.ts'
import { Nullable } from '../../kernel/operation/shape.ts'

/** Lowest to highest: each plan has every feature of the plans before it. */
export const PLANS = namedEnum('PlanName', ['free', 'agency_starter', 'agency_pro', 'agency_scale'])
export type PlanName = (typeof PLANS)[number]

export const PACKS = namedEnum('PackName', ['try', 'boost', 'pro', 'checks', 'checks_l'])
export type PackName = (typeof PACKS)[number]

/** White-label features that a plan may include. */
export const FEATURES = namedEnum('WhiteLabelFeature', ['logo', 'accent', 'from_name', 'domain'])
export type Feature = (typeof FEATURES)[number]

/** Limits of a plan. Null is unlimited. */
const PLAN_LIMITS = ['urls_per_push', 'clients', 'members', 'keys', 'standing_pushes', 'webhooks'] as const
export type PlanLimit = (typeof PLAN_LIMITS)[number]

/** Days after sending on which a link is checked. After the last one a link that is not indexed is refunded. */
export const LOOK_DAYS = [1, 3, 7] as const
export const LAST_LOOK_DAY = LOOK_DAYS[2]

/** The days within a sentence: `1, 3 and 7`. */
export const lookDays = (joint: 'and' | 'or' = 'and'): string =>
  `${LOOK_DAYS.slice(0, -1).join(', ')} ${joint} ${LAST_LOOK_DAY}`

const Usd = (title: string) => Type.Number({ title, description: 'USD', minimum: 0, maximum: 1_000_000 })
const Count = (title: string) => Type.Integer({ title, minimum: 0, maximum: 1_000_000_000 })
const Bound = (title: string) => Nullable(Type.Integer({ title, minimum: 0, description: 'null: unlimited' }))

/** Fields of a plan that a catalog file may change. */
export const PlanTerms = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 60 }),
  usd_month: Usd('A month'),
  usd_year: Usd('A year'),
  trial_index_credits: Count('Index credits, once'),
  monthly_index_credits: Count('Index credits a month'),
  monthly_check_credits: Count('Check credits a month'),
  urls_per_push: Type.Integer({ title: 'URLs per push', minimum: 1, maximum: 10_000 }),
  clients: Bound('Clients'),
  members: Bound('Members'),
  keys: Bound('API keys'),
  standing_pushes: Bound('Standing pushes'),
  standing_minutes: Type.Integer({
    title: 'Minutes between runs of a standing push, at least',
    minimum: 15,
    maximum: 43_200,
  }),
  webhooks: Bound('Webhooks'),
  features: Type.Array(Type.Enum(FEATURES), { title: 'White label', uniqueItems: true }),
})

/** Fields of a pack that a catalog file may change. */
export const PackTerms = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 60 }),
  usd: Usd('Price'),
  index_credits: Count('Index credits'),
  check_credits: Count('Check credits'),
})

export const PlanNamed = Type.Enum(PLANS, { title: 'Plan' })
export const PackNamed = Type.Enum(PACKS, { title: 'Pack' })

export const Plan = Shape('Plan', { plan: PlanNamed, ...PlanTerms.properties })
export type Plan = Static<typeof Plan>

export const Pack = Shape('Pack', { pack: PackNamed, ...PackTerms.properties })
export type Pack = Static<typeof Pack>

export const SUBSCRIPTION_STATUSES = namedEnum('SubscriptionStatus', ['active', 'past_due', 'canceled'])
export const INTERVALS = namedEnum('BillingInterval', ['month', 'year'])
export const SubscriptionStatus = Type.Enum(SUBSCRIPTION_STATUSES, { title: 'Status' })
export const Interval = Type.Enum(INTERVALS, { title: 'Billed' })

export const MODES = namedEnum('PaymentMode', ['manual', 'test', 'live'])
export type BillingMode = (typeof MODES)[number]
export const BillingMode = Type.Enum(MODES, {
  title: 'Payment mode',
  description: 'manual: without Stripe · test, live: by its key',
})
