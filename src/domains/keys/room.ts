/**
 * What a plan bounds counts over the whole tree of the agency. Each is asked after the thing was added, in the same
 * transaction: a refusal takes it back.
 */
import { countPeople, countPlaces } from '../accounts/index.ts'
import type { App } from '../../kernel/app.ts'
import type { ReadTx } from '../../kernel/database.ts'
import { countKeys } from './index.ts'
import { countBelow } from '../tenants/index.ts'
import { requireRoom } from '../plans/limits.ts'
import type { PlanLimit } from '../plans/shapes.ts'
import { planOf, rootOf } from '../plans/subscription.ts'

type Shop = Pick<App, 'catalog' | 'config'>

/** Throws 429 `plan_limit` when the tree has more workspaces below its root than the plan allows. Archived ones are free. */
export const requireRoomForClients = (tx: ReadTx, app: Shop, tenant_id: string): void =>
  requireIn(tx, app, tenant_id, 'clients', countBelow)

/**
 * Throws 429 `plan_limit` when the new member is one person more in the tree than the plan allows. Who is in another of
 * its workspaces too was counted before.
 */
export function requireRoomForMember(tx: ReadTx, app: Shop, tenant_id: string, user_id: string): void {
  if (countPlaces(tx, `/${rootOf(tx, tenant_id)}/`, user_id) === 1)
    requireIn(tx, app, tenant_id, 'members', countPeople)
}

/** Throws 429 `plan_limit` when the tree has more working keys than the plan allows. */
export const requireRoomForKeys = (tx: ReadTx, app: Shop, tenant_id: string): void =>
  requireIn(tx, app, tenant_id, 'keys', countKeys)

function requireIn(
  tx: ReadTx,
  app: Shop,
  tenant_id: string,
  limit: PlanLimit,
  count: (tx: ReadTx, path: string) => number,
): void {
  const root = rootOf(tx, tenant_id)
  if (planOf(tx, app, root)[limit] === null) return
  requireRoom(tx, app, root, limit, count(tx, `/${root}/`))
}
