/** Whether reports of a workspace may go out at all. */
import type { ReadTx } from '../../kernel/database/database.ts'
import { inCharge } from '../mail/index.ts'
import { subscriptionOf } from '../plans/index.ts'
import { idsOf, isArchived } from '../tenants/index.ts'

export type Held = 'archived' | 'unpaid' | 'suspended'

/** Why nothing goes out: an archived workspace, an overdue plan past its grace, or nobody in charge who may sign in. */
export function heldBack(tx: ReadTx, path: string): Held | null {
  if (isArchived(tx, path)) return 'archived'
  const plan = subscriptionOf(tx, idsOf(path)[0]!)
  if (plan?.status === 'past_due' && (plan.grace_until === null || plan.grace_until <= tx.now)) return 'unpaid'
  return inCharge(tx, path).length === 0 ? 'suspended' : null
}
