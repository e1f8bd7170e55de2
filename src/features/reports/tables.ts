import { blob, index, integer, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core'
import { DELIVERY_STATES, ISSUE_STATES, RECIPIENT_STATUSES, REPORT_MODES, REPORT_PERIODS } from './words.ts'

/** A shared address of one job's report. A stopped one stays, so that its page can say so. */
export const reportLinks = sqliteTable('report_links', {
  id: text().primaryKey(),
  job_id: text().notNull(),
  token_hash: text().notNull(),
  token_sealed: text().notNull(),
  created_at: text().notNull(),
  stopped_at: text(),
})

/** A workspace's monthly report: the agency's words. The numbers are counted when it is opened. */
export const monthReports = sqliteTable(
  'month_reports',
  {
    id: text().primaryKey(),
    tenant_id: text().notNull(),
    month: text().notNull(),
    comment: text().notNull(),
    contact: text().notNull(),
    created_at: text().notNull(),
    updated_at: text().notNull(),
  },
  (table) => [unique().on(table.tenant_id, table.month)],
)

/** An address of a month's live figures, or of an issue as one recipient got it. A stopped one stays, to say so. */
export const monthReportLinks = sqliteTable(
  'month_report_links',
  {
    id: text().primaryKey(),
    report_id: text().references(() => monthReports.id, { onDelete: 'cascade' }),
    issue_id: text(),
    recipient_id: text(),
    token_hash: text().notNull().unique(),
    token_sealed: text().notNull(),
    opened: integer().notNull().default(0),
    opened_at: text(),
    created_at: text().notNull(),
    stopped_at: text(),
  },
  (table) => [index('month_report_links_report').on(table.report_id, table.stopped_at)],
)

export type ReportLinkRow = typeof reportLinks.$inferSelect

/** The public page of a workspace; `origins` is a JSON list of the sites that may embed it. */
export const portals = sqliteTable('portals', {
  tenant_id: text().primaryKey(),
  token_hash: text().notNull().unique(),
  token_sealed: text().notNull(),
  origins: text().notNull(),
  created_at: text().notNull(),
  updated_at: text().notNull(),
})

/** A question about a page that waits for an answer; `email` is the address that gets it. */
export const pageQuestions = sqliteTable(
  'page_questions',
  {
    id: text().primaryKey(),
    tenant_id: text().notNull(),
    url: text().notNull(),
    text: text().notNull(),
    email: text().notNull(),
    asked_at: text().notNull(),
  },
  (table) => [index('page_questions_tenant').on(table.tenant_id, table.id)],
)

export type PageQuestionRow = typeof pageQuestions.$inferSelect
export type PortalRow = typeof portals.$inferSelect
export type MonthReportRow = typeof monthReports.$inferSelect
export type MonthReportLinkRow = typeof monthReportLinks.$inferSelect

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
    /** Language of all that its readers get; null: English, with dates in UTC, as all were. */
    language: text(),
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

/** People who get the reports of a workspace. */
export const reportRecipients = sqliteTable(
  'report_recipients',
  {
    id: text().primaryKey(),
    tenant_id: text().notNull(),
    email: text().notNull(),
    name: text().notNull(),
    pdf: integer().notNull(),
    status: text({ enum: RECIPIENT_STATUSES }).notNull(),
    /** How they agreed. */
    consent: text(),
    token_hash: text().unique(),
    asked_at: text(),
    status_at: text().notNull(),
    answer: text(),
    created_at: text().notNull(),
    updated_at: text().notNull(),
    removed_at: text(),
  },
  (table) => [unique().on(table.tenant_id, table.email)],
)

/** The letter of one issue to one recipient: one row, so it is sent once. */
export const reportDeliveries = sqliteTable(
  'report_deliveries',
  {
    id: text().primaryKey(),
    issue_id: text().notNull(),
    recipient_id: text()
      .notNull()
      .references(() => reportRecipients.id, { onDelete: 'cascade' }),
    mail_id: text(),
    link_id: text(),
    state: text({ enum: DELIVERY_STATES }).notNull(),
    at: text().notNull(),
    answer: text(),
  },
  (table) => [
    unique().on(table.issue_id, table.recipient_id),
    index('report_deliveries_recipient').on(table.recipient_id, table.at),
  ],
)

export type RecipientRow = typeof reportRecipients.$inferSelect
export type DeliveryRow = typeof reportDeliveries.$inferSelect
