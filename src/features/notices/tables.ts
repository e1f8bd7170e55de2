import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { EVENTS, type LeftOut, type NoticeEvent } from './shapes.ts'

/** Notice settings of a workspace, and when its next digest is due. No row: the defaults. */
export const noticeSettings = sqliteTable('notice_settings', {
  tenant_id: text().primaryKey(),
  to_admins: integer({ mode: 'boolean' }).notNull(),
  events: text({ mode: 'json' }).$type<NoticeEvent[]>().notNull(),
  low_index: integer(),
  low_check: integer(),
  least_dropped: integer().notNull().default(1),
  source_days: integer().notNull().default(2),
  digest: integer({ mode: 'boolean' }).notNull(),
  working_days: integer({ mode: 'boolean' }).notNull().default(false),
  digest_time: text().notNull().default('07:00'),
  time_zone: text().notNull(),
  skip_if_unchanged: integer({ mode: 'boolean' }).notNull(),
  left_out: text({ mode: 'json' }).$type<LeftOut[]>().notNull().default([]),
  next_digest_at: text(),
  digest_day: text(),
  told_until: text(),
  needs_hash: text(),
  updated_at: text().notNull(),
})

/** Recipients of a workspace's notices beside the people in charge, and everybody who unsubscribed. */
export const noticeRecipients = sqliteTable(
  'notice_recipients',
  {
    tenant_id: text().notNull(),
    email: text().notNull(),
    listed: integer().notNull(),
    confirmed_at: text(),
    token_hash: text().unique(),
    asked_at: text(),
    unsubscribed_at: text(),
    created_at: text().notNull(),
  },
  (row) => [primaryKey({ columns: [row.tenant_id, row.email] })],
)

/** Events without a letter yet. Triggers write them beside the event; a task deletes them. */
export const happenings = sqliteTable('happenings', {
  id: integer().primaryKey({ autoIncrement: true }),
  event: text({ enum: EVENTS }).notNull(),
  tenant_id: text().notNull(),
  subject: text().notNull(),
  was: integer(),
})

export type SettingsRow = typeof noticeSettings.$inferSelect
export type RecipientRow = typeof noticeRecipients.$inferSelect
