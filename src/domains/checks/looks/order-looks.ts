import type { Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { inParallel } from '../../../kernel/scheduling/in-parallel.ts'
import { pause } from '../../../kernel/scheduling/pause.ts'
import { countRefused, nextQuotaDay, pauseQuota, returnQuota, takeQuota } from '../../../kernel/scheduling/quota.ts'
import { REFUSAL_PAUSES } from '../../../kernel/scheduling/retries.ts'
import { MINUTE, plus } from '../../../kernel/time/clock.ts'
import { mayHaveCounted, UpstreamError } from '../../../kernel/web-fetch/upstream-error.ts'
import { jobStates, partsByJob } from '../../jobs/index.ts'
import { placeFrom } from '../../tenants/index.ts'
import type { Engine, LookAnswer, LookOrder } from '../engine.ts'
import { bookCalls, repeatable } from '../lost-calls.ts'
import { allowanceOf, nameOf, noteWaiting, type Queue } from '../queues.ts'
import type { LookRow } from '../tables.ts'
import { dueIn } from './due-looks.ts'
import * as looks from './look-states.ts'
import type { OpenCalls } from './open-calls.ts'
import { TAKE_LOOKS } from './plan-looks.ts'
import { type AfterLooks, recordAnswers } from './record-looks.ts'

/** Rounds of orders before the other slots get their turn; each round fills the engine's parallel limit. */
const ROUNDS = 4
/** Rows read, written or claimed in one transaction (a few milliseconds). */
export const PART = 200
/** Answers stored in one transaction: each moves its link and its credit, and the job is counted again. */
const STORED = 60

/** One queue's turn: the queue, its engine, and the settling of results. */
export type Turn = Run & { queue: Queue; engine: Engine; refused?: boolean }
export type Run = { app: App; signal: AbortSignal; after: AfterLooks; calls: OpenCalls }

/** Asks the engine about checks that are due, as many at a time as it answers. */
export async function order(turn: Turn): Promise<number> {
  const { app, engine, signal, calls } = turn
  const name = nameOf(turn.queue)
  const hasRoom = () => calls.hasRoom(name, engine.concurrency)
  if (!hasRoom()) return 0
  const due = await claimDue(turn)
  const batches = Array.from({ length: Math.ceil(due.length / engine.per_call) }, (_, i) =>
    due.slice(i * engine.per_call, (i + 1) * engine.per_call),
  )
  await inParallel(batches, engine.concurrency, async (batch) => {
    if (signal.aborted || turn.refused || !hasRoom()) app.db.write((tx) => leave(tx, turn, batch))
    else {
      const looks = batch.map(({ id }) => id)
      await calls.holdPlace(name, looks, orderBatch(turn, batch))
    }
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
  const { ids, more } = dueIn(tx, app, queue, most)
  const claimed = looks.claim(tx, engine, ids)
  takeQuota(tx, nameOf(queue), claimed.length, allowanceOf(tx, app, queue))
  if (queue.property) app.broker.taken(tx, queue.property, claimed)
  return { claimed, more }
}

/** The rest of a turn that ended, or whose account was refused meanwhile. */
function leave(tx: Tx, { app, queue }: Turn, batch: LookRow[]): void {
  looks.unclaim(tx, batch)
  returnQuota(tx, nameOf(queue), batch.length, allowanceOf(tx, app, queue))
  if (queue.property) app.broker.givenBack(tx, queue.property, batch)
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
  const refusal = answers.findLast((answer) => answer.state === 'failed' && answer.failure in REFUSAL_PAUSES)
  if (refusal?.state !== 'failed') return
  turn.refused = true
  const least = queue.property && refusal.failure === 'rate' ? 15 * MINUTE : REFUSAL_PAUSES[refusal.failure]!
  app.db.write((tx) => {
    const until = plus(tx.now, Math.max(refusal.retry_after ?? 0, least))
    pauseQuota(tx, nameOf(queue), until, refusal.message)
    const is_of_day = refusal.failure === 'rate' && until >= nextQuotaDay(tx.now, allowanceOf(tx, app, queue))
    if (queue.property && is_of_day) app.broker.closed(tx, queue.property)
  })
}

export async function store({ app, engine, after }: Turn, rows: LookRow[], answers: LookAnswer[]): Promise<void> {
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
