/** The plan of a tree follows its subscription. It is derived from all that is known, in whatever order it came. */

import { GRANT_PLAN_CREDITS, payCalendar, restartCalendar } from '../../domains/credits/index.ts'
import { GRACE, subscribe } from '../../domains/plans/index.ts'
import type { Tx } from '../../kernel/database/database.ts'
import { plus } from '../../kernel/time/clock.ts'
import { currentSubscription, followSubscription } from './accounts.ts'
import { modeOf } from './figures.ts'
import type { BillingApp } from './stripe/stripe-context.ts'
import type { SubscriptionRow } from './tables.ts'

const LIVE = "status in ('active', 'trialing', 'past_due', 'unpaid')"

/** Among several active subscriptions a paid one wins, then the newest. */
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
  // No month is granted until an invoice says which period is paid.
  payCalendar(tx, tenant_id, paid_until ?? '')
}

/** The followed subscription has ended. A plan set by hand since then stays. */
function leave(tx: Tx, tenant_id: string): void {
  const ended = currentSubscription(tx, tenant_id)
  if (!ended) return
  const { plan, interval, period_end } = ended
  subscribe(tx, tenant_id, { plan, interval, current_period_end: period_end, status: 'canceled' })
  followSubscription(tx, tenant_id, null)
  payCalendar(tx, tenant_id, null)
}
