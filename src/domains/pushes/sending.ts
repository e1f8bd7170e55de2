import type { Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { pause } from '../../kernel/scheduling/pause.ts'
import { inSteps } from '../../kernel/scheduling/steps.ts'
import { between, SECOND } from '../../kernel/time/clock.ts'
import { consume, release } from '../credits/index.ts'
import { planPings, SEND_INDEXNOW } from '../indexnow/index.ts'
import { type JobRow, jobStates, linkCounts, linkStates, refreshOutcome, tally } from '../jobs/index.ts'
import {
  type BatchRow,
  batchLimit,
  beginBatch,
  closeBatch,
  lostSince,
  openBatch,
  type Settlement,
  sendDue,
} from '../providers/index.ts'
import { ARCHIVED } from '../tenants/index.ts'
import { nextLookAt } from './guarantee.ts'

/** Sends due links: links become batches, batches go to a supplier. Returns how many batches moved. */
export async function sendLinks(app: App, signal: AbortSignal): Promise<number> {
  await resumePaused(app, signal)
  // Due links of an archived workspace wait, and their later drip days with them.
  app.db.write((tx) => jobStates.pauseDue(tx, ARCHIVED))
  for await (const job_id of pushesDue(app, signal)) {
    if (app.db.write((tx) => jobStates.pauseLate(tx, job_id))) await resumePaused(app, signal)
    while (!signal.aborted && app.db.write((tx) => jobStates.isGoing(tx, job_id)))
      if ((await inSteps(app.db, signal, (tx, limit) => planNext(tx, app, job_id, limit))) === 0) break
  }
  return sendDue(app, signal, settlementOf(app))
}

const PUSHES = 20

async function* pushesDue({ db }: App, signal: AbortSignal): AsyncGenerator<string> {
  for (let after = ''; !signal.aborted; ) {
    const some = db.write((tx) => jobStates.pushesDue(tx, after, PUSHES))
    yield* some
    if (some.length < PUSHES) return
    after = some.at(-1)!
    await pause()
  }
}

/** Puts the next due links into a batch that every supplier in use accepts; no call is made until it is filled. */
function planNext(tx: Tx, app: App, job_id: string, limit: number): number {
  if (!jobStates.isGoing(tx, job_id)) return 0
  const open = openBatch(tx, job_id)
  if (!open && jobStates.waitsForPart(tx, job_id)) return 0
  const most = batchLimit(tx, app)
  // An order that may have been lost is looked up by its links, which were due together.
  const due = open
    ? 0
    : lostSince(tx, job_id)
      ? linkCounts.countDueTogether(tx, job_id, most)
      : linkCounts.countDue(tx, job_id, most)
  if (!open && due === 0) return 0
  const batch = open ?? beginBatch(tx, { job_id, url_count: due })
  const left = batch.url_count - linkCounts.countIn(tx, batch.id)
  const wanted = Math.min(limit, left)
  const put = linkStates.putIntoBatch(tx, job_id, batch.id, wanted)
  if (put < wanted || wanted === left) closeBatch(tx, batch.id)
  return put
}

/** A restored workspace, or a push that missed days, goes on where it stopped: every drip day moves by that time. */
async function resumePaused({ db }: App, signal: AbortSignal): Promise<void> {
  for (;;) {
    const push = db.write((tx) => jobStates.nextToResume(tx, ARCHIVED))
    if (!push || signal.aborted) return
    await inSteps(db, signal, shiftDays)
  }
}

function shiftDays(tx: Tx, limit: number): number {
  const push = jobStates.nextToResume(tx, ARCHIVED)
  if (!push) return 0
  const { id, first_link, last_link, paused_since } = push
  const after = Math.max(push.resumed_link, first_link - 1)
  const resumed_at = push.resumed_at ?? tx.now
  const waited = between(paused_since, resumed_at) / SECOND
  const { moved, last } = linkStates.shiftSchedule(tx, { id, last_link, after }, waited, limit)
  if (moved < limit) jobStates.endPause(tx, id)
  else jobStates.resume(tx, id, resumed_at, last)
  return moved
}

function settlementOf(app: App): Settlement {
  return {
    rejected: (tx, batch, rejected) => failLinks(tx, batch, rejected),
    sent: (tx, batch, limit) => sendSome(tx, batch, limit),
    refused: (tx, batch, why, limit) => refuseSome(tx, batch, why, limit),
    settled(tx, { job_id }) {
      jobStates.finishIfSettled(tx, job_id)
      refreshOutcome(tx, job_id)
      tx.afterCommit(() => app.wake(SEND_INDEXNOW))
    },
    waiting: (tx, batch, why) => {
      jobStates.noteWaitingToSend(tx, batch.job_id, why)
    },
  }
}

/** The supplier accepted a batch: its next links are sent, get dates for checks, and are announced to IndexNow. */
function sendSome(tx: Tx, { id, job_id, tenant_id, sent_at, simulated }: BatchRow, limit: number): number {
  const since = sent_at ?? tx.now
  const sent = linkStates.markSent(tx, { id, sent_at: since, next_look_at: nextLookAt(since, 0) }, limit)
  if (sent.length === 0) return 0
  tally(tx, tenant_id, { sent: sent.length }, since)
  const uncovered = sent.filter((link) => !link.guarantee).length
  if (uncovered) consume(tx, { kind: 'index', amount: uncovered, job_id }, since)
  jobStates.noteSent(tx, job_id, simulated)
  const { indexnow, indexnow_force, skip_flagged } = tx.row<JobRow>('select * from jobs where id = ?', job_id)!
  // A push that skips links which Google may not show also skips, for Bing, those which Bing may not show.
  const for_bing = skip_flagged ? sent.filter(({ bing_may }) => bing_may) : sent
  if (indexnow) planPings(tx, { tenant_id, job_id, force: indexnow_force === 1, since }, for_bing)
  return sent.length
}

/** The supplier's words stay on the batch, for the operator; clients read the link's reason, without its name. */
function refuseSome(tx: Tx, batch: BatchRow, reason: string, limit: number): number {
  const rejected = linkStates.unsentOf(tx, batch.id, limit).map(({ url }) => ({ url, reason }))
  failLinks(tx, batch, rejected)
  return rejected.length
}

/** Links that the supplier rejected are failed and refunded. */
function failLinks(tx: Tx, { id, job_id }: BatchRow, rejected: { url: string; reason: string }[]): void {
  if (rejected.length === 0) return
  const failed = linkStates.markFailed(tx, { id, job_id }, rejected)
  if (failed === 0) return
  const note = `${failed} rejected by the crawl supplier`
  release(tx, { kind: 'index', amount: failed, reason: 'release', job_id, note })
}
