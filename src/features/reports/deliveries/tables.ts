import { index, integer, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core'
import { DELIVERY_STATES, RECIPIENT_STATUSES } from './words.ts'

/** People who get the reports of a workspace. */
export const reportRecipients = sqliteTable(
  'report_recipients',
  {
    id: text().primaryKey(),
    tenant_id: text().notNull(),
    email: text().notNull(),
    name: text().notNull(),
    pdf: integer().notNull(),
    status: text({ enum: RECIPIENT_STATUSES }).notNull(),
    /** How they agreed. */
    consent: text(),
    token_hash: text().unique(),
    asked_at: text(),
    status_at: text().notNull(),
    answer: text(),
    created_at: text().notNull(),
    updated_at: text().notNull(),
    removed_at: text(),
  },
  (table) => [unique().on(table.tenant_id, table.email)],
)

/** The letter of one issue to one recipient: one row, so it is sent once. */
export const reportDeliveries = sqliteTable(
  'report_deliveries',
  {
    id: text().primaryKey(),
    issue_id: text().notNull(),
    recipient_id: text()
      .notNull()
      .references(() => reportRecipients.id, { onDelete: 'cascade' }),
    mail_id: text(),
    link_id: text(),
    state: text({ enum: DELIVERY_STATES }).notNull(),
    at: text().notNull(),
    answer: text(),
  },
  (table) => [
    unique().on(table.issue_id, table.recipient_id),
    index('report_deliveries_recipient').on(table.recipient_id, table.at),
  ],
)

export type RecipientRow = typeof reportRecipients.$inferSelect
export type DeliveryRow = typeof reportDeliveries.$inferSelect
