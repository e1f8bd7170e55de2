import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** One look at a search engine: the work to do, the outbox and the stored result in one row. */
export const looks = sqliteTable('looks', {
  id: integer().primaryKey(),
  ref: text().notNull(),
  tenant_id: text().notNull(),
  job_id: text().notNull(),
  link_id: integer().notNull(),
  url: text().notNull(),
  engine: text({ enum: ['scan_standard', 'scan_live', 'scan_bing', 'upstream'] }).notNull(),
  adapter: text(),
  property: text(),
  purpose: text({ enum: ['before', 'guarantee', 'recheck', 'check', 'holdout'] }).notNull(),
  day: integer(),
  sent_at: text(),
  state: text({ enum: ['queued', 'ordering', 'doubtful', 'waiting', 'done'] }).notNull(),
  handle: text(),
  ready: integer().notNull().default(0),
  confirms: integer(),
  attempts: integer().notNull().default(0),
  next_attempt_at: text(),
  credits: integer().notNull().default(0),
  indexed: text({ enum: ['yes', 'no', 'unknown'] }),
  method: text({ enum: ['inspection', 'search_result', 'supplier_report', 'simulated'] }),
  evidence: text(),
  failure: text(),
  cost_usd: real().notNull().default(0),
  created_at: text().notNull(),
  ordered_at: text(),
  finished_at: text(),
})

/** The vendor's answer behind a look, secrets stripped. */
export const lookAnswers = sqliteTable('look_answers', { look_id: integer().primaryKey(), body: text().notNull() })

export type LookRow = typeof looks.$inferSelect
