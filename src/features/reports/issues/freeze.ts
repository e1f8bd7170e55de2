/** Freezes the figures of a report: everything its readers see, as one text with its SHA-256. */

import { writeUnwrittenLinks } from '../../../domains/jobs/index.ts'
import { readTenant } from '../../../domains/tenants/index.ts'
import type { ReadTx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { trimmer } from '../../../kernel/operation/shape.ts'
import { hashSecret } from '../../../kernel/secrets/ids.ts'
import type { Time } from '../../../kernel/time/clock.ts'
import { spanIn, zoneOfPeriod } from '../../../kernel/time/month-zones.ts'
import { firstDayOf, lastDayOf } from '../../../kernel/time/periods.ts'
import type { Moments } from '../../../kernel/time/zone-days.ts'
import { monthFigures } from '../months/month-counts.ts'
import { monthDocument } from '../months/month-document.ts'
import type { MonthFigures } from '../months/month-figures.ts'
import { zonesOf } from '../months/zones.ts'
import type { IssueRow } from '../tables.ts'
import { FrozenReport, type ReportFigures, type ReportSummary } from './shapes.ts'

const inOrder = trimmer(FrozenReport)

/** Pages of each part that a frozen report keeps: enough for a reader, and bounded for a month of 100,000. */
const PAGES_KEPT = 500

export type FrozenFigures = {
  figures: string
  figures_sha256: string
  frozen_at: Time
  summary: ReportSummary
  pushes: MonthFigures['pushes']
  missing: MonthFigures['missing']
  span: Moments
  zone: string
}

export async function freeze(
  app: Pick<App, 'db' | 'clock' | 'readers' | 'stillThere'>,
  tenant_id: string,
  period: string,
): Promise<FrozenFigures> {
  const frozen_at = app.clock.now()
  await writeUnwrittenLinks(app, null)
  const counted = monthFigures(app, tenant_id, period)
  const asked = { only: null, page: 1, few: PAGES_KEPT }
  const document = await monthDocument(app, { tenant_id, month: period, asked }, counted)
  const { pages, missing, pushes, credits } = await counted
  return app.db.read((tx) => {
    const zones = zonesOf(tx, tenant_id)
    const span = spanIn(zones, period)
    const before = issueBefore(tx, tenant_id, span.from)
    const summary: ReportSummary = {
      pushed: pages.total,
      visible: pages.visible,
      gained: pages.gained,
      blocked: partOf(document, 'blocked'),
      refunded: credits.returned,
      lost: missing.find(({ cause }) => cause === 'lost')?.pages ?? 0,
      open: partOf(document, 'open'),
      ...lateOf(tx, tenant_id, span, before?.frozen_at ?? null, frozen_at),
      before: before && figuresIn(JSON.parse(before.summary) as ReportSummary),
    }
    const zone = zoneOfPeriod(zones, period)
    const report: FrozenReport = {
      client: readTenant(tx, tenant_id).name,
      period,
      from: firstDayOf(period),
      to: lastDayOf(period),
      time_zone: zone,
      summary,
      document,
    }
    // In the order of the schema, so that the SHA-256 can be computed again from the answer of the API.
    const figures = JSON.stringify(inOrder(report))
    return { figures, figures_sha256: hashSecret(figures), frozen_at, summary, pushes, missing, span, zone }
  })
}

const partOf = ({ parts }: FrozenReport['document'], wanted: string): number =>
  parts.find(({ part }) => part === wanted)?.pages ?? 0

const figuresIn = ({ pushed, visible, gained, blocked, refunded }: ReportSummary): ReportFigures => ({
  pushed,
  visible,
  gained,
  blocked,
  refunded,
})

/** The latest revision of the period that ended where this one begins. */
const issueBefore = (tx: ReadTx, tenant_id: string, starts_at: Time): Pick<IssueRow, 'summary' | 'frozen_at'> | null =>
  tx.row(
    `select summary, frozen_at from report_issues where tenant_id = ? and ends_at = ? order by revision desc limit 1`,
    tenant_id,
    starts_at,
  )

/**
 * Links of earlier periods that became final between the report before and this one. Each moment lies between two
 * reports, so a late link is counted once.
 */
function lateOf(
  tx: ReadTx,
  tenant_id: string,
  { from }: Moments,
  since: Time | null,
  until: Time,
): { late: number; late_visible: number } {
  if (since === null) return { late: 0, late_visible: 0 }
  return tx.row<{ late: number; late_visible: number }>(
    `select count(*) as late, coalesce(sum(l.state = 'indexed'), 0) as late_visible
     from tenants w join tenants t on t.path >= w.path and t.path < w.path || '~'
     join jobs j on j.tenant_id = t.id
     join links l on l.job_id = j.id
     where w.id = ? and not exists (select 1 from foreign_hosts f join tenants o on o.id = f.owner_id
         where f.job_id = l.job_id and f.host = l.host and not (o.path >= w.path and o.path < w.path || '~'))
       and j.type = 'index' and j.deleted_at is null and j.created_at < ? and j.updated_at > ?
       and (l.state = 'indexed' or l.credit = 'released') and l.settled_at > ? and l.settled_at <= ?`,
    tenant_id,
    from,
    since,
    since,
    until,
  )!
}

/** Whether nothing was pushed, became final or left the index. */
export const isEmpty = ({ summary, pushes }: Pick<FrozenFigures, 'summary' | 'pushes'>): boolean =>
  pushes.length === 0 && summary.late === 0 && summary.lost === 0
