import type { ReadTx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { countPeople } from '../accounts/index.ts'
import { countKeys } from '../keys/index.ts'
import { planOf, subscriptionOf } from '../plans/index.ts'
import { countBelow, rootOf } from '../tenants/index.ts'

/** How much of its plan a tree uses: its root, which holds the plan, the present limits, and the use of each. */
export function planUsage(tx: ReadTx, app: Pick<App, 'catalog' | 'counts'>, tenant_id: string) {
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
      standing_pushes: app.counts.standing_pushes(tx, path),
      webhooks: app.counts.webhooks(tx, path),
    })),
  }
}
