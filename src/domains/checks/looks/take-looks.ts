import type { Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { inParallel } from '../../../kernel/scheduling/in-parallel.ts'
import { pause } from '../../../kernel/scheduling/pause.ts'
import { countRefused, pauseQuota, returnQuota, takeQuota } from '../../../kernel/scheduling/quota.ts'
import { inSteps } from '../../../kernel/scheduling/steps.ts'
import { MINUTE, plus, SECOND } from '../../../kernel/time/clock.ts'
import { mayHaveCounted, UpstreamError } from '../../../kernel/web-fetch/upstream-error.ts'
import { type EngineSlot, jobStates, partsByJob } from '../../jobs/index.ts'
import { placeFrom } from '../../tenants/index.ts'
import type { Engine, LookAnswer, LookOrder, LookWaiting } from '../engine.ts'
import { auditAccounts, bookCalls, repeatable } from '../lost-calls.ts'
import { hastenWanted, headroomOf, nameOf, noteWaiting, type Queue, queuesOf } from '../queues.ts'
import { releaseProperties } from '../search-console-first.ts'
import { openEngine, openSearchConsole } from '../settings.ts'
import type { LookRow } from '../tables.ts'
import { dueIn, NONE } from './due-looks.ts'
import * as looks from './look-states.ts'
import { TAKE_LOOKS } from './plan-looks.ts'
import { type AfterLooks, recordAnswers } from './record-looks.ts'
import { endForgotten, orderElsewhere, recoverLost } from './stranded-looks.ts'

/** Rounds of orders before the other slots get their turn; each round fills the engine's parallel limit. */
const ROUNDS = 4
const WAITING_A_RUN = 5000
/** Rows read, written or claimed in one transaction (a few milliseconds). */
const PART = 200
/** Answers stored in one transaction: each moves its link and its credit, and the job is counted again. */
const STORED = 60

/** One queue's turn: the queue, its engine, and the settling of results. */
type Turn = { app: App; signal: AbortSignal; after: AfterLooks; queue: Queue; engine: Engine; refused?: boolean }

/** Makes every due check, slot by slot: collects ready answers of vendors, then orders. Returns how many moved. */
export async function takeLooks(app: App, signal: AbortSignal, after: AfterLooks): Promise<number> {
  await hastenWanted(app, signal)
  const queues = app.db.write((tx) => {
    releaseProperties(tx)
    return queuesOf(tx).map((queue) => {
      const engine = queue.slot ? openEngine(tx, app, queue.slot) : openSearchConsole(tx, app)
      return { slot: queue.slot, queue, engine }
    })
  })
  for (const { queue, slot, engine } of queues) {
    await inSteps(app.db, signal, (tx, limit) => recoverLost(tx, queue, engine, limit))
    if (slot && engine) await inSteps(app.db, signal, (tx, limit) => orderElsewhere(tx, slot, engine, limit))
  }
  const served = queues.flatMap(({ slot, engine }) => (slot && engine ? [{ slot, engine }] : []))
  await auditAccounts(app, served, signal)
  const counts = await Promise.all(
    queues.map(({ queue, engine }) => {
      if (engine) return takeFrom({ app, signal, after, queue, engine })
      return inSteps(app.db, signal, (tx, limit) => endForgotten(tx, queue.slot, after, limit))
    }),
  )
  return counts.reduce((sum, n) => sum + n, 0)
}

async function takeFrom(turn: Turn): Promise<number> {
  const collected = turn.queue.slot && turn.engine.collect ? await collect(turn, turn.queue.slot) : 0
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

async function order(turn: Turn): Promise<number> {
  const { app, engine, signal } = turn
  const due = await claimDue(turn)
  const batches = Array.from({ length: Math.ceil(due.length / engine.per_call) }, (_, i) =>
    due.slice(i * engine.per_call, (i + 1) * engine.per_call),
  )
  await inParallel(batches, engine.concurrency, async (batch) => {
    if (signal.aborted || turn.refused) app.db.write((tx) => leave(tx, turn.queue, batch))
    else await orderBatch(turn, batch)
  })
  return due.length
}

/** Marks and counts the checks to order, within the queue's limits, before any call is made. */
async function claimDue({ app, queue, engine, signal }: Turn): Promise<LookRow[]> {
  const most = engine.per_call * engine.concurrency * ROUNDS
  const due: LookRow[] = []
  for (let more = true; more && due.length < most && !signal.aborted; ) {
    const some = app.db.write((tx) => claimSome(tx, app, queue, engine, Math.min(PART, most - due.length)))
    due.push(...some.claimed)
    more = some.more
    if (more && due.length >= most) app.wake(TAKE_LOOKS)
    await pause()
  }
  const moved = due.map((look) => look.job_id)
  app.db.write((tx) => noteWaiting(tx, app, queue, moved))
  return due
}

/** Marks the next of them; `more` when others may follow. */
function claimSome(tx: Tx, app: App, queue: Queue, engine: Engine, most: number) {
  const { left } = headroomOf(tx, app, queue)
  const { ids, more } = left === 0 ? NONE : dueIn(tx, queue, Math.min(most, left))
  const claimed = looks.claim(tx, engine, ids)
  takeQuota(tx, nameOf(queue), claimed.length)
  return { claimed, more: more && claimed.length < left }
}

/** The rest of a turn that ended, or whose account was refused meanwhile. */
function leave(tx: Tx, queue: Queue, batch: LookRow[]): void {
  looks.unclaim(tx, batch)
  returnQuota(tx, nameOf(queue), batch.length)
}

async function orderBatch(turn: Turn, batch: LookRow[]): Promise<void> {
  const { app, queue, engine, signal } = turn
  const lost = queue.slot && engine.billing ? app.db.read((tx) => repeatable(tx, queue.slot)) : null
  const orders: LookOrder[] = batch.map(({ id, ref, url, sent_at, place }) => ({
    ref,
    url,
    sent_at: sent_at ?? undefined,
    place: placeFrom(place),
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
  const judged = judgeRow(turn, answers)
  pauseOnRefusal(turn, judged)
  await store(turn, batch, judged)
}

/**
 * Refused questions in a row say that the account may not ask, whatever the class of each. From then on they wait like
 * those of a refused account, instead of ending without a result.
 */
function judgeRow({ app, queue, engine }: Turn, answers: LookAnswer[]): LookAnswer[] {
  const asked = answers.filter((answer) => answer.state !== 'failed' || !answer.unasked)
  const isRefused = (answer: LookAnswer) => answer.state === 'failed' && answer.failure === 'invalid' && !answer.unasked
  const refused = asked.filter(isRefused).length
  const answered = asked.some((answer) => answer.state !== 'failed')
  if (engine.simulated || (refused === 0 && !answered)) return answers
  const row = app.db.write((tx) => countRefused(tx, nameOf(queue), answered ? null : refused))
  if (row < REFUSED_IN_A_ROW) return answers
  return answers.map((answer) =>
    answer.state === 'failed' && isRefused(answer)
      ? { ...answer, failure: 'auth', message: `${row} checks in a row were refused: ${answer.message}` }
      : answer,
  )
}

const REFUSED_IN_A_ROW = 10

/** A refusal of the account applies to the whole queue, which pauses until the cause can have changed. */
function pauseOnRefusal(turn: Turn, answers: LookAnswer[]): void {
  const { app, queue } = turn
  const refusal = answers.findLast((answer) => answer.state === 'failed' && answer.failure in PAUSES)
  if (refusal?.state !== 'failed') return
  turn.refused = true
  const least = queue.property && refusal.failure === 'rate' ? 15 * MINUTE : PAUSES[refusal.failure]!
  app.db.write((tx) => {
    pauseQuota(tx, nameOf(queue), plus(tx.now, Math.max(refusal.retry_after ?? 0, least)), refusal.message)
  })
}

const PAUSES: Record<string, number> = { rate: 10 * SECOND, quota: 5 * MINUTE, auth: 5 * MINUTE }

async function store({ app, engine, after }: Turn, rows: LookRow[], answers: LookAnswer[]): Promise<void> {
  const known = new Map(rows.map((row) => [row.ref, row]))
  const jobOf = ({ ref }: LookAnswer) => known.get(ref)?.job_id ?? ''
  const parts = app.db.read((tx) => partsByJob(tx, answers, jobOf, STORED))
  await inParts(parts, 1, ([part = []]) =>
    app.db.write((tx) => {
      bookCalls(tx, engine, known, part)
      recordAnswers(tx, known, part, engine.collect !== undefined, after)
      if (engine.simulated) jobStates.markSimulated(tx, [...new Set(part.map(jobOf))].filter(Boolean))
    }),
  )
}

async function inParts<T>(items: T[], size: number, work: (part: T[]) => void): Promise<void> {
  for (let from = 0; from < items.length; from += size) {
    work(items.slice(from, from + size))
    await pause()
  }
}
