import type { Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { nextInQueue, type RowQueue } from '../../../kernel/scheduling/fair-queue.ts'
import { inParallel } from '../../../kernel/scheduling/in-parallel.ts'
import { pause } from '../../../kernel/scheduling/pause.ts'
import { headroom, takeQuota } from '../../../kernel/scheduling/quota.ts'
import { isDeclined, isUnreached, UpstreamError } from '../../../kernel/web-fetch/upstream-error.ts'
import { ARCHIVED } from '../../tenants/index.ts'
import { keepSignedIn } from '../account/renewal.ts'
import { judgePrimary } from '../allowance.ts'
import { chooseRoute, markProbe, queueOf } from '../breaker.ts'
import { openRoute, ROUTES, type RouteName } from '../settings.ts'
import type { BatchRow } from '../tables.ts'
import { lostSince, SEND_LINKS, urlsOf } from './batches.ts'
import { beginWait, doubtAgain, doubtLeft, endWait, keepDoubt } from './doubts.ts'
import { failure, postpone } from './failed-calls.ts'
import { isSettling, type Settlement, type SettleRun, settle, settleRefused, settleSent } from './settle-batch.ts'
import { acceptsNone, limitReached, notConnected } from './waiting-reasons.ts'

const A_RUN = 50

/** Due batches, shared fairly between agencies. */
const LINES: RowQueue = {
  table: 'batches',
  workspace: 'tenant_id',
  in_line: 'next_attempt_at is not null',
  params: [],
  due: `next_attempt_at <= ? and not (state = 'planned' and tenant_id in ${ARCHIVED})`,
  order: 'next_attempt_at, id',
}

/** Parallel batches, so that one hanging supplier does not hold up the others. */
const AT_ONCE = 4

/**
 * Orders every due batch. The row says `sending` before the call; when the answer is lost (time-out, crash), the
 * supplier is asked for our reference before anything is sent again.
 */
export async function sendDue(app: App, signal: AbortSignal, settlement: Settlement): Promise<number> {
  await keepSignedIn(app)
  const { ids } = app.db.read((tx) => nextInQueue<string>(tx, LINES, A_RUN))
  await inParallel(ids, AT_ONCE, async (id) => {
    const batch = app.db.read((tx) =>
      tx.row<BatchRow>('select * from batches where id = ? and next_attempt_at is not null', id),
    )
    if (!batch || signal.aborted) return
    await advance({ app, signal, settlement }, batch)
    await pause()
  })
  return ids.length
}

async function advance(run: SettleRun, batch: BatchRow): Promise<void> {
  if (isSettling(batch)) return settle(run, batch.id)
  const doubted = batch.state === 'planned' ? doubtAgain(run.app, batch) : batch
  const unsent = doubted === null ? !(await isOrdered(run, batch)) : !(await recover(run, doubted))
  let failed: RouteName | null = null
  for (let tries = 0; unsent && tries < 2; tries++) {
    const route = claim(run, batch, failed)
    if (!route) return
    const verdict = await send(run, batch, route)
    if (verdict !== 'elsewhere') return
    failed = route
  }
}

/** Handles a batch whose call may have had an effect. True when it was found or may still appear: nothing is sent. */
async function recover(run: SettleRun, batch: BatchRow): Promise<boolean> {
  const { app, signal } = run
  const name = batch.route!
  const wait = (why: string, retry_after?: number) =>
    app.db.write((tx) => postpone(run, tx, batch, { state: 'doubtful', why, retry_after }))
  const route = app.db.read((tx) => openRoute(tx, app, name))
  if (route?.adapter !== batch.adapter) {
    wait(`${batch.adapter} is no longer connected as ${name}; connect it again so that the batch can be found`)
    return true
  }
  const urls = await urlsOf(app.db, batch.id)
  const { answer: receipt, error } = await outcomeOf(
    route.find({ ref: batch.ref, urls, planned_at: batch.created_at }, signal),
  )
  if (error) {
    if (!signal.aborted) failure(run, batch, name, error, 'doubtful')
    return true
  }
  if (receipt) {
    endWait(app.clock, batch.id)
    await settleSent(run, batch, name, receipt)
    return true
  }
  const left = doubtLeft(app.clock, batch)
  if (left > 0) wait(batch.last_error ?? 'The order was interrupted', left)
  else keepDoubt(app.db, batch)
  return left > 0
}

/**
 * After a restore, an order of an older job may be at a supplier already. True when it was found, or when a supplier did
 * not say: nothing is sent.
 */
async function isOrdered(run: SettleRun, batch: BatchRow): Promise<boolean> {
  const { app, signal } = run
  const made_at = app.db.read((tx) => lostSince(tx, batch.job_id))
  if (made_at === null) return false
  const urls = await urlsOf(app.db, batch.id)
  for (const name of ROUTES) {
    const route = app.db.read((tx) => openRoute(tx, app, name))
    if (!route) continue
    const { answer, error } = await outcomeOf(route.find({ ref: batch.ref, urls, planned_at: made_at }, signal))
    if (error) {
      if (!signal.aborted) failure(run, batch, name, error, 'planned')
      return true
    }
    if (!answer) continue
    app.db.write((tx) =>
      tx.run(
        "update batches set state = 'sending', route = ?, adapter = ?, simulated = ?, called_at = ? where id = ?",
        name,
        route.adapter,
        route.simulated ? 1 : 0,
        tx.now,
        batch.id,
      ),
    )
    await settleSent(run, batch, name, answer)
    return true
  }
  return false
}

/** Catches only the failure of the call; a failure to store its answer is not the supplier's. */
const outcomeOf = <T>(call: Promise<T>): Promise<{ answer: T; error?: never } | { answer?: never; error: Error }> =>
  call.then(
    (answer) => ({ answer }),
    (error) => ({ error: error instanceof Error ? error : new Error(String(error)) }),
  )

/** Chooses the route and stores that the call is about to be made. */
function claim(run: SettleRun, batch: BatchRow, failed: RouteName | null): RouteName | null {
  const { app, settlement } = run
  return app.db.write((tx) => {
    if (isStopped(tx, batch)) return null
    if (judgePrimary(tx)) tx.afterCommit(() => app.wake(SEND_LINKS))
    const { route, why, until } = chooseRoute(tx, batch.job_id, failed)
    if (!route) {
      tx.run(
        "update batches set state = 'planned', route = null, last_error = coalesce(last_error, ?) where id = ?",
        why,
        batch.id,
      )
      settlement.waiting(tx, batch, until ? acceptsNone(until) : notConnected)
      return null
    }
    const adapter = openRoute(tx, app, route)!
    if (!hasTurn(run, tx, batch, route, adapter.adapter)) return null
    markProbe(tx, route)
    beginWait(app.clock, batch.id)
    tx.run(
      "update batches set state = 'sending', route = ?, adapter = ?, simulated = ?, attempts = attempts + 1, called_at = ? where id = ?",
      route,
      adapter.adapter,
      adapter.simulated ? 1 : 0,
      tx.now,
      batch.id,
    )
    return route
  })
}

/** While it waited for its turn, its push may have been cancelled or its workspace archived; then it is not ordered. */
function isStopped(tx: Tx, { id }: BatchRow): boolean {
  const row = tx.row<{ archived: number }>(
    `select tenant_id in ${ARCHIVED} as archived from batches where id = ? and next_attempt_at is not null`,
    id,
  )
  if (row?.archived) tx.run("update batches set state = 'planned', route = null where id = ?", id)
  return !row || row.archived === 1
}

/** One queue for each supplier; links that its limits hold back are sent once they allow it. */
function hasTurn({ app, settlement }: SettleRun, tx: Tx, batch: BatchRow, route: RouteName, adapter: string): boolean {
  const queue = queueOf(route)
  const { left, resumes_at, why, plainly, used } = headroom(tx, queue, app.crawl_adapters.get(adapter)?.limits ?? {})
  if (left > 0) {
    takeQuota(tx, queue, 1)
    return true
  }
  tx.run(
    "update batches set state = 'planned', route = null, last_error = ?, next_attempt_at = ? where id = ?",
    `The limit of the ${route} route is reached: ${why}`,
    resumes_at,
    batch.id,
  )
  settlement.waiting(tx, batch, limitReached((plainly ?? used)!, resumes_at!))
  return false
}

async function send(run: SettleRun, batch: BatchRow, name: RouteName): Promise<'done' | 'later' | 'elsewhere'> {
  const { app, signal } = run
  const urls = await urlsOf(app.db, batch.id)
  const route = app.db.read((tx) => openRoute(tx, app, name)!)
  const { answer: receipt, error } = await outcomeOf(
    route.send({ ref: batch.ref, urls, planned_at: batch.created_at }, signal),
  )
  if (receipt) {
    endWait(app.clock, batch.id)
    await settleSent(run, batch, name, receipt)
    return 'done'
  }
  // We aborted the call: the row says that it is under way, as after a crash.
  if (signal.aborted) return 'later'
  const kind = error instanceof UpstreamError ? error.failure : 'unknown'
  if (kind === 'invalid') {
    endWait(app.clock, batch.id)
    await settleRefused(run, batch, name, error as UpstreamError)
    return 'done'
  }
  const surelyNot = kind === 'auth' || kind === 'quota' || kind === 'rate' || isUnreached(error)
  const opened = failure(run, batch, name, error, surelyNot ? 'planned' : 'doubtful')
  // The supplier answered, so an order that the look-up does not find will not appear later.
  if (isDeclined(error)) app.db.write((tx) => tx.run('update batches set called_at = null where id = ?', batch.id))
  if (!surelyNot) return 'later'
  // In an outage another route may take the batch at once, without waiting for the breaker.
  const another = () => app.db.read((tx) => chooseRoute(tx, batch.job_id, name).route !== null)
  return opened || (isUnreached(error) && another()) ? 'elsewhere' : 'later'
}
