import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { EVENT_STATES, EVENT_TYPES, MODES } from './shapes.ts'

/** Money that came in or went out, once each. Only the state of a dispute or refund changes later. */
export const billingEvents = sqliteTable('billing_events', {
  id: text().primaryKey(),
  ref: text().notNull(),
  type: text({ enum: EVENT_TYPES }).notNull(),
  state: text({ enum: EVENT_STATES }).notNull(),
  tenant_id: text().notNull(),
  mode: text({ enum: MODES }).notNull(),
  cents: integer().notNull(),
  pack: text(),
  plan: text(),
  interval: text(),
  request_id: text(),
  reference: text(),
  note: text(),
  actor: text().notNull(),
  created_at: text().notNull(),
  recorded_at: text().notNull(),
})

/** Sums that triggers keep, of each workspace and ('') of all. */
export const billingDays = sqliteTable(
  'billing_days',
  {
    tenant_id: text().notNull(),
    day: text().notNull(),
    type: text({ enum: EVENT_TYPES }).notNull(),
    mode: text({ enum: MODES }).notNull(),
    events: integer().notNull(),
    cents: integer().notNull(),
  },
  (row) => [primaryKey({ columns: [row.tenant_id, row.day, row.type, row.mode] })],
)

export type BillingEventRow = typeof billingEvents.$inferSelect
