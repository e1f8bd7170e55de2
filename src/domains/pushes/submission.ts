import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { Install } from '../../kernel/operation/app.ts'
import { assertInUse } from '../../kernel/operation/archived-guard.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { invalid } from '../../kernel/operation/fault.ts'
import { newId } from '../../kernel/secrets/ids.ts'
import { plus, SECOND, type Time } from '../../kernel/time/clock.ts'
import { assertEngine, creditsOf } from '../checks/index.ts'
import { type Bill, billOf, planOf, reserve } from '../credits/index.ts'
import { createJob, jobName } from '../jobs/index.ts'
import { assertRoom } from '../plans/index.ts'
import { assertCrawlRoute } from '../providers/index.ts'
import { readTenant } from '../tenants/index.ts'
import { withForeign } from './foreign-links.ts'
import { ADVANCE_PUSHES } from './stages.ts'

type PushOrder = {
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
  /** False: the links are not announced to IndexNow. */
  indexnow?: boolean
  /** Seconds before it begins. */
  delay_s: number
  /** Percent of the links in the control group. */
  holdout_pct: number
  /** The pushed links that are sent even when flagged. */
  push_anyway: Set<string>
  source_job_id: string | null
}

type PushPlan = ReturnType<typeof planPush>

/** Refuses an impossible order, and estimates the rest. */
export function planPush(
  { tx, app, caller }: { tx: ReadTx; app: Pick<Install, 'config' | 'catalog'>; caller: Caller },
  order: PushOrder,
  urls: string[],
  limit: { max_credits?: number; confirm_foreign_hosts?: boolean },
) {
  if (order.force_refresh && !order.smart) throw invalid({ path: 'force_refresh', message: 'requires smart' })
  assertInUse(tx, order.tenant_id)
  assertRoom(tx, app, order.tenant_id, 'urls_per_push', urls.length)
  assertCrawlRoute(tx)
  const { tenant_id } = order
  const looked = order.smart || order.pre_check
  if (looked) assertEngine(tx, 'scan_standard', urls.length)
  const checks = { tenant_id, kind: 'check' as const, amount: urls.length * creditsOf('scan_standard') }
  const credits = [...(looked ? [checks] : []), { tenant_id, kind: 'index' as const, amount: urls.length }]
  const plan = withForeign(tx, caller, planOf(tx, caller, credits, limit), urls, limit.confirm_foreign_hosts)
  return { ...plan, order, urls, foreign_meant: limit.confirm_foreign_hosts === true }
}

/** Carries out the plan: reserves every credit and writes job and links, in the transaction that made the plan. */
export function submitPush(
  tx: Tx,
  app: Pick<Install, 'wake'>,
  caller: Caller,
  { order, urls, lines: credits, foreign_meant }: PushPlan,
): { id: string; bill: Bill } {
  const id = newId()
  const { tenant_id, source_job_id } = order
  const name = jobName(order.name, urls)
  const lines = reserve(tx, caller, ...credits.map((line) => ({ ...line, job_id: id, note: name })))
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
      indexnow: Number(order.indexnow ?? true),
      holdout_pct: order.holdout_pct,
      source_job_id,
      undo_until: startOf(tx.now, order.delay_s),
    },
    { urls, state: 'queued', credit: 'reserved', push_anyway: order.push_anyway, foreign_meant },
  )
  tx.afterCommit(() => app.wake(ADVANCE_PUSHES))
  return { id, bill: billOf(tx, tenant_id, lines) }
}

/** When a delayed order begins; null for one that begins at once. */
export const startOf = (now: Time, delay_s: number): Time | null => (delay_s > 0 ? plus(now, delay_s * SECOND) : null)
