import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { SINK_STATES } from './shapes.ts'

/** Where the audit trail is copied to. */
export const auditSinks = sqliteTable('audit_sinks', {
  id: text().primaryKey(),
  tenant_id: text(),
  url: text().notNull(),
  ca: text(),
  /** JSON of `SinkSecrets`. */
  secrets_sealed: text().notNull(),
  state: text({ enum: SINK_STATES }).notNull().default('on'),
  cursor_seq: integer().notNull(),
  sent_rows: integer().notNull().default(0),
  lost_rows: integer().notNull().default(0),
  failures: integer().notNull().default(0),
  failing_since: text(),
  last_error: text(),
  last_ok_at: text(),
  next_attempt_at: text().notNull(),
  created_by: text().notNull(),
  created_at: text().notNull(),
  updated_at: text().notNull(),
})
export type SinkRow = typeof auditSinks.$inferSelect
