import { planOf } from '../../../domains/plans/index.ts'
import { forgetSent } from '../../../domains/pushes/index.ts'
import { ARCHIVED, partyAtPath } from '../../../domains/tenants/index.ts'
import type { Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { type DueWork, runDueWork } from '../../../kernel/scheduling/due-work.ts'
import { inSteps, untilIdle } from '../../../kernel/scheduling/steps.ts'
import { SECOND } from '../../../kernel/time/clock.ts'
import { askHubs } from '../hubs/subscriptions.ts'
import { forgetGone, forgetRuns } from '../pushes/forget.ts'
import { pausedUntil } from '../reading/host-turns.ts'
import { dropDecided } from './decide.ts'
import { runPush } from './run.ts'
import { warnOfSource } from './source-letters.ts'

/** Half of them are for one agency: the sources of an agency that are slow to read delay no other. */
const LANES = 8

/** Drops rejected links, runs due pushes, subscribes to hubs, and forgets old rows. Returns how much it did. */
export async function runStandingPushes(app: App, signal: AbortSignal): Promise<number> {
  const dropped = await dropDecided(app, signal)
  const pushed = await runDueWork(signal, {
    lanes: LANES,
    poll: SECOND,
    due: (active) => app.db.write((tx) => duePushes(tx, app, active)),
    work: ({ id }) => runPush(app, id, signal),
  })
  await askHubs(app, signal)
  await untilIdle(signal, () => app.db.write((tx) => warnOfSource(tx, app)))
  for (const forget of [forgetGone, forgetRuns, forgetSent]) await inSteps(app.db, signal, forget)
  return dropped + pushed
}

/** Pushes that a kill interrupted, or whose time has come. One whose host or plan allows no run now is put off. */
function duePushes(tx: Tx, app: App, active: readonly DueWork[]): DueWork[] {
  const due = tx.rows<{ id: string; path: string; address: string }>(
    `select p.id, t.path, p.address, row_number() over (partition by p.tenant_id order by p.next_run_at, p.id) as place
     from standing_pushes p join tenants t on t.id = p.tenant_id
     where p.paused = 0 and p.next_run_at <= ? and p.id not in (select value from json_each(?))
       and p.tenant_id not in ${ARCHIVED}
     order by place, p.next_run_at, p.id limit 50`,
    tx.now,
    JSON.stringify(active.map(({ id }) => id)),
  )
  return due.flatMap(({ id, path, address }) => {
    const party = partyAtPath(path)
    const until = pausedUntil(tx, new URL(address).host)
    if (until) tx.run('update standing_pushes set next_run_at = ? where id = ?', until, id)
    else if (planOf(tx, app, party.workspace).standing_pushes !== 0) return [{ id, party }]
    else tx.run("update standing_pushes set paused = 1, paused_why = 'plan', next_run_at = null where id = ?", id)
    return []
  })
}
