import { planOf, subscriptionOf } from '../../domains/plans/index.ts'
import { isArchivedById, readTenant, rootOf } from '../../domains/tenants/index.ts'
import type { ReadTx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { accountOf, currentSubscription, isDispute, lockOf } from './accounts.ts'
import { newestEvents } from './events.ts'
import { modeOf, sumsOf } from './figures.ts'
import type { TenantBilling } from './shapes.ts'

const RECENT = 20
const NONE = { plan: 'free', status: 'active', interval: null, current_period_end: null, grace_until: null } as const

/** Billing of one workspace: plan, payments, lock, and newest events. */
export function tenantBilling(tx: ReadTx, app: Pick<App, 'catalog' | 'config'>, tenant_id: string): TenantBilling {
  const root_id = rootOf(tx, tenant_id)
  const of = sumsOf(tx, modeOf(app.config), tenant_id, ['', '~'])
  const lock = lockOf(tx, tenant_id)
  return {
    tenant_id,
    tenant_name: readTenant(tx, tenant_id).name,
    archived: isArchivedById(tx, tenant_id),
    root_id,
    plan: { ...(subscriptionOf(tx, root_id) ?? NONE), in_force: planOf(tx, app, root_id).plan },
    paid_usd: (of('pack_purchase').cents + of('plan_invoice').cents) / 100,
    refunds_usd: of('refund').cents / 100,
    chargebacks_usd: of('chargeback').cents / 100,
    stripe: atStripe(tx, tenant_id),
    buying_locked: lock !== null,
    locked_at: lock?.locked_at ?? null,
    locked_by: lock?.locked_by ?? null,
    disputed: isDispute(lock?.locked_by ?? null),
    refunds_waiting: refundsWaiting(tx, tenant_id),
    packs_waiting: tx.count(
      "select count(*) from credit_requests where tenant_id = ? and status = 'pending'",
      tenant_id,
    ),
    recent: newestEvents(tx, tenant_id, RECENT),
  }
}

function atStripe(tx: ReadTx, tenant_id: string): TenantBilling['stripe'] {
  const account = accountOf(tx, tenant_id)
  if (!account?.customer_id && !account?.subscription_id) return null
  const subscription = currentSubscription(tx, tenant_id)
  return {
    customer_id: account.customer_id,
    subscription_id: account.subscription_id,
    subscription_status: subscription?.status ?? null,
    cancels_at: subscription?.cancels_at ?? null,
  }
}

const refundsWaiting = (tx: ReadTx, tenant_id: string): TenantBilling['refunds_waiting'] =>
  tx.rows(
    `select m.request_id, m.cents / 100.0 as usd, m.state, m.error from credit_requests r
     join money_back m on m.request_id = r.id where r.tenant_id = ? and m.state <> 'settled' order by r.id desc limit 20`,
    tenant_id,
  )
