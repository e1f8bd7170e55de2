import type { Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import type { Caller } from '../../../kernel/operation/caller.ts'
import { planPush, submitPush } from '../../pushes/index.ts'

type Order = { tenant_id: string; name: string; smart: boolean }

/** One ordinary push, screened first: its links are reserved and written, or nothing of it. Returns the job. */
export function orderLinks(
  tx: Tx,
  app: App,
  caller: Caller,
  { tenant_id, name, smart }: Order,
  urls: string[],
): string {
  const plan = planPush(
    { tx, app, caller },
    {
      tenant_id,
      name,
      drip_days: 0,
      delay_s: 0,
      recheck_days: undefined,
      preflight: true,
      skip_flagged: true,
      pre_check: false,
      smart,
      force_refresh: false,
      indexnow_force: false,
      holdout_pct: 0,
      push_anyway: new Set(),
      source_job_id: null,
    },
    urls,
    {},
  )
  if (plan.refusal) throw plan.refusal
  return submitPush(tx, app, caller, plan).id
}
