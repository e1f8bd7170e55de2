import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Cases that a person marked as seen, with the day and the state that was seen. */
export const seenCases = sqliteTable(
  'seen_cases',
  { user_id: text().notNull(), name: text().notNull(), stamp: text().notNull(), day: text().notNull() },
  (row) => [primaryKey({ columns: [row.user_id, row.name] })],
)

/** When a person marked as seen all that happened in a workspace and below it. */
export const bellMarks = sqliteTable(
  'bell_marks',
  { user_id: text().notNull(), tenant_id: text().notNull(), seen_at: text().notNull() },
  (row) => [primaryKey({ columns: [row.user_id, row.tenant_id] }), index('bell_marks_tenant').on(row.tenant_id)],
)
