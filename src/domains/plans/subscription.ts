import { inArray } from 'drizzle-orm'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { patched } from '../../kernel/database/settings.ts'
import type { App } from '../../kernel/operation/app.ts'
import { DAY, plus, type Time } from '../../kernel/time/clock.ts'
import { rootOf } from '../tenants/index.ts'
import type { Plan, PlanName } from './shapes.ts'
import { type Subscription, tenantPlans } from './tables.ts'

/** How long a plan stays in force after a failed payment, by default. */
export const GRACE = 7 * DAY

/**
 * The plan whose limits count now: the subscribed plan while it is active or within its grace, else free. A fall to
 * free deletes nothing: what exceeds the limits only cannot grow.
 */
export function planInForce(
  subscription: Pick<Subscription, 'plan' | 'status' | 'grace_until'> | null,
  now: Time,
): PlanName {
  if (!subscription || subscription.status === 'canceled') return 'free'
  if (subscription.status === 'active') return subscription.plan
  return subscription.grace_until !== null && now < subscription.grace_until ? subscription.plan : 'free'
}

/** The plan in force for a workspace, which is the plan of the agency at the root of its tree. */
export function planOf(tx: ReadTx, app: Pick<App, 'catalog'>, tenant_id: string): Plan {
  return planNamed(app, planInForce(subscriptionOf(tx, rootOf(tx, tenant_id)), tx.now))
}

/** The plan of a tree: the one in force beside the subscribed one. */
type HeldPlan = Pick<Plan, 'plan' | 'name'> & Pick<Subscription, 'status' | 'interval'> & { subscribed: PlanName }

/** Plans of many roots in one statement. */
export function plansOf(tx: ReadTx, app: Pick<App, 'catalog'>, root_ids: readonly string[]): Map<string, HeldPlan> {
  const rows = tx.orm
    .select()
    .from(tenantPlans)
    .where(inArray(tenantPlans.tenant_id, [...root_ids]))
    .all()
  const held = new Map(rows.map((row) => [row.tenant_id, row]))
  return new Map(
    root_ids.map((id) => {
      const subscription = held.get(id) ?? null
      const { plan, name } = planNamed(app, planInForce(subscription, tx.now))
      const { plan: subscribed = plan, status = 'active', interval = null } = subscription ?? {}
      return [id, { plan, name, subscribed, status, interval }]
    }),
  )
}

export const planNamed = ({ catalog }: Pick<App, 'catalog'>, name: PlanName): Plan =>
  catalog.plans.find((plan) => plan.plan === name)!

/** Asked for by every push and check, several times each. */
export const subscriptionOf = (tx: ReadTx, root_id: string): Subscription | null =>
  tx.row<Subscription>(
    'select tenant_id, plan, status, interval, current_period_end, grace_until, updated_at from tenant_plans where tenant_id = ?',
    root_id,
  )

type Change = Pick<Subscription, 'plan'> & Partial<Omit<Subscription, 'tenant_id' | 'updated_at'>>

/**
 * Puts a root workspace on a plan. Fields left out stay while the plan stays, and are empty on a new plan; the status
 * is `active` unless given, and `past_due` without a date gets seven days of grace.
 */
export function subscribe(tx: Tx, root_id: string, change: Change): Subscription {
  const known = subscriptionOf(tx, root_id)
  const kept = known?.plan === change.plan ? known : null
  const status = change.status ?? 'active'
  const before: Subscription = {
    tenant_id: root_id,
    plan: change.plan,
    status,
    interval: kept?.interval ?? null,
    current_period_end: kept?.current_period_end ?? null,
    grace_until: status === 'past_due' ? (kept?.grace_until ?? plus(tx.now, GRACE)) : null,
    updated_at: tx.now,
  }
  const subscription = patched(before, change)
  tx.orm
    .insert(tenantPlans)
    .values(subscription)
    .onConflictDoUpdate({ target: tenantPlans.tenant_id, set: subscription })
    .run()
  return subscription
}
