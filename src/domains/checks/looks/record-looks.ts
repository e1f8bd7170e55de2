import type { Tx } from '../../../kernel/database/database.ts'
import { countLater } from '../../../kernel/environment/metrics.ts'
import { counted } from '../../../kernel/operation/wording.ts'
import { pauseAfter, REFUSAL_PAUSES } from '../../../kernel/scheduling/retries.ts'
import { HOUR, plus, type Time } from '../../../kernel/time/clock.ts'
import { consume, release } from '../../credits/index.ts'
import { type Indexed, jobStates, linkStates, refreshOutcome } from '../../jobs/index.ts'
import { PLACE_OF_CHECK, placeFrom, placeText } from '../../tenants/index.ts'
import type { LookAnswer, Sighting } from '../engine.ts'
import { canPassOn } from '../google/search-console-first.ts'
import type { LookRow } from '../tables.ts'
import * as looks from './look-states.ts'

/** A check with its result, ready to be settled. */
export type FinishedLook = Pick<
  LookRow,
  'id' | 'link_id' | 'job_id' | 'url' | 'engine' | 'purpose' | 'day' | 'credits' | 'confirms' | 'method'
> & {
  indexed: Indexed
  /** The moment that the answer speaks of, where that is not now. */
  at?: Time
  empty?: boolean
  /** The engine shows it in another place, so this "no" says nothing about the link. */
  elsewhere?: boolean
}

/** Settles the checks of pushes, in the transaction that stores the results. */
export type AfterLooks = (tx: Tx, looks: FinishedLook[]) => void

const ATTEMPTS = 4
const PATIENCE = 6 * HOUR
const OF_ACCOUNT = new Set(['auth', 'quota'])
const NOT_OUR_TURN = new Set(['rate', 'pending', ...OF_ACCOUNT])

type LooksByRef = Map<string, LookRow>

/** Stores answers: results with evidence, credits of checks, and the next attempt of failed ones. */
export function recordAnswers(
  tx: Tx,
  known: LooksByRef,
  answers: LookAnswer[],
  queues: boolean,
  after: AfterLooks,
): void {
  const finished: FinishedLook[] = []
  for (const answer of answers) {
    const look = known.get(answer.ref)
    if (!look) continue
    if (answer.state === 'waiting') looks.forgetReady(tx, [look])
    else if (look.property && !tells(answer) && canPassOn(tx, look)) looks.passOn(tx, look, whyNot(answer))
    else if (answer.state === 'seen') finished.push(finish(tx, look, answer.sighting))
    else if (answer.state === 'queued') looks.wait(tx, look, answer.handle, answer.cost_usd)
    else if (answer.failure === 'unknown' && queues) looks.doubt(tx, look, answer.message)
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

const whyNot = (answer: LookAnswer): string =>
  answer.state === 'failed' ? answer.message : 'Search Console gave no answer.'

/** Ends checks without a result, because no engine is left to make them. */
export function endLooks(tx: Tx, ended: LookRow[], why: string, after: AfterLooks): void {
  settle(tx, withoutVerdict(tx, ended, why), after)
}

/** Ends checks that are no longer wanted: refunds their check credits and keeps earlier results. */
export function withdrawLooks(tx: Tx, unwanted: LookRow[], why: string): void {
  settleCheckCredits(tx, withoutVerdict(tx, unwanted, why))
}

function withoutVerdict(tx: Tx, ended: LookRow[], why: string): FinishedLook[] {
  looks.end(tx, ended, why)
  return ended.map((look) => ({ ...look, indexed: 'unknown', method: null }))
}

function settle(tx: Tx, finished: FinishedLook[], after: AfterLooks): void {
  if (finished.length === 0) return
  for (const { engine, indexed } of finished) countLater(tx, 'looks', [engine, indexed])
  settleCheckCredits(tx, finished)
  const telling = finished.map((look) => (look.elsewhere ? { ...look, indexed: 'unknown' as const } : look))
  const checks = telling.filter((look) => look.purpose === 'check')
  if (checks.length) settleChecks(tx, checks)
  const others = telling.filter((look) => look.purpose !== 'check')
  if (others.length) after(tx, others)
}

function finish(tx: Tx, look: LookRow, sighting: Sighting): FinishedLook {
  const { indexed, method, raw } = sighting
  const elsewhere = indexed === 'no' && method === 'search_result' ? seenElsewhere(tx, look) : null
  const evidence = elsewhere
    ? `${sighting.evidence}. It was seen in ${elsewhere}, which this does not undo.`
    : sighting.evidence
  if (looks.finish(tx, look, { ...sighting, evidence, is_free: isFree(method) && indexed !== 'unknown' }))
    tx.run('insert or replace into look_answers (look_id, body) values (?, ?)', look.id, raw)
  return { ...look, indexed, method, empty: sighting.empty, elsewhere: elsewhere !== null }
}

/** Google's own record costs nothing. */
const isFree = (method: Sighting['method'] | null): boolean => method === 'inspection'

/** Another place where an ordered check last saw the link; null where it was not seen, or in this place. */
function seenElsewhere(tx: Tx, { job_id, link_id, place, purpose }: LookRow): string | null {
  if (purpose !== 'recheck' && purpose !== 'check') return null
  const seen = tx.row<{ place: string | null }>(
    `select ${PLACE_OF_CHECK} as place from looks k where job_id = ? and link_id = ? and state = 'done' and indexed = 'yes'
     order by id desc limit 1`,
    job_id,
    link_id,
  )?.place
  return seen && seen !== placeText(placeFrom(place)) ? seen : null
}

function giveUp(tx: Tx, look: LookRow, failed: Failed): FinishedLook {
  looks.giveUp(tx, look, failed)
  return { ...look, indexed: 'unknown', method: null }
}

type Failed = Extract<LookAnswer, { state: 'failed' }>

function tryAgain(tx: Tx, look: LookRow, failed: Failed): void {
  const { failure, retry_after = 0 } = failed
  const pause = REFUSAL_PAUSES[failure] ?? pauseAfter('check', look.attempts + 1)
  const at = plus(tx.now, Math.max(retry_after, pause))
  looks.tryAgain(tx, look, { ...failed, counts: !NOT_OUR_TURN.has(failure), at })
}

function isOver(now: Time, look: LookRow, { failure }: Failed): boolean {
  if (failure === 'invalid') return true
  // The account may not ask: the guarantee waits for it, since without a question no link is known to be missing.
  if (OF_ACCOUNT.has(failure) && look.purpose === 'guarantee' && !look.property) return false
  return plus(look.created_at, PATIENCE) < now || (!NOT_OUR_TURN.has(failure) && look.attempts + 1 >= ATTEMPTS)
}

/** A check credit is used by a yes or a no. It is refunded when the check ends unknown, or Search Console answered. */
function settleCheckCredits(tx: Tx, finished: FinishedLook[]): void {
  const paid = Map.groupBy(
    finished.filter((look) => look.credits > 0),
    (look) => look.job_id,
  )
  for (const [job_id, all] of paid) {
    const { used = [], unknown = [], free = [] } = Object.groupBy(all, fateOf)
    const amount = (of: FinishedLook[]) => of.reduce((sum, look) => sum + look.credits, 0)
    if (used.length) consume(tx, { kind: 'check', amount: amount(used), job_id })
    for (const [of, note] of [
      [unknown, `${unknown.length} checks without a result`],
      [free, `${counted(free.length, 'check')} that Search Console answered`],
    ] as const)
      if (of.length) release(tx, { kind: 'check', amount: amount(of), reason: 'refund', job_id, note })
  }
}

const fateOf = ({ indexed, method }: FinishedLook) =>
  indexed === 'unknown' ? 'unknown' : isFree(method) ? 'free' : 'used'

/** Results of a check job: the link keeps the last one, and the job is done with its last check. */
function settleChecks(tx: Tx, looks: FinishedLook[]): void {
  linkStates.markChecked(tx, looks)
  for (const job_id of new Set(looks.map((look) => look.job_id))) {
    jobStates.finishCheck(tx, job_id)
    refreshOutcome(tx, job_id)
  }
}
