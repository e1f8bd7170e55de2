import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** A shared link to one job's report. A stopped one stays, so that its address can say so. */
export const reportLinks = sqliteTable('report_links', {
  id: text().primaryKey(),
  job_id: text().notNull(),
  token_hash: text().notNull(),
  token_sealed: text().notNull(),
  created_at: text().notNull(),
  stopped_at: text(),
})

export type ReportLinkRow = typeof reportLinks.$inferSelect

/** Things on the dashboard that a person marked as seen on a day of theirs, as they were then. */
export const seenCases = sqliteTable(
  'seen_cases',
  {
    user_id: text().notNull(),
    name: text().notNull(),
    stamp: text().notNull(),
    day: text().notNull(),
  },
  (row) => [primaryKey({ columns: [row.user_id, row.name] })],
)
