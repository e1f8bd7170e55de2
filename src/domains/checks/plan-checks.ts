/** Plans the checks of a large check job in steps, because ten thousand in one transaction would block all requests. */

import type { Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { pause } from '../../kernel/scheduling/pause.ts'
import { taskName } from '../../kernel/scheduling/task.ts'
import { type EngineSlot, jobStates, WRITTEN, writeUnwrittenLinks } from '../jobs/index.ts'
import { ARCHIVED } from '../tenants/index.ts'
import { writeUnwrittenLooks } from './looks/large-recheck.ts'
import { creditsOf, TAKE_LOOKS, writeLooks } from './looks/plan-looks.ts'

export const PLAN_CHECKS = taskName('plan_checks')

/** Checks planned in one transaction (a few milliseconds). A job of at most this many is planned within its order. */
export const LOOKS_A_STEP = 200

/** Plans the checks of queued check jobs, oldest first. Returns how many. */
export async function planChecks(app: Pick<App, 'db' | 'wake'>, signal: AbortSignal): Promise<number> {
  await writeUnwrittenLinks(app, null, signal)
  let planned = await writeUnwrittenLooks(app, null, signal)
  while (!signal.aborted) {
    const n = app.db.write(planStep)
    if (n === null) break
    planned += n
    if (n > 0) app.wake(TAKE_LOOKS)
    await pause()
  }
  return planned
}

type Check = { id: string; engine: EngineSlot; first_link: number; last_link: number }

/** Plans the next checks of the oldest job, in the order of its links; after the last, the job is checking. */
function planStep(tx: Tx): number | null {
  const check = tx.row<Check>(OLDEST)
  if (!check) return null
  const plan = { job_id: check.id, engine: check.engine, purpose: 'check', credits: creditsOf(check.engine) } as const
  const after = tx.number(PLANNED, check.first_link - 1, check.id)
  const until = Math.min(after + LOOKS_A_STEP, check.last_link)
  const n = writeLooks(tx, plan, NEXT, after, until)
  if (until === check.last_link) jobStates.startChecking(tx, check.id)
  return n
}

const OLDEST = `select id, engine, first_link, last_link from jobs
  where type = 'check' and status = 'queued' and deleted_at is null and ${WRITTEN} and tenant_id not in ${ARCHIVED}
  order by id limit 1`

const PLANNED = 'select coalesce(max(link_id), ?) from looks where job_id = ?'

/** A range of the job's link ids; the index of jobs would read all of its links at each step. */
const NEXT = 'l.id > ? and l.id <= ?'
