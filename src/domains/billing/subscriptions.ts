import type { ReadTx } from '../../kernel/database/database.ts'
import { accountOf } from './accounts.ts'
import { subscriptionRow } from './apply-subscription.ts'
import type { SubscriptionRow } from './tables.ts'

/** The subscription that the plan of a tree follows; null when it was set by hand, or is not paid. */
export const currentSubscription = (tx: ReadTx, root_id: string): SubscriptionRow | null =>
  subscriptionRow(tx, accountOf(tx, root_id)?.subscription_id ?? null)
