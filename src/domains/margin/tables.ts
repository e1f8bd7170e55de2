import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The supplier's invoice of a month, beside our own count. */
export const reconciliations = sqliteTable('reconciliations', {
  month: text().primaryKey(),
  billed_count: integer(),
  note: text(),
  updated_at: text().notNull(),
})

export type ReconciliationRow = typeof reconciliations.$inferSelect
