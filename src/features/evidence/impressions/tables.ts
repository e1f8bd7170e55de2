import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** How often Google showed a page on a day: of pages that a workspace pushed, where the property serves it. */
export const impressions = sqliteTable(
  'impressions',
  {
    tenant_id: text().notNull(),
    url_hash: integer().notNull(),
    day: text().notNull(),
    property: text().notNull(),
    impressions: integer().notNull(),
  },
  (row) => [primaryKey({ columns: [row.tenant_id, row.url_hash, row.day] }), index('impressions_day').on(row.day)],
)

/** Finished days of properties, each to be read once. `due_at` is null once it was. */
export const impressionDays = sqliteTable(
  'impression_days',
  {
    property: text().notNull(),
    day: text().notNull(),
    due_at: text(),
    tries: integer().notNull().default(0),
    /** Pages that Google named, and those of them that are links here. */
    pages: integer().notNull().default(0),
    ours: integer().notNull().default(0),
    read_at: text(),
    /** Google's words, where it could not be read. */
    why: text(),
  },
  (row) => [
    primaryKey({ columns: [row.property, row.day] }),
    index('impression_days_due').on(row.due_at),
    index('impression_days_day').on(row.day),
  ],
)

export type ImpressionDay = typeof impressionDays.$inferSelect
