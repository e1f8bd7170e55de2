import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const backups = sqliteTable('backups', {
  id: text().primaryKey(),
  name: text().notNull(),
  place: text().notNull(),
  state: text().$type<'running' | 'proved' | 'failed' | 'gone'>().notNull(),
  encrypted: integer().notNull(),
  started_at: text().notNull(),
  finished_at: text(),
  bytes: integer(),
  sha256: text(),
  took_ms: integer(),
  held_ms: integer(),
  error: text(),
})
export type BackupRow = typeof backups.$inferSelect
