import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** A program that called over MCP, as it names itself, by the key or connection that it called with. */
export const programs = sqliteTable('programs', {
  id: text().primaryKey(),
  actor: text().notNull(),
  /** Empty where it does not say. */
  name: text().notNull(),
  tenant_id: text().notNull(),
  user_id: text(),
  first_call_at: text().notNull(),
  last_call_at: text().notNull(),
})
