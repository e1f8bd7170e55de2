import { planPings, SEND_INDEXNOW } from '../../../domains/indexnow/index.ts'
import { planPush, rememberPinged, submitPush } from '../../../domains/pushes/index.ts'
import type { Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import type { Caller } from '../../../kernel/operation/caller.ts'

type Order = { tenant_id: string; name: string; smart: boolean; indexnow?: boolean }

/** One ordinary push, screened first: its links are reserved and written, or nothing of it. Returns the job. */
export function orderLinks(
  tx: Tx,
  app: App,
  caller: Caller,
  { tenant_id, name, smart, indexnow = true }: Order,
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
      indexnow,
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

/** Announces links to IndexNow alone: no job, no credit. Its run takes the place of a job. */
export function pingLinks(tx: Tx, app: Pick<App, 'wake'>, tenant_id: string, run_id: string, urls: string[]): null {
  const links = urls.map((url) => ({ id: 0, url }))
  planPings(tx, { tenant_id, job_id: run_id, force: false, since: tx.now }, links)
  rememberPinged(tx, tenant_id, urls)
  tx.afterCommit(() => app.wake(SEND_INDEXNOW))
  return null
}
