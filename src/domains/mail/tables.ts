import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { TEMPLATES } from './letters.ts'
import { MAIL_STATUSES } from './shapes.ts'

/** Outbox and log in one: a letter is written in the transaction of the event that it reports. */
export const mails = sqliteTable('mails', {
  id: text().primaryKey(),
  ref: text().notNull().unique(),
  tenant_id: text(),
  template: text({ enum: TEMPLATES }).notNull(),
  to_address: text().notNull(),
  subject: text().notNull(),
  brand: text().notNull(),
  facts: text().notNull(),
  link_sealed: text().notNull(),
  status: text({ enum: MAIL_STATUSES }).notNull(),
  attempts: integer().notNull().default(0),
  next_attempt_at: text(),
  handing_over_since: text(),
  error: text(),
  created_at: text().notNull(),
  sent_at: text(),
})

/** Addresses that the mail server refuses. */
export const refusedAddresses = sqliteTable('refused_addresses', {
  address: text().primaryKey(),
  refused_at: text().notNull(),
  answer: text().notNull(),
})

export type MailRow = typeof mails.$inferSelect
