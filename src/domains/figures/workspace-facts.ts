/** Figures of each workspace of the install, for the operator. */

import type { ReadTx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import type { Time } from '../../kernel/time/clock.ts'
import { countMembersOf } from '../accounts/index.ts'
import { balancesOf } from '../credits/index.ts'
import { plansOf } from '../plans/index.ts'
import { idsOf, namesOf } from '../tenants/index.ts'

/** `below`: all workspaces below it, archived ones included; `last_act_at`: of its latest audit entry. */
type Workspace = { id: string; path: string; below: number; last_act_at: Time | null }

/** For many workspaces, in as many statements as for one. The plan is of the tree's root; people include invited ones. */
export function factsOfWorkspaces(tx: ReadTx, app: Pick<App, 'catalog'>, ids: readonly string[]) {
  const workspaces = tx.rows<Workspace>(
    `select t.id, t.path,
       (select count(*) from tenants b where b.path > t.path and b.path < t.path || '~') as below,
       (select at from audit where tenant_id = t.id order by seq desc limit 1) as last_act_at
     from json_each(?) w cross join tenants t on t.id = w.value`,
    JSON.stringify(ids),
  )
  const roots = [...new Set(workspaces.map(({ path }) => idsOf(path)[0]!))]
  const plans = plansOf(tx, app, roots)
  const names = namesOf(tx, roots)
  const [credits, people] = [balancesOf(tx, ids), countMembersOf(tx, ids)]
  return new Map(
    workspaces.map(({ id, path, below, last_act_at }) => {
      const root_id = idsOf(path)[0]!
      const facts = {
        root_id,
        root_name: names.get(root_id)!,
        plan: plans.get(root_id)!,
        credits: credits.get(id)!,
        people: people.get(id) ?? 0,
        below,
        last_act_at,
      }
      return [id, facts]
    }),
  )
}
