import type { App } from '../../kernel/app.ts'
import type { ReadTx } from '../../kernel/database.ts'
import { countPeople } from '../accounts/index.ts'
import { countKeys } from '../keys/index.ts'
import { type Plan, type PlanLimit, planOf, type Subscription, subscriptionOf } from '../plans/index.ts'
import { countBelow, rootOf } from '../tenants/index.ts'

/** How a tree stands with its plan. */
export type PlanUsage = {
  /** Whose plan it is: the workspace at the root. */
  root: { id: string; name: string }
  /** The plan whose limits count now. */
  plan: Plan
  /** What was subscribed to; null for the free plan. */
  subscription: Subscription | null
  /** How many of each there are in the whole tree. */
  used: Record<Exclude<PlanLimit, 'urls_per_push'>, number>
}

export function planUsage(tx: ReadTx, app: Pick<App, 'catalog'>, tenant_id: string): PlanUsage {
  const id = rootOf(tx, tenant_id)
  const { name } = tx.row<{ name: string }>('select name from tenants where id = ?', id)!
  const path = `/${id}/`
  return {
    root: { id, name },
    plan: planOf(tx, app, id),
    subscription: subscriptionOf(tx, id),
    used: tx.remember(`plan use of ${id}`, () => ({
      clients: countBelow(tx, path),
      members: countPeople(tx, path),
      keys: countKeys(tx, path),
    })),
  }
}
