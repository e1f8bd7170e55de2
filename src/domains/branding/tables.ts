import { blob, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** A workspace's logo, as it is served. */
export const logos = sqliteTable('logos', {
  tenant_id: text().primaryKey(),
  hash: text().notNull(),
  kind: text({ enum: ['png', 'jpg', 'webp'] }).notNull(),
  body: blob().$type<Uint8Array>().notNull(),
  created_at: text().notNull(),
})

/** What a workspace asked for as its own domain, and whether it proved that the host is its own. */
export const ownDomains = sqliteTable(
  'own_domains',
  {
    tenant_id: text().notNull(),
    host: text().notNull(),
    /** Stands in the TXT record, or in the file. */
    token: text().notNull(),
    /** Null: asked for. At most one of a workspace is in force, and one waits. */
    proved_at: text(),
    checked_at: text(),
    failing_since: text(),
    problem: text(),
    next_look_at: text(),
    created_at: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenant_id, table.host] })],
)
export type OwnDomain = typeof ownDomains.$inferSelect
