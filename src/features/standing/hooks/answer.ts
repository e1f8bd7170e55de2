/** Answers calls of deploy hooks whose site has settled: pushes the URLs that they brought, and asks for a run. */

import { planOf } from '../../../domains/plans/index.ts'
import { hashOf, isUpToDate, rememberSent, sentSince } from '../../../domains/pushes/index.ts'
import type { Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { Fault } from '../../../kernel/operation/fault.ts'
import { pause } from '../../../kernel/scheduling/pause.ts'
import { inSteps } from '../../../kernel/scheduling/steps.ts'
import { DAY, plus } from '../../../kernel/time/clock.ts'
import { orderLinks } from '../runs/order-links.ts'
import { allowanceNow, callerOf, noteSpent, spentOf } from '../runs/run-budget.ts'
import { DEFAULT_RULES, type Rules, rulesOf } from '../shapes.ts'
import type { CallRow, HookRow } from '../tables.ts'
import { RUN_STANDING_PUSHES } from '../task-name.ts'
import type { Skipped } from '../words.ts'

const DAYS_KEPT = 30

/** Answers due calls and forgets old ones. Returns the number of calls answered. */
export async function answerDeployHooks(app: App, signal: AbortSignal): Promise<number> {
  let answered = 0
  while (!signal.aborted) {
    if (!app.db.read(isUpToDate)) await rememberSent(app.db, signal)
    const is_one = app.db.write((tx) => {
      const call = tx.row<CallRow>(
        "select * from deploy_calls where state = 'waiting' and due_at <= ? order by due_at, id limit 1",
        tx.now,
      )
      if (!call || !isUpToDate(tx)) return call !== null
      answer(tx, app, call)
      answered++
      return true
    })
    if (!is_one) break
    await pause()
  }
  await inSteps(app.db, signal, forgetCalls)
  return answered
}

function answer(tx: Tx, app: App, call: CallRow): unknown {
  const hook = tx.row<HookRow>('select * from deploy_hooks where id = ?', call.hook_id)!
  if (hook.paused) return stopped(tx, call)
  const done = call.urls ? pushUrls(tx, app, hook, JSON.parse(call.urls) as string[]) : NOTHING
  const note = call.wants_run ? (askForRun(tx, app, hook, call) ?? done.note) : done.note
  return tx.run(
    'update deploy_calls set state = ?, urls = null, pushed = ?, skipped = ?, job_id = ?, note = ? where id = ?',
    done.note ? 'failed' : 'done',
    done.pushed,
    JSON.stringify(done.skipped),
    done.job_id,
    note,
    call.id,
  )
}

/** The hook was paused after the call came in, or lost its standing push, whose rules held. */
const stopped = (tx: Tx, { id }: CallRow): number =>
  tx.run("update deploy_calls set state = 'failed', urls = null, note = 'The hook is paused.' where id = ?", id)

type PushedUrls = { pushed: number; skipped: Skipped; job_id: string | null; note: string | null }
const NOTHING: PushedUrls = { pushed: 0, skipped: {}, job_id: null, note: null }

/** One job of the links that were not pushed lately, within the limits of the hook. */
function pushUrls(tx: Tx, app: App, hook: HookRow, urls: readonly string[]): PushedUrls {
  const { tenant_id, cap_day, budget_month } = hook
  const since = plus(tx.now, -rulesFor(tx, hook).again_after_days * DAY)
  const sent = sentSince(tx, tenant_id, urls.map(hashOf), since)
  const fresh = urls.filter((_, i) => !sent.has(i))
  const room = allowanceNow(tx, hook, { cap_day, budget_month, smart: false })
  const take = fresh.slice(0, Math.min(room.links, planOf(tx, app, tenant_id).urls_per_push))
  const skipped: Skipped = {
    ...(sent.size && { pushed_lately: sent.size }),
    ...(fresh.length > take.length && { [room.why]: fresh.length - take.length }),
  }
  if (take.length === 0) return { ...NOTHING, skipped }
  const caller = callerOf(tx, tenant_id, `Deploy: ${hook.name}`)
  try {
    const name = `Deploy: ${hook.name}, ${spentOf(tx, hook).day}`
    const job_id = orderLinks(tx, app, caller, { tenant_id, name, smart: false }, take)
    noteSpent(tx, 'deploy_hooks', hook, take.length, take.length)
    return { pushed: take.length, skipped, job_id, note: null }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return { ...NOTHING, skipped, note: error.message.slice(0, 500) }
  }
}

const rulesFor = (tx: Tx, { standing_push_id }: HookRow): Rules =>
  standing_push_id
    ? rulesOf(tx.row<{ rules: string }>('select rules from standing_pushes where id = ?', standing_push_id)!)
    : DEFAULT_RULES

/** Lets the standing push run, once for all calls that are due; says why not, where it cannot. */
function askForRun(tx: Tx, app: App, { standing_push_id }: HookRow, call: CallRow): string | null {
  if (!tx.row('select 1 from standing_pushes where id = ? and paused = 0', standing_push_id))
    return 'Its standing push is paused or was deleted.'
  const isLast = !tx.row(
    `select 1 from deploy_calls c join deploy_hooks h on h.id = c.hook_id
     where c.state = 'waiting' and c.due_at <= ? and c.wants_run = 1 and c.id <> ? and h.standing_push_id = ? and h.paused = 0
     limit 1`,
    tx.now,
    call.id,
    standing_push_id,
  )
  if (isLast) {
    const ask = "update standing_pushes set asked_at = ?1, asked_by = 'hook', next_run_at = ?1 where id = ?2"
    tx.run(ask, tx.now, standing_push_id)
    tx.afterCommit(() => app.wake(RUN_STANDING_PUSHES))
  }
  return null
}

const forgetCalls = (tx: Tx, limit: number): number =>
  tx.run(
    "delete from deploy_calls where id in (select id from deploy_calls where at < ? and state <> 'waiting' order by at limit ?)",
    plus(tx.now, -DAYS_KEPT * DAY),
    limit,
  )
