import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { DRAFT_STATUSES } from './shapes.ts'

/** An order above the limit of a key or an app, until a person decides it. */
export const drafts = sqliteTable('drafts', {
  id: text().primaryKey(),
  /** The workspace that would pay. */
  tenant_id: text().notNull(),
  /** The workspace in which the requester acts. */
  acts_in: text().notNull(),
  /** The key or connection that asked. */
  actor: text().notNull(),
  user_id: text(),
  asked_by: text().notNull(),
  app: text(),
  operation: text().notNull(),
  /** JSON: the parameters of the path, and the rest of the input. */
  request: text().notNull(),
  /** The same order sent again is the same draft. */
  request_hash: text().notNull(),
  credits: integer().notNull(),
  status: text({ enum: DRAFT_STATUSES }).notNull(),
  /** JSON: the answer of the order. */
  answer: text(),
  note: text(),
  decided_by: text(),
  decided_at: text(),
  told_at: text(),
  created_at: text().notNull(),
})

export type DraftRow = typeof drafts.$inferSelect
