import type { App } from '../app.ts'
import { DAY, HOUR, MINUTE, millis, plus, type Time } from '../kernel/clock.ts'
import type { ReadTx } from '../kernel/database.ts'
import { readSetting } from '../kernel/settings.ts'
import { UpstreamError } from '../kernel/upstream-error.ts'
import { urlsOf } from './campaigns.ts'
import type { CrawlReport } from './route.ts'
import { openRoute } from './settings.ts'
import type { CampaignRow } from './tables.ts'

export type JobSyncSchedule = { frequency: 'daily' | '6h' | '1h'; time: string; tz: string }

export const JOB_SYNC_SETTING = 'job_sync'
export const JOB_SYNC_DEFAULT: JobSyncSchedule = { frequency: 'daily', time: '06:00', tz: 'UTC' }

export const jobSync = (tx: ReadTx): JobSyncSchedule =>
  readSetting<JobSyncSchedule>(tx, JOB_SYNC_SETTING) ?? JOB_SYNC_DEFAULT

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** When the next crawl status is wanted: in one or six hours, or at the next occurrence of the time of day in its zone. */
export function nextSyncAt(now: Time, { frequency, time, tz }: JobSyncSchedule): Time {
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

/** Batches older than this are not asked about any more. */
const WATCHED = 21 * DAY

/** Fetches the supplier's own report of batches that are due (or of one job's, now). It is shown, and never moves a credit. */
export async function syncCampaigns(app: App, signal: AbortSignal, job_id: string | null = null): Promise<number> {
  const due = app.db.read((tx) =>
    job_id
      ? tx.rows<CampaignRow>("select * from campaigns where job_id = ? and state = 'sent'", job_id)
      : tx.rows<CampaignRow>(
          'select * from campaigns where report_due_at <= ? order by report_due_at limit 100',
          tx.now,
        ),
  )
  for (const campaign of due) if (!signal.aborted) await sync(app, campaign, signal)
  return due.length
}

async function sync(app: App, campaign: CampaignRow, signal: AbortSignal): Promise<void> {
  const { route, urls } = app.db.read((tx) => ({
    route: openRoute(tx, app, campaign.route!),
    urls: urlsOf(tx, campaign.id),
  }))
  let report: CrawlReport | null = null
  try {
    if (route?.adapter === campaign.adapter && campaign.task_id)
      report = await route.report({ task_id: campaign.task_id, urls, sent_at: campaign.sent_at! }, signal)
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    app.log.warn('crawl report could not be fetched', {
      batch: campaign.ref,
      failure: error.failure,
      reason: error.message,
    })
  }
  app.db.write((tx) => {
    const over = report?.done || plus(campaign.sent_at ?? campaign.created_at, WATCHED) < tx.now
    return tx.run(
      'update campaigns set report = coalesce(?, report), billed = coalesce(?, billed), report_due_at = ? where id = ?',
      report
        ? JSON.stringify({
            status: report.status,
            done: report.done,
            indexed: report.indexed.length,
            unindexed: report.unindexed.length,
            at: tx.now,
          })
        : null,
      report ? report.indexed.length : null,
      over ? null : nextSyncAt(tx.now, jobSync(tx)),
      campaign.id,
    )
  })
}
