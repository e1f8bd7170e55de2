import type { App } from '../app.ts'
import { ENGINES, type EngineSlot } from '../jobs/index.ts'
import { HOUR, plus } from '../kernel/clock.ts'
import type { Tx } from '../kernel/database.ts'
import { UpstreamError } from '../kernel/upstream-error.ts'
import type { Engine, LookAnswer, LookOrder, LookWaiting } from './engine.ts'
import { type AfterLooks, endLooks, recordAnswers } from './record-looks.ts'
import { openEngine } from './settings.ts'
import type { LookRow } from './tables.ts'

/** Rounds of orders, each as many as the engine takes side by side, before the other slots get their turn again. */
const ROUNDS = 4
const WAITING_A_RUN = 5000

/** Takes every look that is due, slot by slot: first what the vendors have ready, then new orders. Returns how many moved. */
export async function takeLooks(app: App, signal: AbortSignal, after: AfterLooks): Promise<number> {
  const counts = await Promise.all(ENGINES.map((slot) => takeSlot(app, slot, signal, after)))
  return counts.reduce((sum, n) => sum + n, 0)
}

async function takeSlot(app: App, slot: EngineSlot, signal: AbortSignal, after: AfterLooks): Promise<number> {
  const engine = app.db.read((tx) => openEngine(tx, app, slot))
  recoverLost(app, slot, engine?.collect !== undefined)
  if (!engine) return endForgotten(app, slot, after)
  const collected = engine.collect ? await collect(app, slot, engine, signal, after) : 0
  return collected + (await order(app, slot, engine, signal, after))
}

/** Orders that a crash interrupted: with an engine that queues they may be at the vendor; else they are asked anew. */
function recoverLost(app: App, slot: EngineSlot, queues: boolean): void {
  app.db.write((tx) =>
    tx.run(
      "update looks set state = ?, next_attempt_at = ? where engine = ? and state = 'ordering'",
      queues ? 'doubtful' : 'queued',
      queues ? null : tx.now,
      slot,
    ),
  )
}

/** Nobody can take these any more, since the slot was disconnected: after an hour they end without a verdict. */
function endForgotten(app: App, slot: EngineSlot, after: AfterLooks): number {
  return app.db.write((tx) => {
    const waiting = tx.rows<LookRow>(
      "select * from looks where engine = ? and state <> 'done' and created_at < ? limit 1000",
      slot,
      plus(tx.now, -HOUR),
    )
    endLooks(tx, waiting, 'No check engine is connected.', after)
    return waiting.length
  })
}

async function collect(
  app: App,
  slot: EngineSlot,
  engine: Engine,
  signal: AbortSignal,
  after: AfterLooks,
): Promise<number> {
  const rows = app.db.read((tx) =>
    tx.rows<LookRow>(
      "select * from looks where engine = ? and state in ('waiting', 'doubtful') order by id limit ?",
      slot,
      WAITING_A_RUN,
    ),
  )
  if (rows.length === 0) return 0
  const waiting: LookWaiting[] = rows.map((row) => ({
    ref: row.ref,
    url: row.url,
    handle: row.handle,
    asked_at: row.ordered_at ?? row.created_at,
  }))
  try {
    const answers = await engine.collect!(waiting, signal)
    store(app, rows, answers, engine, after)
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

async function order(
  app: App,
  slot: EngineSlot,
  engine: Engine,
  signal: AbortSignal,
  after: AfterLooks,
): Promise<number> {
  const due = claimDue(app, slot, engine)
  const batches = Array.from({ length: Math.ceil(due.length / engine.batch) }, (_, i) =>
    due.slice(i * engine.batch, (i + 1) * engine.batch),
  )
  const worker = async () => {
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      if (signal.aborted) return release(app, batch)
      await orderBatch(app, engine, batch, signal, after)
    }
  }
  await Promise.all(Array.from({ length: Math.min(engine.concurrency, batches.length) }, worker))
  return due.length
}

/** Marks what is about to be ordered before any call is made. */
function claimDue(app: App, slot: EngineSlot, engine: Engine): LookRow[] {
  const most = engine.batch * engine.concurrency * ROUNDS
  const due = app.db.write((tx) =>
    tx.rows<LookRow>(
      `update looks set state = 'ordering', adapter = ?, ordered_at = ? where id in
       (select id from looks where state = 'queued' and next_attempt_at <= ? and engine = ? order by next_attempt_at limit ?) returning *`,
      engine.adapter,
      tx.now,
      tx.now,
      slot,
      most,
    ),
  )
  if (due.length === most) app.wake('take_looks')
  return due
}

/** Gives back what was claimed and not begun (the process is stopping). */
function release(app: App, batch: LookRow[]): void {
  app.db.write((tx) =>
    tx.run(
      "update looks set state = 'queued' where state = 'ordering' and id in (select value from json_each(?))",
      idsOf(batch),
    ),
  )
}

async function orderBatch(
  app: App,
  engine: Engine,
  batch: LookRow[],
  signal: AbortSignal,
  after: AfterLooks,
): Promise<void> {
  const orders: LookOrder[] = batch.map(({ ref, url, sent_at }) => ({ ref, url, sent_at: sent_at ?? undefined }))
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
    }))
  }
  store(app, batch, answers, engine, after)
}

function store(app: App, rows: LookRow[], answers: LookAnswer[], engine: Engine, after: AfterLooks): void {
  if (answers.length === 0) return
  const known = new Map(rows.map((row) => [row.ref, row]))
  app.db.write((tx) => {
    recordAnswers(tx, known, answers, engine.collect !== undefined, after)
    if (engine.simulated) markSimulated(tx, rows)
    return null
  })
}

function markSimulated(tx: Tx, rows: LookRow[]): void {
  const jobs = JSON.stringify([...new Set(rows.map((row) => row.job_id))])
  tx.run('update jobs set simulated = 1 where simulated = 0 and id in (select value from json_each(?))', jobs)
}

const idsOf = (rows: LookRow[]): string => JSON.stringify(rows.map((row) => row.id))
