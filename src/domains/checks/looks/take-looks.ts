import type { Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { pause } from '../../../kernel/scheduling/pause.ts'
import { inSteps } from '../../../kernel/scheduling/steps.ts'
import { UpstreamError } from '../../../kernel/web-fetch/upstream-error.ts'
import type { EngineSlot } from '../../jobs/index.ts'
import type { LookWaiting } from '../engine.ts'
import { releaseProperties, strandedInspections } from '../google/search-console-first.ts'
import { auditAccounts } from '../lost-calls.ts'
import { hastenWanted, queuesOf } from '../queues.ts'
import { openEngine, openProperty } from '../settings.ts'
import type { LookRow } from '../tables.ts'
import { HASTE, OpenCalls } from './open-calls.ts'
import { order, PART, type Run, store, type Turn } from './order-looks.ts'
import { type AfterLooks, endLooks } from './record-looks.ts'
import { endForgotten, orderElsewhere, recoverLost } from './stranded-looks.ts'

const WAITING_A_RUN = 5000

/** Makes every due check, in rounds while slow calls are under way. Returns how many moved. */
export async function takeLooks(app: App, signal: AbortSignal, after: AfterLooks, haste = HASTE): Promise<number> {
  const calls = new OpenCalls(haste)
  let moved = 0
  try {
    do {
      moved += await takeRound({ app, signal, after, calls })
      await calls.next()
    } while (calls.size > 0 && !signal.aborted)
  } finally {
    await calls.all()
  }
  return moved
}

/** Slot by slot: collects ready answers of vendors, then orders. */
async function takeRound(run: Run): Promise<number> {
  const { app, signal, after, calls } = run
  await hastenWanted(app, signal)
  const queues = app.db.write((tx) => {
    releaseProperties(tx)
    return queuesOf(tx).map((queue) => {
      const engine = queue.slot ? openEngine(tx, app, queue.slot) : openProperty(tx, app, queue.property)
      return { slot: queue.slot, queue, engine }
    })
  })
  await inSteps(app.db, signal, (tx, limit) => endInspections(tx, after, limit))
  for (const { queue, slot, engine } of queues) {
    await inSteps(app.db, signal, (tx, limit) => recoverLost(tx, queue, engine, calls.looks, limit))
    if (slot && engine) await inSteps(app.db, signal, (tx, limit) => orderElsewhere(tx, slot, engine, limit))
    const { property } = queue
    if (property) await inSteps(app.db, signal, (tx, limit) => app.broker.release(tx, property, limit))
  }
  const served = queues.flatMap(({ slot, engine }) => (slot && engine ? [{ slot, engine }] : []))
  const collects = calls.isTimeToCollect()
  if (collects) await auditAccounts(app, served, signal)
  const counts = await Promise.all(
    queues.map(({ queue, engine }) => {
      if (engine) return takeFrom({ ...run, queue, engine }, collects)
      return inSteps(app.db, signal, (tx, limit) => endForgotten(tx, queue.slot, after, limit))
    }),
  )
  return counts.reduce((sum, n) => sum + n, 0)
}

function endInspections(tx: Tx, after: AfterLooks, limit: number): number {
  const stranded = strandedInspections(tx, limit)
  endLooks(tx, stranded, 'The Search Console property is no longer connected.', after)
  return stranded.length
}

async function takeFrom(turn: Turn, collects: boolean): Promise<number> {
  const collected = collects && turn.queue.slot && turn.engine.collect ? await collect(turn, turn.queue.slot) : 0
  return collected + (await order(turn))
}

/** Our checks at the vendor, read in parts because there may be thousands. */
async function waitingAt({ app, engine }: Turn, slot: EngineSlot): Promise<LookRow[]> {
  const rows: LookRow[] = []
  for (let part = PART; part === PART && rows.length < WAITING_A_RUN; ) {
    const more = app.db.read((tx) =>
      tx.rows<LookRow>(
        "select * from looks where engine = ? and state in ('waiting', 'doubtful') and adapter = ? and id > ? order by id limit ?",
        slot,
        engine.adapter,
        rows.at(-1)?.id ?? 0,
        PART,
      ),
    )
    rows.push(...more)
    part = more.length
    await pause()
  }
  return rows
}

async function collect(turn: Turn, slot: EngineSlot): Promise<number> {
  const { app, engine, signal } = turn
  const rows = await waitingAt(turn, slot)
  if (rows.length === 0) return 0
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
    await store(turn, rows, answers)
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
