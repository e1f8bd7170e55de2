import type { SubscriptionFact } from '../../../domains/plans/index.ts'
import { rootOf } from '../../../domains/tenants/index.ts'
import type { Tx } from '../../../kernel/database/database.ts'
import { DAY, plus, SECOND } from '../../../kernel/time/clock.ts'
import { subscriptionRow, tenantOfCustomer } from '../accounts.ts'
import { followPlan } from '../follow-plan.ts'
import { stripeSubscriptions } from '../tables.ts'
import {
  APPLIED,
  audit,
  type BillingApp,
  type EventOutcome,
  IGNORED,
  isThere,
  type StripeContext,
} from './stripe-context.ts'

/** Final states. */
const ENDED: readonly string[] = ['canceled', 'incomplete_expired']
export const LATE: readonly string[] = ['past_due', 'unpaid']

/**
 * The current state of a subscription. Reports of an earlier time are ignored, and so is everything after its end. Two
 * events of one second leave the order in doubt, so Stripe is asked.
 */
export function applySubscription(
  tx: Tx,
  app: BillingApp,
  context: StripeContext,
  fact: SubscriptionFact,
): EventOutcome {
  const known = subscriptionRow(tx, fact.subscription_id)
  const named = known?.tenant_id ?? fact.tenant_id ?? tenantOfCustomer(tx, fact.customer_id)
  if (named === null || !isThere(tx, named)) return IGNORED
  const plan = fact.plan ?? known?.plan
  if (!plan) return IGNORED
  const told_at = orderOf(context)
  if (known && (ENDED.includes(known.status) || told_at < known.told_at)) return APPLIED
  const tenant_id = rootOf(tx, named)
  const doubtful = known?.told_at === told_at
  const late = LATE.includes(fact.status)
  const state = {
    status: fact.status,
    plan,
    interval: fact.interval,
    cents: fact.cents,
    item_id: fact.item_id,
    period_end: fact.period_end,
    cancels_at: fact.cancels_at,
    told_at,
    late_since: late ? (known?.late_since ?? tx.now) : null,
    lapsed_at: late ? (known?.lapsed_at ?? null) : null,
    next_look_at: ENDED.includes(fact.status) ? null : doubtful ? plus(tx.now, 5 * SECOND) : plus(tx.now, DAY),
  }
  tx.orm
    .insert(stripeSubscriptions)
    .values({ ...state, id: fact.subscription_id, tenant_id, mode: context.mode, begun_at: fact.begun_at })
    .onConflictDoUpdate({ target: stripeSubscriptions.id, set: state })
    .run()
  if (known?.status !== fact.status || known.plan !== plan || known.interval !== fact.interval)
    audit(tx, context, tenant_id, fact.subscription_id, { status: fact.status, plan, interval: fact.interval })
  followPlan(tx, app, tenant_id)
  return APPLIED
}

/** Stripe's times are whole seconds: within one, a subscription is created, then changes, then ends. */
const orderOf = ({ at, rank }: StripeContext): string => `${at} ${rank}`

/** Stripe's answer to a question: the present state, whatever events are still on their way. */
export function noteSubscription(
  tx: Tx,
  app: BillingApp,
  context: StripeContext,
  fact: SubscriptionFact,
): EventOutcome {
  const known = subscriptionRow(tx, fact.subscription_id)
  if (!known) return applySubscription(tx, app, context, fact)
  const at = known.told_at.slice(0, -2)
  const outcome = applySubscription(tx, app, { ...context, at, rank: Number(known.told_at.at(-1)) }, fact)
  // The answer settles any doubt about the order of events.
  tx.run(
    'update stripe_subscriptions set next_look_at = ? where id = ? and next_look_at is not null',
    plus(tx.now, DAY),
    fact.subscription_id,
  )
  return outcome
}
