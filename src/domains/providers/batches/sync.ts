import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import { readSetting } from '../../../kernel/database/settings.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { pause } from '../../../kernel/scheduling/pause.ts'
import { DAY, HOUR, MINUTE, millis, plus, type Time } from '../../../kernel/time/clock.ts'
import { UpstreamError } from '../../../kernel/web-fetch/upstream-error.ts'
import type { CrawlReport } from '../route.ts'
import { openRoute } from '../settings.ts'
import type { JobSync } from '../shapes.ts'
import type { BatchRow } from '../tables.ts'
import { urlsOf } from './batches.ts'

export const JOB_SYNC_SETTING = 'job_sync'
export const JOB_SYNC_DEFAULT: JobSync = { frequency: 'daily', time: '06:00', tz: 'UTC' }

export const jobSync = (tx: ReadTx): JobSync => readSetting<JobSync>(tx, JOB_SYNC_SETTING) ?? JOB_SYNC_DEFAULT

/** The date of the next crawl status: in one or six hours, or at the next occurrence of the time of day in its zone. */
function nextSyncAt(now: Time, { frequency, time, tz }: JobSync): Time {
  if (frequency === '1h') return plus(now, HOUR)
  if (frequency === '6h') return plus(now, 6 * HOUR)
  const local = new Intl.DateTimeFormat('en-GB', {
    timeZone: tz,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(millis(now))
  const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))
  const ahead = (minutes(time) - minutes(local) + 1440) % 1440
  return plus(now, ahead === 0 ? DAY : ahead * MINUTE)
}

/** Older batches are not asked about any more. */
const WATCHED = 21 * DAY

type SyncScope = { job_id?: string; at_most?: number }

/**
 * Fetches the supplier's report for due batches, or for one job's now, and returns how many. It is only shown, and
 * never moves a credit. All are stored in one commit; those that the signal interrupted stay due.
 */
export async function syncBatches(
  app: App,
  signal: AbortSignal,
  { job_id, at_most = 100 }: SyncScope = {},
): Promise<number> {
  const due = app.db.read((tx) =>
    job_id
      ? tx.rows<BatchRow>("select * from batches where job_id = ? and state = 'sent'", job_id)
      : tx.rows<BatchRow>(
          'select * from batches where report_due_at <= ? order by report_due_at limit ?',
          tx.now,
          at_most,
        ),
  )
  const asked: ReportedBatch[] = []
  for (const batch of due) {
    const report = await reportOf(app, batch, signal)
    await pause()
    if (signal.aborted) break
    asked.push({ batch, report })
  }
  if (asked.length)
    app.db.write((tx) => {
      const schedule = jobSync(tx)
      for (const one of asked) keepReport(tx, one, schedule)
    })
  return asked.length
}

type ReportedBatch = { batch: BatchRow; report: CrawlReport | null }

async function reportOf(app: App, batch: BatchRow, signal: AbortSignal): Promise<CrawlReport | null> {
  if (signal.aborted) return null
  const route = app.db.read((tx) => openRoute(tx, app, batch.route!))
  if (route?.adapter !== batch.adapter || !batch.task_id) return null
  const urls = route.asks_by_url ? await urlsOf(app.db, batch.id) : []
  try {
    const report = await route.report({ task_id: batch.task_id, urls, sent_at: batch.sent_at! }, signal)
    return report && within(app, batch, report)
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    app.log.warn('crawl report could not be fetched', {
      batch: batch.ref,
      failure: error.failure,
      reason: error.message,
    })
    return null
  }
}

/** No supplier bills more links than it was sent: what its report has beyond them is not of this batch. */
function within(app: App, { ref, url_count }: BatchRow, report: CrawlReport): CrawlReport {
  const { indexed, unindexed, billed = indexed } = report
  if (Math.max(indexed + unindexed, billed) <= url_count) return report
  app.log.warn('a crawl report has links that were not sent', {
    batch: ref,
    sent: url_count,
    indexed,
    unindexed,
    billed,
  })
  const kept = Math.min(indexed, url_count)
  return {
    ...report,
    indexed: kept,
    unindexed: Math.min(unindexed, url_count - kept),
    ...(report.billed !== undefined && { billed: Math.min(billed, url_count) }),
  }
}

function keepReport(tx: Tx, { batch, report }: ReportedBatch, schedule: JobSync): void {
  const over = report?.done || plus(batch.sent_at ?? batch.created_at, WATCHED) < tx.now
  tx.run(
    'update batches set report = coalesce(?, report), billed = coalesce(?, billed), report_due_at = ? where id = ?',
    report ? JSON.stringify({ ...report, at: tx.now }) : null,
    report ? (report.billed ?? report.indexed) : null,
    over ? null : nextSyncAt(tx.now, schedule),
    batch.id,
  )
}
