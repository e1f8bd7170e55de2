import { index, integer, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core'
import { TEMPLATES } from './letters.ts'
import { BOUNCE_KINDS, MAIL_STATUSES } from './shapes.ts'

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
  content_at: text(),
  error: text(),
  created_at: text().notNull(),
  sent_at: text(),
})

export const refusedAddresses = sqliteTable('refused_addresses', {
  address: text().primaryKey(),
  refused_at: text().notNull(),
  answer: text().notNull(),
})

/** Bounces and complaints about a letter that a server had accepted. */
export const mailBounces = sqliteTable(
  'mail_bounces',
  {
    id: text().primaryKey(),
    mail_id: text().references(() => mails.id, { onDelete: 'cascade' }),
    address: text().notNull(),
    kind: text({ enum: BOUNCE_KINDS }).notNull(),
    answer: text().notNull(),
    at: text().notNull(),
  },
  (table) => [unique().on(table.mail_id, table.kind), index('mail_bounces_address').on(table.address, table.at)],
)

/** Reports of mail services that were read, by digest. */
export const bounceReports = sqliteTable(
  'bounce_reports',
  { digest: text().primaryKey(), at: text().notNull() },
  (table) => [index('bounce_reports_at').on(table.at)],
)

export type MailRow = typeof mails.$inferSelect
