/** Whether reports of a workspace may go out at all. */

import { canSend, peopleInCharge, storedEmail } from '../../../domains/mail/index.ts'
import { subscriptionOf } from '../../../domains/plans/index.ts'
import { idsOf, isArchived } from '../../../domains/tenants/index.ts'
import type { ReadTx } from '../../../kernel/database/database.ts'
import type { HoldReason } from '../words.ts'

/** Why nothing goes out: an archived workspace, an overdue plan past its grace, or nobody in charge who may sign in. */
export function workspaceHoldReason(tx: ReadTx, path: string): Exclude<HoldReason, 'suppressed'> | null {
  if (isArchived(tx, path)) return 'archived'
  const plan = subscriptionOf(tx, idsOf(path)[0]!)
  if (plan?.status === 'past_due' && (plan.grace_until === null || plan.grace_until <= tx.now)) return 'unpaid'
  return peopleInCharge(tx, path).length === 0 ? 'suspended' : null
}

/** The same, or that there is no mail server. */
export const holdReasonOf = (tx: ReadTx, path: string): HoldReason | null =>
  canSend(storedEmail(tx)) ? workspaceHoldReason(tx, path) : 'suppressed'
