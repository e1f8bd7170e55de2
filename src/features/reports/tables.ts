import { index, integer, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core'

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
