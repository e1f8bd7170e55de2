import Type from 'typebox'
import { planUsage } from '../domains/figures/index.ts'
import { BillingMode, Plan, planOf, SubscriptionStatus } from '../domains/plans/index.ts'
import { ListOf, wholeListInput, wholeOrPageOf } from '../kernel/database/list.ts'
import { atLeast } from '../kernel/operation/caller.ts'
import { read } from '../kernel/operation/operation.ts'
import { Shape } from '../kernel/operation/schema-names.ts'
import { Count, Id, Moment, Nullable } from '../kernel/operation/shape.ts'

export const getPlan = read({
  name: 'get_plan',
  route: 'GET /plans/current',
  role: null,
  instead: 'list_plans',
  summary: 'The plan in force for your workspace, how much of its limits is used, and how plans are paid for.',
  input: Type.Object({}),
  output: Shape('PlanInForce', {
    root: Type.Object({ id: Id, name: Type.String() }, { description: 'The workspace that the plan belongs to' }),
    plan: Plan,
    subscription: Nullable(
      Type.Object(
        { plan: Plan.properties.plan, status: SubscriptionStatus, grace_until: Nullable(Moment) },
        { description: 'null on the free plan' },
      ),
    ),
    used: Nullable(
      Type.Object(
        { clients: Count(), members: Count(), keys: Count() },
        { description: 'In the whole tree; null for a workspace below its root' },
      ),
    ),
    payments: BillingMode,
    subscribed: Type.Boolean({ description: 'Your workspace pays a plan through Stripe' }),
    locked: Nullable(Type.String({ description: 'Why your workspace may buy nothing; for admins only' })),
  }),
  example: {},

  handle({ tx, app, caller }) {
    const { used, ...plan } = planUsage(tx, app, caller.tenant_id)
    return {
      ...plan,
      used: plan.root.id === caller.tenant_id ? used : null,
      payments: app.billing.mode(app.config),
      subscribed: app.billing.isSubscribed(tx, caller.tenant_id),
      locked: caller.platform || atLeast(caller.role, 'admin') ? app.billing.whyLocked(tx, caller.tenant_id) : null,
    }
  },
})

export const listPlans = read({
  name: 'list_plans',
  route: 'GET /plans',
  role: null,
  summary: 'Plans, their prices in USD and their limits, lowest first.',
  input: Type.Object(wholeListInput('usd_month', 'usd_year')),
  output: ListOf(
    Shape('PlanOnOffer', { ...Plan.properties, current: Type.Boolean({ description: 'in force for your workspace' }) }),
  ),
  example: {},

  handle({ tx, caller, app }, { sort = 'usd_month', dir, ...page }) {
    const { plan: current } = planOf(tx, app, caller.tenant_id)
    const sign = dir === 'desc' ? -1 : 1
    const sorted = app.catalog.plans.toSorted((a, b) => sign * (a[sort] - b[sort]))
    const shown = sorted.map((plan) => ({ ...plan, current: plan.plan === current }))
    return wholeOrPageOf(shown, page)
  },
})
