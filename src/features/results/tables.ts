import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Notes of people on the axis of the results. */
export const resultNotes = sqliteTable(
  'result_notes',
  {
    id: text().primaryKey(),
    tenant_id: text().notNull(),
    day: text().notNull(),
    text: text().notNull(),
    created_by: text().notNull(),
    created_at: text().notNull(),
  },
  (row) => [index('result_notes_days').on(row.tenant_id, row.day)],
)
