import { and, eq } from 'drizzle-orm'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { packSaid, type Said, said } from '../../kernel/language/say.ts'
import type { App } from '../../kernel/operation/app.ts'
import { taskName } from '../../kernel/scheduling/task.ts'
import { DAY, MINUTE, plus, type Time } from '../../kernel/time/clock.ts'
import { type ClockRepair, futureTimes, PAST } from '../../kernel/time/clock-repair.ts'
import { UpstreamError } from '../../kernel/web-fetch/upstream-error.ts'
import type { JobRows } from '../jobs/index.ts'
import type { IndexNowAnswer, IndexNowSubmission } from './endpoint.ts'
import { splitRefused } from './split.ts'
import { indexnowSubmissions, type SubmissionRow } from './tables.ts'
import { judgeAnswer, judgeFailure, type SubmissionVerdict } from './verdict.ts'

export const SEND_INDEXNOW = taskName('send_indexnow')

/** A submission claimed by one run; `attempts` includes this attempt. */
type Claimed = SubmissionRow & { submission: IndexNowSubmission }

/** Longer than any call: an attempt that a crash interrupted is repeated after it. */
const CLAIM = 5 * MINUTE
const ANSWER_KEPT = 500

/** Claims due submissions, so that no other run sends them too. */
export function claimDue(tx: Tx, limit: number): Claimed[] {
  const rows = tx.rows<SubmissionRow>(
    `update indexnow_submissions set attempts = attempts + 1, next_attempt_at = ?1 where id in
       (select id from indexnow_submissions where next_attempt_at <= ?2 order by next_attempt_at limit ?3) returning *`,
    plus(tx.now, CLAIM),
    tx.now,
    limit,
  )
  return rows.map((row) => ({ ...row, submission: submissionOf(tx, row) }))
}

/** Stores the result of an attempt, and when to try again. */
export function settle(tx: Tx, claimed: Claimed, got: IndexNowAnswer | UpstreamError): void {
  const failed = got instanceof UpstreamError
  const verdict = failed ? judgeFailure(got, claimed.attempts) : judgeAnswer(got, claimed.attempts)
  const result = {
    answer_status: failed ? null : got.status,
    answer: failed ? null : got.body.slice(0, ANSWER_KEPT),
    explanation: packSaid(verdict.explanation),
    next_attempt_at: verdict.wait === undefined ? null : plus(tx.now, verdict.wait),
  }
  tx.run(
    "update indexnow_submissions set log = json_insert(log, '$[#]', json(?)) where id = ?",
    JSON.stringify({ at: tx.now, attempt: claimed.attempts, ...result }),
    claimed.id,
  )
  if (!failed && got.status === 422 && !got.page && isQueued(tx, claimed.id))
    if (splitRefused(tx, claimed, got.body, packSaid(inParts(verdict.explanation)))) return
  // A withdrawn submission is not retried, but a received one counts as received.
  const received = verdict.status === 'received'
  const { id, status } = indexnowSubmissions
  const moved = tx.orm
    .update(indexnowSubmissions)
    .set({ status: verdict.status, ...result, sent_at: received ? tx.now : null })
    .where(and(eq(id, claimed.id), received ? undefined : eq(status, 'queued')))
    .returning({ id })
    .get()
  if (moved && verdict.status !== 'queued') settleUrls(tx, claimed.id, verdict, tx.now)
}

const inParts = (explanation: Said) => said('{explanation} Sent again in parts.', { explanation })

const isQueued = (tx: ReadTx, id: string): boolean =>
  tx.row("select 1 from indexnow_submissions where id = ? and status = 'queued'", id) !== null

function submissionOf(tx: ReadTx, { id, host, key, key_location }: SubmissionRow): IndexNowSubmission {
  const rows = tx.rows<{ url: string }>('select url from indexnow_urls where submission_id = ? order by id', id)
  return { host, key, key_location, urls: rows.map(({ url }) => url) }
}

function settleUrls(tx: Tx, id: string, { status }: SubmissionVerdict, at: Time): void {
  const state = status === 'received' ? 'sent' : status
  tx.run('update indexnow_urls set state = ?, at = ? where submission_id = ?', state, at, id)
}

const AT_ONCE = 4

export async function sendSubmissions(app: App, signal: AbortSignal): Promise<number> {
  let sent = 0
  if (app.config.passive) return sent
  while (!signal.aborted) {
    const claimed = app.db.write((tx) => claimDue(tx, AT_ONCE))
    if (claimed.length === 0) break
    await Promise.all(claimed.map((submission) => send(app, submission, signal)))
    sent += claimed.length
  }
  return sent
}

async function send(app: App, claimed: Claimed, signal: AbortSignal): Promise<void> {
  const got = await answerTo(app, claimed, signal)
  app.db.write((tx) => settle(tx, claimed, got))
}

async function answerTo(
  app: App,
  { submission }: Claimed,
  signal: AbortSignal,
): Promise<IndexNowAnswer | UpstreamError> {
  try {
    return await app.indexnow.submit(submission, signal)
  } catch (error) {
    if (error instanceof UpstreamError) return error
    throw error
  }
}

/** Removes the pings of a deleted job, then its submissions. */
export const PINGS_OF_JOBS: JobRows = {
  forget: (tx, job_id, limit) => Math.max(...FORGET.map((sql) => tx.run(sql, job_id, limit))),
}

const FORGET = [
  'delete from indexnow_urls where id in (select id from indexnow_urls where job_id = ? limit ?)',
  `delete from indexnow_submissions where id in (
     select id from indexnow_submissions where job_id = ?1 and not exists (select 1 from indexnow_urls where job_id = ?1) limit ?2)`,
]

/** Repairs of submissions and sites with a time in the future, which would otherwise wait for it. */
export const PINGS_IN_FUTURE: readonly ClockRepair[] = [
  futureTimes('indexnow_submissions', 'id', 'next_attempt_at', 2 * DAY),
  futureTimes('indexnow_sites', 'id', 'checked_at', PAST),
]

export const newestSubmissions = (tx: ReadTx, site_id: string, limit: number): unknown[] =>
  tx.rows('select * from indexnow_submissions where site_id = ? order by id desc limit ?', site_id, limit)

/** Pings follow a push to another workspace; those that wait go out with the key that they were planned with. */
export const movePings = (tx: Tx, job_id: string, to: string): number =>
  tx.run('update indexnow_submissions set tenant_id = ? where job_id = ?', to, job_id)
