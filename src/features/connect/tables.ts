import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** A program that called over MCP, by its own name and the key or connection of the call. */
export const programs = sqliteTable('programs', {
  id: text().primaryKey(),
  actor: text().notNull(),
  /** Empty if it gives no name. */
  name: text().notNull(),
  tenant_id: text().notNull(),
  user_id: text(),
  first_call_at: text().notNull(),
  last_call_at: text().notNull(),
})
