import type { Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { assertInUse } from '../../kernel/operation/archived-guard.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { invalid } from '../../kernel/operation/fault.ts'
import { newId } from '../../kernel/secrets/ids.ts'
import { assertEngine, creditsOf } from '../checks/index.ts'
import { type Bill, billOf, reserve } from '../credits/index.ts'
import { createJob, jobName } from '../jobs/index.ts'
import { assertRoom } from '../plans/index.ts'
import { assertCrawlRoute } from '../providers/index.ts'
import { readTenant } from '../tenants/index.ts'
import { ADVANCE_PUSHES } from './stages.ts'

export type PushOrder = {
  tenant_id: string
  name: string
  drip_days: number
  /** Undefined: the default of the workspace. */
  recheck_days?: number
  preflight: boolean
  skip_flagged: boolean
  pre_check: boolean
  smart: boolean
  force_refresh: boolean
  indexnow_force: boolean
  /** Percent of the links in the control group. */
  holdout_pct: number
  /** The pushed links that are sent even when flagged. */
  push_anyway: Set<string>
  source_job_id: string | null
}

/**
 * Accepts an order: refuses what cannot be done, reserves every credit and writes job and links, all in one
 * transaction.
 */
export function submitPush(
  tx: Tx,
  app: Pick<App, 'config' | 'catalog' | 'wake'>,
  caller: Caller,
  order: PushOrder,
  urls: string[],
): { id: string; bill: Bill } {
  if (order.force_refresh && !order.smart) throw invalid({ path: 'force_refresh', message: 'requires smart' })
  assertInUse(tx, order.tenant_id)
  assertRoom(tx, app, order.tenant_id, 'urls_per_push', urls.length)
  assertCrawlRoute(tx)
  const id = newId()
  const { tenant_id, source_job_id } = order
  const name = jobName(order.name, urls)
  const looked = order.smart || order.pre_check
  if (looked) assertEngine(tx, 'scan_standard', urls.length)
  const checks = { kind: 'check' as const, amount: urls.length * creditsOf('scan_standard') }
  const credits = [...(looked ? [checks] : []), { kind: 'index' as const, amount: urls.length }]
  const [first, ...others] = credits.map((one) => ({ ...one, tenant_id, job_id: id, note: name }))
  const lines = reserve(tx, caller, first!, ...others)
  createJob(
    tx,
    caller,
    {
      id,
      tenant_id,
      type: 'index',
      name,
      drip_days: order.drip_days,
      recheck_days: order.recheck_days ?? readTenant(tx, tenant_id).default_recheck_days,
      preflight: Number(order.preflight),
      skip_flagged: Number(order.skip_flagged),
      pre_check: Number(order.pre_check),
      smart: Number(order.smart),
      force_refresh: Number(order.force_refresh),
      indexnow_force: Number(order.indexnow_force),
      holdout_pct: order.holdout_pct,
      source_job_id,
    },
    { urls, state: 'queued', credit: 'reserved', push_anyway: order.push_anyway },
  )
  tx.afterCommit(() => app.wake(ADVANCE_PUSHES))
  return { id, bill: billOf(tx, tenant_id, lines) }
}
