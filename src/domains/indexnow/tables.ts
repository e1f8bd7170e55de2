import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { type KeyCheck, PING_STATES, SITE_STATUSES, SUBMISSION_STATUSES } from './shapes.ts'

/** A host of a workspace, and the key that proves it. */
export const indexnowSites = sqliteTable('indexnow_sites', {
  id: text().primaryKey(),
  tenant_id: text().notNull(),
  host: text().notNull(),
  scheme: text({ enum: ['http', 'https'] }).notNull(),
  key: text().notNull(),
  key_location: text(),
  enabled: integer().notNull().default(1),
  status: text({ enum: SITE_STATUSES }).notNull().default('pending'),
  verified_at: text(),
  checked_at: text(),
  failing_since: text(),
  last_check: text({ mode: 'json' }).$type<KeyCheck>(),
  created_at: text().notNull(),
  updated_at: text().notNull(),
  /** 1: added by people of its workspace alone, so the host is theirs only once its key file proves it. */
  claimed: integer().notNull().default(0),
})

/** One host's URLs, sent to the endpoint under one key. The row is written before the call. */
export const indexnowSubmissions = sqliteTable('indexnow_submissions', {
  id: text().primaryKey(),
  site_id: text(),
  tenant_id: text().notNull(),
  job_id: text().notNull(),
  host: text().notNull(),
  key: text().notNull(),
  key_location: text().notNull(),
  status: text({ enum: SUBMISSION_STATUSES }).notNull().default('queued'),
  url_count: integer().notNull(),
  attempts: integer().notNull().default(0),
  next_attempt_at: text(),
  answer_status: integer(),
  answer: text(),
  explanation: text(),
  log: text().notNull().default('[]'),
  created_at: text().notNull(),
  sent_at: text(),
})

/** One link of a push on a host with a site, and its result. */
export const indexnowUrls = sqliteTable('indexnow_urls', {
  id: integer().primaryKey(),
  submission_id: text(),
  site_id: text().notNull(),
  host: text().notNull(),
  job_id: text().notNull(),
  link_id: integer().notNull(),
  url: text().notNull(),
  state: text({ enum: PING_STATES }).notNull(),
  at: text().notNull(),
})

export type SiteRow = typeof indexnowSites.$inferSelect
export type SubmissionRow = typeof indexnowSubmissions.$inferSelect
