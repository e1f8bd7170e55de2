/** Monthly reports: the agency's words, the sharing, and whether they were opened. */

import type { Static } from 'typebox'
import type { MonthReport } from '../../../domains/jobs/index.ts'
import { below } from '../../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import { newId } from '../../../kernel/secrets/ids.ts'
import type { Time } from '../../../kernel/time/clock.ts'
import { type MonthReportRow, monthReports } from '../tables.ts'
import { monthsOf } from './month-pushes.ts'

type Words = Pick<MonthReportRow, 'comment' | 'contact'>

export type MonthReportFacts = Static<typeof MonthReport>

type ReportWithCounts = MonthReportRow & {
  opened: number
  opened_at: Time | null
  shared_at: Time | null
  links: number
}

const FOUND = `select r.*, coalesce(sum(l.opened), 0) as opened, max(l.opened_at) as opened_at,
    max(l.created_at) filter (where l.stopped_at is null) as shared_at, count(l.id) as links
  from month_reports r left join month_report_links l on l.report_id = r.id`

/** A workspace's report of a month, with or without a row. */
export function monthReport(tx: ReadTx, tenant_id: string, month: string): MonthReportFacts {
  const found = tx.row<ReportWithCounts>(
    `${FOUND} where r.tenant_id = ? and r.month = ? group by r.id`,
    tenant_id,
    month,
  )
  return found ? shown(found) : { ...NO_REPORT, tenant_id, month }
}

export function monthReportsIn(tx: ReadTx, path: string, month: string): Map<string, MonthReportFacts> {
  const rows = tx.rows<ReportWithCounts>(
    `${FOUND} join tenants t on t.id = r.tenant_id where t.path > ? and t.path < ? and r.month = ? group by r.id`,
    ...below(path),
    month,
  )
  return new Map(rows.map((row) => [row.tenant_id, shown(row)]))
}

/** Every month with a push or a report, latest first. */
export function monthReportsOf(tx: ReadTx, tenant_id: string): (MonthReportFacts & { pushes: number })[] {
  const pushes = new Map(monthsOf(tx, tenant_id).map((one) => [one.month, one.pushes]))
  const rows = tx.rows<ReportWithCounts>(`${FOUND} where r.tenant_id = ? group by r.id`, tenant_id)
  const reports = new Map(rows.map((row) => [row.month, shown(row)]))
  return [...new Set([...pushes.keys(), ...reports.keys()])]
    .sort()
    .reverse()
    .map((month) => ({ ...(reports.get(month) ?? { ...NO_REPORT, tenant_id, month }), pushes: pushes.get(month) ?? 0 }))
}

/** The latest month whose report is shared. */
export const newestReport = (tx: ReadTx, tenant_id: string): MonthReportFacts | null =>
  tx
    .rows<ReportWithCounts>(`${FOUND} where r.tenant_id = ? group by r.id order by r.month desc`, tenant_id)
    .map(shown)
    .find(({ state }) => state === 'shared') ?? null

export const NO_REPORT = {
  state: 'new',
  comment: '',
  contact: '',
  opened: 0,
  opened_at: null,
  shared_at: null,
} as const

const shown = ({ links, ...row }: ReportWithCounts): MonthReportFacts => ({
  ...row,
  state: row.shared_at ? 'shared' : links > 0 ? 'stopped' : 'draft',
})

/** The contact on the latest shared month that names one; else empty. */
export const contactOf = (tx: ReadTx, tenant_id: string): string =>
  tx.row<{ contact: string }>(
    `select contact from month_reports r where tenant_id = ? and contact <> '' and exists (
       select 1 from month_report_links where report_id = r.id and stopped_at is null) order by month desc limit 1`,
    tenant_id,
  )?.contact ?? ''

/** Stores the agency's words about a month; omitted parts stay. */
export function writeMonthReport(
  tx: Tx,
  tenant_id: string,
  month: string,
  { comment, contact }: Partial<Words>,
): MonthReportRow {
  return tx.orm
    .insert(monthReports)
    .values({
      id: newId(),
      tenant_id,
      month,
      comment: comment ?? '',
      contact: contact ?? '',
      created_at: tx.now,
      updated_at: tx.now,
    })
    .onConflictDoUpdate({
      target: [monthReports.tenant_id, monthReports.month],
      set: { comment, contact, updated_at: tx.now },
    })
    .returning()
    .get()
}
