import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The supplier's invoice of a month, beside our own count. */
export const reconciliations = sqliteTable('reconciliations', {
  month: text().primaryKey(),
  billed_count: integer(),
  note: text(),
  updated_at: text().notNull(),
})

export type ReconciliationRow = typeof reconciliations.$inferSelect

/** The price that a client pays its agency from a day on. */
export const clientPrices = sqliteTable(
  'client_prices',
  {
    tenant_id: text().notNull(),
    day: text().notNull(),
    set_at: text().notNull(),
    usd_month: real(),
    usd_credit: real(),
  },
  (row) => [primaryKey({ columns: [row.tenant_id, row.day] })],
)
