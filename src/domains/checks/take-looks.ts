import type { App } from '../../kernel/app.ts'
import { HOUR, MINUTE, plus, SECOND } from '../../kernel/clock.ts'
import type { Tx } from '../../kernel/database.ts'
import { inParallel } from '../../kernel/in-parallel.ts'
import { pauseQuota, takeQuota } from '../../kernel/quota.ts'
import { inTurns } from '../../kernel/turns.ts'
import { mayHaveCounted, UpstreamError } from '../../kernel/upstream-error.ts'
import { type EngineSlot, jobStates } from '../jobs/index.ts'
import { ARCHIVED } from '../tenants/index.ts'
import type { Engine, LookAnswer, LookOrder, LookWaiting } from './engine.ts'
import * as looks from './look-states.ts'
import { auditAccounts, bookCalls, doubt, repeatable } from './lost-calls.ts'
import { TAKE_LOOKS } from './plan-looks.ts'
import { headroomOf, looksIn, nameOf, noteWaiting, priceOf, type Queue, queuesOf } from './queues.ts'
import { type AfterLooks, endLooks, recordAnswers } from './record-looks.ts'
import { releaseProperties } from './search-console-first.ts'
import { openEngine, openSearchConsole } from './settings.ts'
import type { LookRow } from './tables.ts'

/** Rounds of orders, each as many as the engine takes side by side, before the other slots get their turn again. */
const ROUNDS = 4
const WAITING_A_RUN = 5000

/** One queue's turn: where its looks wait, who answers, and what follows. */
type Turn = { app: App; signal: AbortSignal; after: AfterLooks; queue: Queue; engine: Engine }

/** Takes every look that is due, slot by slot: first what the vendors have ready, then new orders. Returns how many moved. */
export async function takeLooks(app: App, signal: AbortSignal, after: AfterLooks): Promise<number> {
  const queues = app.db.write((tx) => {
    releaseProperties(tx)
    return queuesOf(tx).map((queue) => {
      const engine = queue.slot ? openEngine(tx, app, queue.slot) : openSearchConsole(tx, app)
      recoverLost(tx, queue, engine)
      if (queue.slot && engine) orderElsewhere(tx, queue.slot, engine)
      return { ...queue, queue, engine }
    })
  })
  const served = queues.flatMap(({ slot, engine }) => (slot && engine ? [{ slot, engine }] : []))
  await auditAccounts(app, served, signal)
  const counts = await Promise.all(
    queues.map(({ queue, engine }) =>
      engine ? takeFrom({ app, signal, after, queue, engine }) : endForgotten(app, queue.slot, after),
    ),
  )
  return counts.reduce((sum, n) => sum + n, 0)
}

async function takeFrom(turn: Turn): Promise<number> {
  const collected = turn.queue.slot && turn.engine.collect ? await collect(turn, turn.queue.slot) : 0
  return collected + (await order(turn))
}

/** Orders that a crash interrupted: with an engine that queues they may be at the vendor; else they are asked anew. */
function recoverLost(tx: Tx, queue: Queue, engine: Engine | null): void {
  const { sql, param } = looksIn(queue)
  const lost = tx.rows<LookRow>(`select * from looks where state = 'ordering' and ${sql}`, param)
  if (lost.length === 0) return
  if (engine?.collect) looks.doubtAll(tx, lost)
  else {
    const ours = lost.filter(({ adapter }) => adapter === engine?.adapter)
    if (engine?.billing) doubt(tx, engine.billing, engine.adapter, ours)
    looks.orderAnew(tx, lost, 'unknown')
  }
}

/** Looks that wait at a vendor whose place another has taken for an hour: they are asked anew, of that one. */
function orderElsewhere(tx: Tx, slot: EngineSlot, { adapter }: Engine): void {
  const stranded = tx.rows<LookRow>(
    `select * from looks where engine = ? and state in ('waiting', 'doubtful') and adapter <> ? and ordered_at < ? limit ${WAITING_A_RUN}`,
    slot,
    adapter,
    plus(tx.now, -HOUR),
  )
  if (stranded.length === 0) return
  leaveInDoubt(tx, slot, stranded)
  looks.orderAnew(tx, stranded, null)
}

/** Orders that nobody can look for any more: what they may have cost stays in doubt. */
function leaveInDoubt(tx: Tx, slot: EngineSlot, left: LookRow[]): void {
  const lost = left.filter((look) => look.state === 'doubtful' && look.handle === null)
  const price = { units: 1, unit_usd: priceOf(tx, slot) }
  for (const [adapter, of] of Map.groupBy(lost, (look) => look.adapter ?? ''))
    doubt(tx, { ...price, account: adapter }, adapter, of)
}

/** Nobody can take these any more, since the slot was disconnected: after an hour they end without a verdict. */
function endForgotten(app: App, slot: EngineSlot | null, after: AfterLooks): number {
  if (!slot) return 0
  return app.db.write((tx) => {
    const waiting = tx.rows<LookRow>(
      "select * from looks where engine = ? and property is null and state <> 'done' and created_at < ? limit 1000",
      slot,
      plus(tx.now, -HOUR),
    )
    leaveInDoubt(tx, slot, waiting)
    endLooks(tx, waiting, 'No check engine is connected.', after)
    return waiting.length
  })
}

async function collect(turn: Turn, slot: EngineSlot): Promise<number> {
  const { app, engine, signal } = turn
  const rows = app.db.read((tx) =>
    tx.rows<LookRow>(
      "select * from looks where engine = ? and state in ('waiting', 'doubtful') and adapter = ? order by id limit ?",
      slot,
      engine.adapter,
      WAITING_A_RUN,
    ),
  )
  if (rows.length === 0) return 0
  const announced = rows.filter((row) => row.ready)
  if (announced.length) app.db.write((tx) => looks.forgetReady(tx, announced))
  const waiting: LookWaiting[] = rows.map((row) => ({
    ref: row.ref,
    url: row.url,
    handle: row.handle,
    asked_at: row.ordered_at ?? row.created_at,
    ...(row.ready && { ready: true }),
    ...(row.handle && row.state === 'doubtful' && { unpriced: true }),
  }))
  try {
    const answers = await engine.collect!(waiting, signal)
    store(turn, rows, answers)
    return answers.length
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    app.log.warn('results could not be collected', {
      engine: slot,
      adapter: engine.adapter,
      failure: error.failure,
      reason: error.message,
    })
    return 0
  }
}

async function order(turn: Turn): Promise<number> {
  const { app, engine, signal } = turn
  const due = claimDue(turn)
  const batches = Array.from({ length: Math.ceil(due.length / engine.per_call) }, (_, i) =>
    due.slice(i * engine.per_call, (i + 1) * engine.per_call),
  )
  await inParallel(batches, engine.concurrency, async (batch) => {
    if (signal.aborted) release(app, batch)
    else await orderBatch(turn, batch)
  })
  return due.length
}

/** Marks what is about to be ordered before any call is made, as many as the queue's limits leave, and counts it. */
function claimDue({ app, queue, engine }: Turn): LookRow[] {
  const most = engine.per_call * engine.concurrency * ROUNDS
  return app.db.write((tx) => {
    const { left } = headroomOf(tx, app, queue)
    const { ids, more } = left === 0 ? NONE : dueIn(tx, queue, Math.min(most, left))
    const claimed = looks.claim(tx, engine.adapter, ids)
    takeQuota(tx, nameOf(queue), claimed.length)
    noteWaiting(
      tx,
      app,
      queue,
      claimed.map((look) => look.job_id),
    )
    if (more && claimed.length < left) tx.afterCommit(() => app.wake(TAKE_LOOKS))
    return claimed
  })
}

type Due = { ids: number[]; more: boolean }
const NONE: Due = { ids: [], more: false }
const MAY_GO = `next_attempt_at <= ? and (purpose = 'guarantee' or tenant_id not in ${ARCHIVED})`

/** What is due in a queue: of a slot's agencies each in its turn, of a property what has waited longest. */
function dueIn(tx: Tx, { slot, property }: Queue, most: number): Due {
  if (slot)
    return inTurns<number>(
      tx,
      {
        table: 'looks',
        workspace: 'tenant_id',
        in_line: "engine = ? and state = 'queued' and property is null",
        params: [slot],
        due: MAY_GO,
        due_params: [tx.now],
        order: 'next_attempt_at',
      },
      most,
    )
  const due = `select id from looks where property = ? and state = 'queued' and ${MAY_GO} order by next_attempt_at limit ?`
  const ids = tx.rows<{ id: number }>(due, property, tx.now, most).map(({ id }) => id)
  return { ids, more: ids.length === most }
}

/** Gives back what was claimed and not begun (the process is stopping). */
function release(app: App, batch: LookRow[]): void {
  app.db.write((tx) => looks.unclaim(tx, batch))
}

async function orderBatch(turn: Turn, batch: LookRow[]): Promise<void> {
  const { app, queue, engine, signal } = turn
  const lost = queue.slot && engine.billing ? app.db.read((tx) => repeatable(tx, queue.slot)) : null
  const orders: LookOrder[] = batch.map(({ id, ref, url, sent_at }) => ({
    ref,
    url,
    sent_at: sent_at ?? undefined,
    ...(lost?.has(id) && { again: true }),
  }))
  let answers: LookAnswer[]
  try {
    answers = await engine.look(orders, signal)
  } catch (error) {
    const failed =
      error instanceof UpstreamError
        ? error
        : new UpstreamError('unknown', error instanceof Error ? error.message : String(error))
    app.log.warn('check engine call failed', {
      adapter: engine.adapter,
      failure: failed.failure,
      reason: failed.message,
      looks: batch.length,
    })
    answers = batch.map(({ ref }) => ({
      ref,
      state: 'failed',
      failure: failed.failure,
      message: failed.message,
      retry_after: failed.retryAfter,
      lost: mayHaveCounted(failed),
    }))
  }
  pauseAsTold(turn, answers)
  store(turn, batch, answers)
}

/** A refusal of the account holds for the whole queue: nobody asks again before it can have changed. */
function pauseAsTold({ app, queue }: Turn, answers: LookAnswer[]): void {
  const told = answers.findLast((answer) => answer.state === 'failed' && answer.failure in PAUSES)
  if (told?.state !== 'failed') return
  const least = queue.property && told.failure === 'rate' ? 15 * MINUTE : PAUSES[told.failure]!
  app.db.write((tx) => {
    pauseQuota(tx, nameOf(queue), plus(tx.now, Math.max(told.retry_after ?? 0, least)), told.message)
    return null
  })
}

const PAUSES: Record<string, number> = { rate: 10 * SECOND, quota: 5 * MINUTE, auth: 5 * MINUTE }

function store({ app, engine, after }: Turn, rows: LookRow[], answers: LookAnswer[]): void {
  if (answers.length === 0) return
  const known = new Map(rows.map((row) => [row.ref, row]))
  app.db.write((tx) => {
    bookCalls(tx, engine, known, answers)
    recordAnswers(tx, known, answers, engine.collect !== undefined, after)
    if (engine.simulated) jobStates.markSimulated(tx, [...new Set(rows.map((row) => row.job_id))])
    return null
  })
}
