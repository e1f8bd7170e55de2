import type { App } from '../../kernel/app.ts'
import { between, DAY, plus, SECOND } from '../../kernel/clock.ts'
import type { Tx } from '../../kernel/database.ts'
import { pause } from '../../kernel/pause.ts'
import { consume, release } from '../credits/index.ts'
import { planPings, SEND_INDEXNOW } from '../indexnow/index.ts'
import { type JobRow, jobStates, linkStates, refreshOutcome, tallyDay } from '../jobs/index.ts'
import { type BatchRow, batchLimit, noteSites, planBatch, type Settlement, sendDue } from '../providers/index.ts'
import { ARCHIVED } from '../tenants/index.ts'
import { nextLookAt } from './guarantee.ts'
import { drawHoldout, watchHoldout } from './holdout.ts'

/** Gives every link that is to be sent its day: all now, or in equal parts over the drip days, in the order given. */
export function planWaves(tx: Tx, job: JobRow): void {
  const held_out = drawHoldout(tx, job)
  const days = Math.max(1, job.drip_days)
  const count = tx.number("select count(*) from links where job_id = ? and state = 'queued'", job.id)
  for (let day = 0; day < days; day++) {
    const part = partOf(count, day, days)
    linkStates.schedule(tx, job.id, plus(tx.now, day * DAY), part)
    if (held_out) watchHoldout(tx, job.id, { day, count: partOf(held_out, day, days) })
  }
}

/** Rounded up: with fewer links than days the first goes today, not on the last day. */
const partOf = (count: number, day: number, days: number): number =>
  Math.ceil(((day + 1) * count) / days) - Math.ceil((day * count) / days)

/** Orders what is due: links become batches, batches go to a supplier. Returns how many batches moved. */
export async function sendLinks(app: App, signal: AbortSignal): Promise<number> {
  const due = app.db.write((tx) => {
    resumePaused(tx)
    // What falls due in an archived workspace waits, and the drip days behind it with it.
    jobStates.pauseDue(tx, ARCHIVED)
    return pushesDue(tx)
  })
  for (const job of due) while (!signal.aborted && app.db.write((tx) => planNext(tx, app, job)) > 0) await pause()
  return sendDue(app, signal, settlementOf(app))
}

type Push = { job_id: string; tenant_id: string }

const pushesDue = (tx: Tx): Push[] =>
  tx.rows<Push>(
    `select distinct l.job_id, j.tenant_id from links l join jobs j on j.id = l.job_id
     where l.due_at <= ? and l.state = 'scheduled' and l.batch_id is null and j.paused_since is null`,
    tx.now,
  )

/** Puts links of a push whose time has come into one batch of what every supplier in use takes. Says how many. */
function planNext(tx: Tx, app: App, { job_id, tenant_id }: Push): number {
  const url_count = tx.number(
    `select count(*) from (select 1 from links where job_id = ? and state = 'scheduled' and due_at <= ? and batch_id is null limit ?)`,
    job_id,
    tx.now,
    batchLimit(tx, app),
  )
  if (url_count === 0) return 0
  const batch = planBatch(tx, { job_id, tenant_id, url_count })
  linkStates.putIntoBatch(tx, job_id, batch, url_count)
  noteSites(tx, batch)
  return url_count
}

/** A workspace that is back goes on where it stopped: every drip day moves by the time that it waited. */
function resumePaused(tx: Tx): void {
  const back = tx.rows<{ id: string; paused_since: string }>(
    `select id, paused_since from jobs where paused_since is not null and tenant_id not in ${ARCHIVED}`,
  )
  for (const { id, paused_since } of back) {
    linkStates.shiftSchedule(tx, id, between(paused_since, tx.now) / SECOND)
    jobStates.endPause(tx, id)
  }
}

function settlementOf(app: App): Settlement {
  return {
    sent: (tx, batch, { rejected }) => settleSent(app, tx, batch, rejected),
    refused: (tx, batch, why) => settleRefused(tx, batch, why),
    waiting: (tx, batch, why) => {
      jobStates.noteWaitingToSend(tx, batch.job_id, why)
    },
  }
}

/** A batch was taken: its links are sent, their looks are due, hosts with IndexNow get their ping. */
function settleSent(app: App, tx: Tx, batch: BatchRow, rejected: { url: string; reason: string }[]): void {
  const job = tx.row<JobRow>('select * from jobs where id = ?', batch.job_id)!
  failLinks(tx, job, batch, rejected)
  linkStates.markSent(tx, batch.id, nextLookAt(tx.now, 0))
  const sent = tx.rows<{ id: number; url: string; guarantee: number }>(
    "select id, url, guarantee from links where batch_id = ? and state = 'sent' order by id",
    batch.id,
  )
  tallyDay(tx, job.tenant_id, { sent: sent.length })
  const uncovered = sent.filter((link) => !link.guarantee).length
  if (uncovered) consume(tx, { tenant_id: job.tenant_id, kind: 'index', amount: uncovered, job_id: job.id })
  jobStates.noteSent(tx, job.id, batch.simulated)
  const pings = planPings(tx, { tenant_id: job.tenant_id, job_id: job.id, force: job.indexnow_force === 1 }, sent)
  if (pings) tx.afterCommit(() => app.wake(SEND_INDEXNOW))
  jobStates.finishIfSettled(tx, job.id)
  refreshOutcome(tx, job.id)
}

/** What the supplier said stands on the batch, for the operator; the link's reason is read by an agency's clients. */
function settleRefused(tx: Tx, batch: BatchRow, reason: string): void {
  const job = tx.row<JobRow>('select * from jobs where id = ?', batch.job_id)!
  const urls = tx.rows<{ url: string }>("select url from links where batch_id = ? and state = 'scheduled'", batch.id)
  failLinks(
    tx,
    job,
    batch,
    urls.map(({ url }) => ({ url, reason })),
  )
  jobStates.finishIfSettled(tx, job.id)
  refreshOutcome(tx, job.id)
}

/** Links that the supplier would not take: failed, and their credits come back. */
function failLinks(tx: Tx, job: JobRow, batch: BatchRow, rejected: { url: string; reason: string }[]): void {
  if (rejected.length === 0) return
  const failed = linkStates.markFailed(tx, batch.id, rejected)
  if (failed === 0) return
  const note = `${failed} not taken by the crawl supplier`
  release(tx, { tenant_id: job.tenant_id, kind: 'index', amount: failed, reason: 'release', job_id: job.id, note })
}
