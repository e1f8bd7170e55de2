import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

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

/** The icon of the first host of a workspace; one that is due is fetched by a task. */
export const siteIcons = sqliteTable('site_icons', {
  tenant_id: text().primaryKey(),
  host: text().notNull(),
  /** `removed` by a person: no host brings another one. */
  state: text({ enum: ['due', 'kept', 'none', 'removed'] }).notNull(),
  attempts: integer().notNull(),
  next_at: text(),
  hash: text(),
  body: blob().$type<Uint8Array>(),
  updated_at: text().notNull(),
})
export type SiteIconRow = typeof siteIcons.$inferSelect
