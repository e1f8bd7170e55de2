import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { DRAFT_STATUSES } from './shapes.ts'

/** An order that a key or an app may not place alone, until a person says yes or no. */
export const drafts = sqliteTable('drafts', {
  id: text().primaryKey(),
  /** The workspace that would pay. */
  tenant_id: text().notNull(),
  /** The workspace that whoever asked acts in. */
  acts_in: text().notNull(),
  /** The key or connection that asked. */
  actor: text().notNull(),
  user_id: text(),
  asked_by: text().notNull(),
  app: text(),
  operation: text().notNull(),
  /** JSON: what the path named, and the rest. */
  request: text().notNull(),
  /** The same asked again is the same draft. */
  request_hash: text().notNull(),
  credits: integer().notNull(),
  status: text({ enum: DRAFT_STATUSES }).notNull(),
  /** JSON: what the order answered. */
  answer: text(),
  note: text(),
  decided_by: text(),
  decided_at: text(),
  told_at: text(),
  created_at: text().notNull(),
})

export type DraftRow = typeof drafts.$inferSelect
