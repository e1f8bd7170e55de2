import type { ReadTx } from '../../kernel/database/database.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { Fault } from '../../kernel/operation/fault.ts'
import { idsOf, rootOf } from '../tenants/index.ts'
import { assertRoom, type PlanApp, RETRY_AFTER, upgradeDetails, WORDS } from './limits.ts'
import type { PlanLimit } from './shapes.ts'
import { planOf } from './subscription.ts'

type TreeLimit = Exclude<PlanLimit, 'urls_per_push' | 'standing_pushes' | 'webhooks'>

/** Counts rows of the workspaces at and below a path. */
type CountBelow = (tx: ReadTx, path: string) => number

/**
 * Throws 429 `plan_limit` when the workspace's tree exceeds a limit of its plan, or a workspace below the root exceeds
 * its share. Call it after the row was added, in the same transaction, so that a refusal undoes the insert. The domain
 * that owns the rows counts them.
 */
export function assertRoomInTree(
  tx: ReadTx,
  app: PlanApp,
  caller: Caller,
  tenant_id: string,
  limit: TreeLimit,
  countBelow: CountBelow,
): void {
  const root = rootOf(tx, tenant_id)
  const allowed = planOf(tx, app, root)[limit]
  if (allowed === null) return
  assertRoom(tx, app, root, limit, countBelow(tx, `/${root}/`))
  if (!caller.platform) assertShares(tx, app, caller, { limit, allowed, countBelow })
}

type ShareLimit = { limit: TreeLimit; allowed: number; countBelow: CountBelow }

/** The workspaces between the root and the caller, each with its share of the plan (half by default). */
function assertShares(tx: ReadTx, app: PlanApp, caller: Caller, { limit, allowed, countBelow }: ShareLimit): void {
  const [root, ...inside] = idsOf(caller.path)
  for (const id of inside) {
    const here = tx.row<{ name: string; path: string; given: number | null }>(
      'select name, path, rooms ->> ? as given from tenants where id = ?',
      limit,
      id,
    )!
    const share = here.given ?? Math.min(allowed, Math.max(1, Math.floor(allowed / 2)))
    const need = countBelow(tx, here.path)
    if (need > share) throw beyondShare(tx, app, { ...here, root: root!, limit, share, need })
  }
}

type ExceededShare = { name: string; root: string; limit: TreeLimit; share: number; need: number }

function beyondShare(tx: ReadTx, app: PlanApp, { name, root, limit, share, need }: ExceededShare): Fault {
  const agency = tx.row<{ name: string }>('select name from tenants where id = ?', root)!.name
  const message = `${name} may have ${share} of the ${WORDS[limit]} of ${agency}’s plan; this would be ${need}. Ask an admin of ${agency} for more room.`
  const details = {
    limit,
    allowed: share,
    need,
    plan: planOf(tx, app, root).plan,
    ...upgradeDetails(app, undefined, null),
  }
  return new Fault('plan_limit', message, { code: 'plan_limit', ...details }, RETRY_AFTER)
}
