import { HOUR, MINUTE, plus, SECOND, type Time } from '../../kernel/clock.ts'
import type { Tx } from '../../kernel/database.ts'
import { consume, release } from '../credits/index.ts'
import { type Indexed, jobStates, linkStates, refreshOutcome } from '../jobs/index.ts'
import type { LookAnswer, Sighting } from './engine.ts'
import { canPassOn } from './search-console-first.ts'
import type { LookRow } from './tables.ts'

/** A look that has its result, ready to move what depends on it. */
export type FinishedLook = Pick<
  LookRow,
  'id' | 'link_id' | 'job_id' | 'tenant_id' | 'url' | 'purpose' | 'day' | 'credits' | 'confirms' | 'method'
> & {
  indexed: Indexed
}

/** What follows for pushes, in the transaction that stores the results. */
export type AfterLooks = (tx: Tx, looks: FinishedLook[]) => void

const ATTEMPTS = 4
const PATIENCE = 6 * HOUR
const NOT_OUR_TURN = new Set(['rate', 'pending', 'auth', 'quota'])

type Known = Map<string, LookRow>

/** Stores answers: results with their evidence, credits of checks, and the next attempt of what failed. */
export function recordAnswers(tx: Tx, known: Known, answers: LookAnswer[], queues: boolean, after: AfterLooks): void {
  const finished: FinishedLook[] = []
  for (const answer of answers) {
    const look = known.get(answer.ref)
    if (!look) continue
    if (look.property && !tells(answer) && canPassOn(tx, look)) passOn(tx, look, answer)
    else if (answer.state === 'seen') finished.push(finish(tx, look, answer.sighting))
    else if (answer.state === 'queued') wait(tx, look, answer.handle, answer.cost_usd)
    else if (answer.failure === 'unknown' && queues) doubt(tx, look, answer.message)
    else if (isOver(tx.now, look, answer)) finished.push(giveUp(tx, look, answer))
    else tryAgain(tx, look, answer)
  }
  settle(tx, finished, after)
}

/** Whether Search Console has answered, or will when its queue goes on. */
const tells = (answer: LookAnswer): boolean =>
  answer.state === 'seen'
    ? answer.sighting.indexed !== 'unknown'
    : answer.state === 'failed' && answer.failure === 'rate'

/** Search Console cannot tell: the slot's own engine is asked instead. */
function passOn(tx: Tx, look: LookRow, answer: LookAnswer): void {
  const why = answer.state === 'failed' ? answer.message : 'Search Console could not tell.'
  tx.run(
    `update looks set state = 'queued', property = null, ref = 'sp' || lower(hex(randomblob(12))), evidence = ?, next_attempt_at = ?
     where id = ?`,
    why.slice(0, 1000),
    tx.now,
    look.id,
  )
}

/** Ends looks without a verdict (no engine is left to take them). */
export function endLooks(tx: Tx, looks: LookRow[], why: string, after: AfterLooks): void {
  settle(tx, withoutVerdict(tx, looks, why), after)
}

/** Ends looks that nobody wants any more: their check credits come back, and what earlier looks saw stays. */
export function withdrawLooks(tx: Tx, looks: LookRow[], why: string): void {
  settleCheckCredits(tx, withoutVerdict(tx, looks, why))
}

/** All of them in one statement: a job may have ten thousand. */
function withoutVerdict(tx: Tx, looks: LookRow[], why: string): FinishedLook[] {
  tx.run(
    `update looks set state = 'done', indexed = 'unknown', evidence = ?, failure = 'unknown', finished_at = ?, next_attempt_at = null
     where id in (select value from json_each(?))`,
    why,
    tx.now,
    JSON.stringify(looks.map(({ id }) => id)),
  )
  return looks.map((look) => ({ ...look, indexed: 'unknown', method: null }))
}

function settle(tx: Tx, finished: FinishedLook[], after: AfterLooks): void {
  if (finished.length === 0) return
  settleCheckCredits(tx, finished)
  const checks = finished.filter((look) => look.purpose === 'check')
  if (checks.length) settleChecks(tx, checks)
  const others = finished.filter((look) => look.purpose !== 'check')
  if (others.length) after(tx, others)
}

function finish(tx: Tx, look: LookRow, { indexed, method, evidence, raw, cost_usd }: Sighting): FinishedLook {
  const known = tx.run(
    `update looks set state = 'done', indexed = ?, method = ?, evidence = ?, failure = null, cost_usd = cost_usd + ?, finished_at = ?,
     next_attempt_at = null where id = ?`,
    indexed,
    method,
    evidence.slice(0, 1000),
    cost_usd,
    tx.now,
    look.id,
  )
  // Its job may have been deleted while the look was under way.
  if (known) tx.run('insert or replace into look_answers (look_id, body) values (?, ?)', look.id, raw)
  return { ...look, indexed, method }
}

function giveUp(
  tx: Tx,
  look: LookRow,
  { failure, message, cost_usd = 0 }: { failure: string; message: string; cost_usd?: number },
): FinishedLook {
  tx.run(
    `update looks set state = 'done', indexed = 'unknown', evidence = ?, failure = ?, cost_usd = cost_usd + ?, finished_at = ?, next_attempt_at = null
     where id = ?`,
    message.slice(0, 1000),
    failure,
    cost_usd,
    tx.now,
    look.id,
  )
  return { ...look, indexed: 'unknown', method: null }
}

function wait(tx: Tx, look: LookRow, handle: string, cost_usd: number): void {
  tx.run(
    "update looks set state = 'waiting', handle = ?, next_attempt_at = null, cost_usd = cost_usd + ?, failure = null where id = ?",
    handle,
    cost_usd,
    look.id,
  )
}

function doubt(tx: Tx, look: LookRow, message: string): void {
  tx.run(
    "update looks set state = 'doubtful', next_attempt_at = null, failure = 'unknown', evidence = ? where id = ?",
    message.slice(0, 1000),
    look.id,
  )
}

type Failed = Extract<LookAnswer, { state: 'failed' }>

/** A new attempt takes a new reference: the old one may still turn up at the vendor. */
function tryAgain(tx: Tx, look: LookRow, { failure, message, retry_after, cost_usd = 0 }: Failed): void {
  tx.run(
    `update looks set state = 'queued', ref = 'sp' || lower(hex(randomblob(12))), handle = null, failure = ?, evidence = ?,
     cost_usd = cost_usd + ?, attempts = attempts + ?, next_attempt_at = ? where id = ?`,
    failure,
    message.slice(0, 1000),
    cost_usd,
    NOT_OUR_TURN.has(failure) ? 0 : 1,
    plus(tx.now, Math.max(retry_after ?? 0, pauseAfter(failure, look.attempts))),
    look.id,
  )
}

function isOver(now: Time, look: LookRow, { failure }: Failed): boolean {
  if (failure === 'invalid') return true
  return plus(look.created_at, PATIENCE) < now || (!NOT_OUR_TURN.has(failure) && look.attempts + 1 >= ATTEMPTS)
}

function pauseAfter(failure: string, attempts: number): number {
  if (failure === 'auth' || failure === 'quota') return 5 * MINUTE
  if (failure === 'rate') return 10 * SECOND
  return 5 * SECOND * 4 ** attempts
}

/** A check credit is spent on a yes or a no; a look that ends unknown gives it back. */
function settleCheckCredits(tx: Tx, finished: FinishedLook[]): void {
  const paid = Map.groupBy(
    finished.filter((look) => look.credits > 0),
    (look) => look.job_id,
  )
  for (const [job_id, looks] of paid) {
    const { tenant_id } = looks[0]!
    const amount = (of: FinishedLook[]) => of.reduce((sum, look) => sum + look.credits, 0)
    const [told, untold] = [
      looks.filter((look) => look.indexed !== 'unknown'),
      looks.filter((look) => look.indexed === 'unknown'),
    ]
    if (told.length) consume(tx, { tenant_id, kind: 'check', amount: amount(told), job_id })
    if (untold.length)
      release(tx, {
        tenant_id,
        kind: 'check',
        amount: amount(untold),
        reason: 'refund',
        job_id,
        note: `${untold.length} looks without a verdict`,
      })
  }
}

/** Results of a check job: the link says what was last seen, and the job is done with its last look. */
function settleChecks(tx: Tx, looks: FinishedLook[]): void {
  linkStates.markChecked(tx, looks)
  for (const job_id of new Set(looks.map((look) => look.job_id))) {
    jobStates.finishCheck(tx, job_id)
    refreshOutcome(tx, job_id)
  }
}
