import Type from 'typebox'
import {
  assertMayBuy,
  currentSubscription,
  noteSubscription,
  PAID_PLANS,
  stripeMode,
} from '../index.ts'
import { assertMaySpendLater } from '../../../domains/credits/index.ts'
import {
  cents,
  Interval,
  PlanNamed,
  planNamed,
  planOf,
  SubscriptionStatus,
  subscriptionOf,
} from '../../../domains/plans/index.ts'
import { conflict } from '../../../kernel/operation/fault.ts'
import { outbound } from '../../../kernel/operation/operation.ts'
import { Moment, Nullable, OwnTenantId } from '../../../kernel/operation/shape.ts'
import { UpstreamError } from '../../../kernel/web-fetch/upstream-error.ts'

export const changePlan = outbound({
  name: 'change_plan',
  route: 'POST /billing/plan',
  role: 'admin',
  summary: 'Put a subscription on another plan or interval.',
  description:
    'Stripe charges the difference for the rest of the period at once, or credits it. Its limits count at once; its credits come with the next month. When the card is refused, nothing changes. Without a subscription, POST /billing/checkout starts one; POST /billing/portal ends it.',
  input: Type.Object({
    plan: Type.Enum(PAID_PLANS, { title: 'Plan' }),
    interval: Type.Optional(Type.With(Interval, { description: 'Unchanged by default' })),
    tenant_id: Type.Optional(OwnTenantId),
  }),
  output: Type.Object({
    tenant_id: Type.String(),
    plan: PlanNamed,
    status: SubscriptionStatus,
    interval: Nullable(Interval),
    current_period_end: Nullable(Moment),
    grace_until: Nullable(Moment),
    in_force: PlanNamed,
  }),
  example: { plan: 'agency_pro' },
  faults: ['conflict'],

  async handle({ app, caller, origin, read, write }, { plan, interval: asked, tenant_id = caller.tenant_id }) {
    assertMaySpendLater(caller)
    const mode = stripeMode(app)
    const now = read((tx) => {
      assertMayBuy(tx, tenant_id)
      return currentSubscription(tx, tenant_id)
    })
    if (!now)
      throw conflict('This workspace has no subscription through Stripe. Start one with POST /billing/checkout.')
    const interval = asked ?? now.interval
    if (now.plan === plan && now.interval === interval)
      throw conflict('The subscription is on this plan and interval already.')
    const { name, usd_month, usd_year } = planNamed(app, plan)
    const price = cents(interval === 'year' ? usd_year : usd_month)
    // The same change of the same state gets the same key, so that repeated calls change the plan once.
    const key = `plan ${now.id} ${now.told_at} ${plan} ${interval}`
    const change = { key, subscription_id: now.id, item_id: now.item_id, tenant_id, plan, interval, cents: price, name }
    const changed = await app.payments.changePlan(change).catch((error) => {
      if (error instanceof UpstreamError && error.failure === 'invalid')
        throw conflict(`${error.message} The plan has not changed.`)
      throw error
    })
    return write((tx) => {
      noteSubscription(tx, app, { id: 'asked', at: tx.now, rank: 1, mode, ...origin }, changed)
      return { ...subscriptionOf(tx, tenant_id)!, in_force: planOf(tx, app, tenant_id).plan }
    })
  },
})
