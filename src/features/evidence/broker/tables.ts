import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Calls for a property on a day in California, by class of check and workspace. */
export const googleUses = sqliteTable(
  'google_uses',
  {
    property: text().notNull(),
    day: text().notNull(),
    class: integer().notNull(),
    tenant_id: text().notNull(),
    n: integer().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.property, row.day, row.class, row.tenant_id] }),
    index('google_uses_day').on(row.day),
    index('google_uses_tenant').on(row.tenant_id),
  ],
)

/** Days that Google ended before our count did, with the calls that it refused. */
export const googleRefusedDays = sqliteTable(
  'google_refused_days',
  { property: text().notNull(), day: text().notNull(), refused: integer().notNull() },
  (row) => [primaryKey({ columns: [row.property, row.day] }), index('google_refused_days_day').on(row.day)],
)
