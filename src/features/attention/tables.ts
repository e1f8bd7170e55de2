import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Cases that a person marked as seen, with the day and the state that was seen. */
export const seenCases = sqliteTable(
  'seen_cases',
  { user_id: text().notNull(), name: text().notNull(), stamp: text().notNull(), day: text().notNull() },
  (row) => [primaryKey({ columns: [row.user_id, row.name] })],
)
