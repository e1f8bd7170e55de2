import { MINUTE, plus, type Time } from '../kernel/clock.ts'
import type { ReadTx, Tx } from '../kernel/database.ts'
import { UpstreamError } from '../kernel/upstream-error.ts'
import type { IndexNowAnswer, IndexNowBatch } from './endpoint.ts'
import type { SubmissionRow } from './tables.ts'
import { judgeAnswer, judgeFailure, type Verdict } from './verdict.ts'

/** A submission that one run has taken on; `attempts` counts this attempt. */
export type Claimed = SubmissionRow & { batch: IndexNowBatch }

/** Longer than any call lasts: an attempt that a crash cut off is made again after it. */
const CLAIM = 5 * MINUTE
const ANSWER_KEPT = 500

/** Ids of submissions that are due, the oldest first. */
export const dueSubmissions = (tx: ReadTx, limit: number): string[] =>
  tx
    .rows<{ id: string }>(
      'select id from indexnow_submissions where next_attempt_at <= ? order by next_attempt_at limit ?',
      tx.now,
      limit,
    )
    .map(({ id }) => id)

/** Takes a due submission on before it is sent, so that no other run sends it meanwhile; null when one already has. */
export function claim(tx: Tx, id: string): Claimed | null {
  const row = tx.row<SubmissionRow>(
    `update indexnow_submissions set attempts = attempts + 1, next_attempt_at = ?
     where id = ? and next_attempt_at <= ? returning *`,
    plus(tx.now, CLAIM),
    id,
    tx.now,
  )
  if (!row) return null
  const { host, key, key_location } = row
  const urls = tx
    .rows<{ url: string }>('select url from indexnow_urls where submission_id = ? order by id', id)
    .map(({ url }) => url)
  return { ...row, batch: { host, key, key_location, urls } }
}

/** Writes down what an attempt came to, and when the next one is due if there is to be one. */
export function settle(tx: Tx, claimed: Claimed, got: IndexNowAnswer | UpstreamError): void {
  const failed = got instanceof UpstreamError
  const verdict = failed ? judgeFailure(got, claimed.attempts) : judgeAnswer(got, claimed.attempts)
  const answer_status = failed ? null : got.status
  const answer = failed ? null : got.body.slice(0, ANSWER_KEPT)
  const next_attempt_at = verdict.wait === undefined ? null : plus(tx.now, verdict.wait)
  const line = {
    at: tx.now,
    attempt: claimed.attempts,
    answer_status,
    answer,
    explanation: verdict.explanation,
    next_attempt_at,
  }
  // Withdrawn meanwhile: nothing is to follow, but what came of this attempt is the truth.
  const moved = tx.run(
    `update indexnow_submissions set status = ?, next_attempt_at = ?, answer_status = ?, answer = ?, explanation = ?,
       log = json_insert(log, '$[#]', json(?)), sent_at = ?
     where id = ? and attempts = ? and (status = 'queued' or ?)`,
    verdict.status,
    next_attempt_at,
    answer_status,
    answer,
    verdict.explanation,
    JSON.stringify(line),
    verdict.status === 'received' ? tx.now : null,
    claimed.id,
    claimed.attempts,
    verdict.status === 'received' ? 1 : 0,
  )
  if (moved && verdict.status !== 'queued') settleUrls(tx, claimed.id, verdict, tx.now)
}

function settleUrls(tx: Tx, id: string, { status }: Verdict, at: Time): void {
  const state = status === 'received' ? 'sent' : status
  tx.run('update indexnow_urls set state = ?, at = ? where submission_id = ?', state, at, id)
}
