import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Filters of the list of clients under a name, for all people of a workspace. */
export const clientViews = sqliteTable('client_views', {
  id: text().primaryKey(),
  tenant_id: text().notNull(),
  name: text().notNull(),
  /** JSON: input of the list. */
  filters: text().notNull(),
  created_by: text().notNull(),
  created_at: text().notNull(),
  updated_at: text().notNull(),
})
export type ClientViewRow = typeof clientViews.$inferSelect
