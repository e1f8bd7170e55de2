import { planOf } from '../../../domains/plans/index.ts'
import { forgetSent } from '../../../domains/pushes/index.ts'
import { NOT_ARCHIVED } from '../../../domains/tenants/index.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { inSteps } from '../../../kernel/scheduling/steps.ts'
import { SECOND } from '../../../kernel/time/clock.ts'
import { askHubs } from '../hubs/subscriptions.ts'
import { forgetGone, forgetRuns } from '../pushes/forget.ts'
import { pausedUntil } from '../reading/host-turns.ts'
import { dropDecided } from './decide.ts'
import { runPush } from './run.ts'

/** Pushes that run side by side. */
const LANES = 4
const IDLE = SECOND

/** Pushes that run in this process. */
const running = new WeakMap<App['db'], Set<string>>()

const runningIn = ({ db }: Pick<App, 'db'>): Set<string> => {
  const known = running.get(db) ?? new Set<string>()
  running.set(db, known)
  return known
}

/** Drops rejected links, runs due pushes, subscribes to hubs, and forgets old rows. Returns how much it did. */
export async function runStandingPushes(app: App, signal: AbortSignal): Promise<number> {
  const dropped = await dropDecided(app, signal)
  const pushed = await runDue(app, signal)
  await askHubs(app, signal)
  for (const forget of [forgetGone, forgetRuns, forgetSent]) await inSteps(app.db, signal, forget)
  return dropped + pushed
}

/** Runs due pushes. Lanes wait for each other, so none works on after a failure. Returns the links pushed. */
async function runDue(app: App, signal: AbortSignal): Promise<number> {
  const active = runningIn(app)
  let pushed = 0
  let ended = Promise.withResolvers<void>()
  const lane = async (): Promise<void> => {
    while (!signal.aborted) {
      const id = claim(app, active)
      if (id === null && active.size === 0) return
      if (id === null) await Promise.race([ended.promise, Bun.sleep(IDLE)])
      else
        try {
          pushed += await runPush(app, id, signal)
        } finally {
          active.delete(id)
          ended.resolve()
          ended = Promise.withResolvers<void>()
        }
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: LANES }, lane))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return pushed
}

/** The next push that is due: one that a kill interrupted, or whose time has come. */
function claim(app: App, active: Set<string>): string | null {
  const found = app.db.write((tx) => {
    const due = tx.rows<{ id: string; tenant_id: string; address: string }>(
      `select id, tenant_id, address from standing_pushes
       where paused = 0 and next_run_at <= ? and id not in (select value from json_each(?))
         and tenant_id in (select id from tenants where ${NOT_ARCHIVED})
       order by next_run_at, id limit 50`,
      tx.now,
      JSON.stringify([...active]),
    )
    for (const { id, tenant_id, address } of due) {
      const until = pausedUntil(tx, new URL(address).host)
      if (until) tx.run('update standing_pushes set next_run_at = ? where id = ?', until, id)
      else if (planOf(tx, app, tenant_id).standing_pushes === 0)
        tx.run("update standing_pushes set paused = 1, paused_why = 'plan', next_run_at = null where id = ?", id)
      else return id
    }
    return null
  })
  if (found) active.add(found)
  return found
}
