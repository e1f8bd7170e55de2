/** A check job: links that are only checked. */
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { Install } from '../../kernel/operation/app.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { newId } from '../../kernel/secrets/ids.ts'
import { type Bill, billOf, planOf, reserve } from '../credits/index.ts'
import { createJob, type EngineSlot, jobName } from '../jobs/index.ts'
import { assertEngine, countLooks, creditsOf, planLooks, TAKE_LOOKS } from './looks/plan-looks.ts'
import { LOOKS_A_STEP, PLAN_CHECKS } from './plan-checks.ts'

type CheckOrder = { tenant_id: string; name: string; engine: EngineSlot; source_job_id: string | null }
type CheckPlan = ReturnType<typeof planCheck>

/** Refuses an impossible order, and estimates the rest. */
export function planCheck(
  tx: ReadTx,
  caller: Caller,
  order: CheckOrder,
  urls: string[],
  limit: { max_credits?: number },
) {
  const { tenant_id, engine } = order
  assertEngine(tx, engine, urls.length)
  const line = { tenant_id, kind: 'check' as const, amount: urls.length * creditsOf(engine) }
  return { ...planOf(tx, caller, [line], limit), order, urls }
}

/** Carries out the plan, in the transaction that made it. A task plans the checks of a large order in steps. */
export function startCheck(
  tx: Tx,
  app: Pick<Install, 'wake'>,
  caller: Caller,
  { order, urls, lines: credits }: CheckPlan,
): { id: string; bill: Bill } {
  const { tenant_id, engine, source_job_id } = order
  const name = jobName(order.name, urls)
  const id = newId()
  const lines = reserve(tx, caller, ...credits.map((line) => ({ ...line, job_id: id, note: name })))
  const at_once = urls.length <= LOOKS_A_STEP
  createJob(
    tx,
    caller,
    { id, tenant_id, type: 'check', name, status: at_once ? 'checking' : 'queued', engine, source_job_id },
    { urls, state: 'queued', credit: null },
  )
  if (at_once) planLooks(tx, { job_id: id, engine, purpose: 'check', credits: creditsOf(engine) }, '1')
  else countLooks(tx, engine, urls.length)
  tx.afterCommit(() => app.wake(at_once ? TAKE_LOOKS : PLAN_CHECKS))
  return { id, bill: billOf(tx, tenant_id, lines) }
}
