import { blob, index, integer, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core'
import { ISSUE_STATES, REPORT_MODES, REPORT_PERIODS } from './words.ts'

/** When and how a workspace's reports are made and sent. No row: off. */
export const reportSchedules = sqliteTable('report_schedules', {
  tenant_id: text().primaryKey(),
  mode: text({ enum: REPORT_MODES }).notNull(),
  day: integer().notNull(),
  first_working_day: integer().notNull(),
  hour: integer().notNull(),
  /** JSON: zones by the first month in which each holds. */
  zones: text().notNull(),
  period: text({ enum: REPORT_PERIODS }).notNull(),
  sections: text().notNull(),
  attach_pdf: integer().notNull(),
  skip_empty: integer().notNull(),
  approvers: text().notNull(),
  automatic_by: text(),
  next_period: text(),
  next_draft_at: text(),
  created_at: text().notNull(),
  updated_at: text().notNull(),
})

/** A report of one period with its figures as they were. A correction is the next revision. */
export const reportIssues = sqliteTable(
  'report_issues',
  {
    id: text().primaryKey(),
    tenant_id: text().notNull(),
    period: text().notNull(),
    revision: integer().notNull(),
    state: text({ enum: ISSUE_STATES }).notNull(),
    zone: text().notNull(),
    starts_at: text().notNull(),
    ends_at: text().notNull(),
    due_at: text().notNull(),
    send_at: text(),
    expires_at: text().notNull(),
    /** When a task checks it again. */
    next_at: text(),
    reminded_at: text(),
    approved_by: text(),
    approved_at: text(),
    closed_at: text(),
    reason: text(),
    comment: text().notNull(),
    contact: text().notNull(),
    sections: text().notNull(),
    summary: text().notNull(),
    figures_sha256: text().notNull(),
    frozen_at: text().notNull(),
    created_at: text().notNull(),
    updated_at: text().notNull(),
    figures: text().notNull(),
    pdf: blob().$type<Uint8Array>(),
  },
  (table) => [
    unique().on(table.tenant_id, table.period, table.revision),
    index('report_issues_state').on(table.state, table.tenant_id, table.period),
  ],
)

export type ScheduleRow = typeof reportSchedules.$inferSelect
export type IssueRow = typeof reportIssues.$inferSelect
