/** The Stripe customer of a workspace, and whether the workspace may buy. */

import type { BillingMode } from '../../domains/plans/index.ts'
import { findAbove, readTenant } from '../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { conflict } from '../../kernel/operation/fault.ts'
import type { AccountRow, SubscriptionRow } from './tables.ts'

export const accountOf = (tx: ReadTx, tenant_id: string): AccountRow | null =>
  tx.row<AccountRow>('select * from billing_accounts where tenant_id = ?', tenant_id)

export const subscriptionRow = (tx: ReadTx, id: string | null): SubscriptionRow | null =>
  id === null ? null : tx.row<SubscriptionRow>('select * from stripe_subscriptions where id = ?', id)

/** The subscription that the plan of a tree follows; null when it was set by hand, or is not paid. */
export const currentSubscription = (tx: ReadTx, root_id: string): SubscriptionRow | null =>
  subscriptionRow(tx, accountOf(tx, root_id)?.subscription_id ?? null)

/** Test mode and live mode have separate customers. */
export function customerOf(tx: ReadTx, tenant_id: string, mode: BillingMode): string | null {
  const account = accountOf(tx, tenant_id)
  return account?.customer_mode === mode ? account.customer_id : null
}

export const tenantOfCustomer = (tx: ReadTx, customer_id: string | null): string | null =>
  customer_id === null
    ? null
    : (tx.row<{ tenant_id: string }>('select tenant_id from billing_accounts where customer_id = ?', customer_id)
        ?.tenant_id ?? null)

export function keepCustomer(tx: Tx, tenant_id: string, mode: BillingMode, customer_id: string | null): void {
  if (customer_id === null) return
  tx.run(
    `insert into billing_accounts (tenant_id, customer_id, customer_mode) values (?1, ?2, ?3)
     on conflict (tenant_id) do update set customer_id = ?2, customer_mode = ?3`,
    tenant_id,
    customer_id,
    mode,
  )
}

/** Sets the subscription that the plan follows; null once the plan is set by hand, or the subscription ended. */
export const followSubscription = (tx: Tx, tenant_id: string, subscription_id: string | null): number =>
  tx.run(
    `insert into billing_accounts (tenant_id, subscription_id) values (?1, ?2)
     on conflict (tenant_id) do update set subscription_id = ?2`,
    tenant_id,
    subscription_id,
  )

/** Keeps the first reason. Returns whether buying was open before. */
export const lockBuying = (tx: Tx, tenant_id: string, by: string): boolean =>
  tx.run(
    `insert into billing_accounts (tenant_id, locked_at, locked_by) values (?1, ?2, ?3)
     on conflict (tenant_id) do update set locked_at = ?2, locked_by = ?3 where locked_at is null`,
    tenant_id,
    tx.now,
    by,
  ) === 1

export const unlockBuying = (tx: Tx, tenant_id: string): boolean =>
  tx.run(
    'update billing_accounts set locked_at = null, locked_by = null where tenant_id = ? and locked_at is not null',
    tenant_id,
  ) === 1

/** The nearest locked workspace: the workspace itself or one above it. */
export function lockOf(tx: ReadTx, tenant_id: string): AccountRow | null {
  for (const id of findAbove(tx, tenant_id)) {
    const account = accountOf(tx, id)
    if (account?.locked_at) return account
  }
  return null
}

/**
 * Why the workspace may not buy, with the name of the locked workspace; null where it may. The reason of a lock further
 * up is private: a client does not learn of its agency's payments.
 */
export function whyLocked(tx: ReadTx, tenant_id: string): string | null {
  const lock = lockOf(tx, tenant_id)
  if (!lock) return null
  const { name } = readTenant(tx, lock.tenant_id)
  if (lock.tenant_id !== tenant_id) return `Buying is locked for ${name}, so the workspaces below it can buy nothing`
  return isDispute(lock.locked_by)
    ? `A payment of ${name} was charged back, so it can buy nothing`
    : `Buying was locked for ${name}, so it can buy nothing`
}

/** Whether Stripe locked it: `locked_by` is then the id of the dispute. */
export const isDispute = (locked_by: string | null): boolean => /^d[pu]_/.test(locked_by ?? '')

export function assertMayBuy(tx: ReadTx, tenant_id: string): void {
  const why = whyLocked(tx, tenant_id)
  if (why)
    throw conflict(`${why}. Settle this first, then ask the operator of this install to unlock buying.`, {
      reason: 'buying_locked',
    })
}
