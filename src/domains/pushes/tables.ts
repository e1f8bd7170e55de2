import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** When each URL was last pushed, by hand or by rule. */
export const sentUrls = sqliteTable(
  'sent_urls',
  {
    tenant_id: text().notNull(),
    url_hash: integer().notNull(),
    sent_at: text().notNull(),
    link_id: integer().notNull(),
  },
  (row) => [primaryKey({ columns: [row.tenant_id, row.url_hash] })],
)
