/** The plan of a tree follows its subscription: whatever order things are told in, it is worked out of what is known. */
import { plus } from '../../kernel/clock.ts'
import type { Tx } from '../../kernel/database.ts'
import { GRANT_PLAN_CREDITS, payCalendar, restartCalendar } from '../credits/index.ts'
import { GRACE, subscribe } from '../plans/index.ts'
import { accountOf, followSubscription } from './accounts.ts'
import { modeOf } from './figures.ts'
import type { SubscriptionRow } from './tables.ts'
import type { BillingApp } from './told.ts'

const LIVE = "status in ('active', 'trialing', 'past_due', 'unpaid')"

/** Of several that run, one that is paid, then the newest. */
export function followPlan(tx: Tx, app: BillingApp, tenant_id: string): void {
  const live = tx.row<SubscriptionRow>(
    `select * from stripe_subscriptions where tenant_id = ? and mode = ? and ${LIVE}
     order by late_since is not null, begun_at desc, id desc limit 1`,
    tenant_id,
    modeOf(app.config),
  )
  if (live) follow(tx, live)
  else leave(tx, tenant_id)
  tx.afterCommit(() => app.wake(GRANT_PLAN_CREDITS))
}

function follow(tx: Tx, subscription: SubscriptionRow): void {
  const { id, tenant_id, plan, interval, period_end, late_since, paid_from, paid_until, counted_from } = subscription
  const late = late_since && { status: 'past_due' as const, grace_until: plus(late_since, GRACE) }
  subscribe(tx, tenant_id, { plan, interval, current_period_end: period_end, status: 'active', ...late })
  followSubscription(tx, tenant_id, id)
  if (paid_from && counted_from === null) {
    restartCalendar(tx, tenant_id, paid_from)
    tx.run('update stripe_subscriptions set counted_from = ? where id = ?', paid_from, id)
  }
  // Until an invoice says what is paid for, no month is.
  payCalendar(tx, tenant_id, paid_until ?? '')
}

/** The one that was followed has ended. A plan that was set by hand since stays. */
function leave(tx: Tx, tenant_id: string): void {
  const followed = accountOf(tx, tenant_id)?.subscription_id
  if (!followed) return
  const { plan, interval, period_end } = tx.row<SubscriptionRow>(
    'select * from stripe_subscriptions where id = ?',
    followed,
  )!
  subscribe(tx, tenant_id, { plan, interval, current_period_end: period_end, status: 'canceled' })
  followSubscription(tx, tenant_id, null)
  payCalendar(tx, tenant_id, null)
}
