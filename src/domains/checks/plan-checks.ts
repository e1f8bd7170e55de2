/** The looks of a large check, planned in steps: ten thousand at once would hold everybody up. */
import type { App } from '../../kernel/app.ts'
import type { Tx } from '../../kernel/database.ts'
import { pause } from '../../kernel/pause.ts'
import { taskName } from '../../kernel/task.ts'
import { type EngineSlot, startChecking } from '../jobs/index.ts'
import { ARCHIVED } from '../tenants/index.ts'
import { creditsOf, TAKE_LOOKS, writeLooks } from './plan-looks.ts'

/** The task that plans what a check ordered. */
export const PLAN_CHECKS = taskName('plan_checks')

/** Looks planned in one transaction: a few milliseconds. A check of no more is planned where it is ordered. */
export const LOOKS_A_STEP = 200

/** Plans the looks of the checks that are still queued, the oldest first. Returns how many. */
export async function planChecks(app: Pick<App, 'db' | 'wake'>, signal: AbortSignal): Promise<number> {
  let planned = 0
  while (!signal.aborted) {
    const n = app.db.write(planStep)
    if (n === null) break
    planned += n
    if (n > 0) app.wake(TAKE_LOOKS)
    await pause()
  }
  return planned
}

type Check = { id: string; tenant_id: string; engine: EngineSlot; first_link: number; last_link: number }

/** The next looks of the oldest check, in the order of its links; once the last has one, its looks are under way. */
function planStep(tx: Tx): number | null {
  const check = tx.row<Check>(OLDEST)
  if (!check) return null
  const plan = { ...check, job_id: check.id, purpose: 'check', credits: creditsOf(check.engine) } as const
  const after = tx.number(PLANNED, check.first_link - 1, check.id)
  const until = Math.min(after + LOOKS_A_STEP, check.last_link)
  const n = writeLooks(tx, plan, NEXT, after, until)
  if (until === check.last_link) startChecking(tx, check.id)
  return n
}

const OLDEST = `select id, tenant_id, engine, first_link, last_link from jobs
  where type = 'check' and status = 'queued' and deleted_at is null and tenant_id not in ${ARCHIVED} order by id limit 1`

const PLANNED = 'select coalesce(max(link_id), ?) from looks where job_id = ?'

/** A stretch of the ids that the links of a job have: to find them by their job would read all of them at each step. */
const NEXT = 'l.id > ? and l.id <= ?'
