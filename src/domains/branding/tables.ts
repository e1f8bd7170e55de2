import { blob, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The logo of a workspace as it is served. */
export const logos = sqliteTable('logos', {
  tenant_id: text().primaryKey(),
  hash: text().notNull(),
  kind: text({ enum: ['png', 'jpg', 'webp'] }).notNull(),
  body: blob().$type<Uint8Array>().notNull(),
  created_at: text().notNull(),
})

/** The own domains that workspaces requested, and whether they are verified. */
export const ownDomains = sqliteTable(
  'own_domains',
  {
    tenant_id: text().notNull(),
    host: text().notNull(),
    /** Published in the TXT record or in the file. */
    token: text().notNull(),
    /** Null: not verified yet. A workspace has at most one domain in force, and one that waits. */
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
