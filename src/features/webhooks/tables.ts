import { index, integer, primaryKey, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core'
import { DELIVERY_STATES, ENDPOINT_STATES, SCOPES } from './words.ts'

/** Where events are sent. */
export const webhookEndpoints = sqliteTable('webhook_endpoints', {
  id: text().primaryKey(),
  tenant_id: text().notNull(),
  url: text().notNull(),
  /** JSON: types, and groups such as `push.*`. */
  types: text().notNull(),
  scope: text({ enum: SCOPES }).notNull(),
  state: text({ enum: ENDPOINT_STATES }).notNull().default('on'),
  why_disabled: text(),
  /** JSON of `EndpointSecrets`. */
  secrets_sealed: text().notNull(),
  public_key: text().notNull(),
  old_until: text(),
  header_names: text().notNull().default('[]'),
  failing_since: text(),
  failures: integer().notNull().default(0),
  catching_up: integer().notNull().default(0),
  delivered_at: text(),
  tried_at: text(),
  disabled_at: text(),
  created_by: text().notNull(),
  created_at: text().notNull(),
  updated_at: text().notNull(),
})

/** Events, with the bytes that every attempt sends. */
export const webhookEvents = sqliteTable(
  'webhook_events',
  {
    id: text().primaryKey(),
    ref: text().unique(),
    tenant_id: text(),
    type: text().notNull(),
    body: text().notNull(),
    created_at: text().notNull(),
  },
  (row) => [index('webhook_events_age').on(row.created_at)],
)

/** One event for one endpoint. */
export const webhookDeliveries = sqliteTable(
  'webhook_deliveries',
  {
    id: text().primaryKey(),
    event_id: text().notNull(),
    endpoint_id: text().notNull(),
    type: text().notNull(),
    state: text({ enum: DELIVERY_STATES }).notNull(),
    attempts: integer().notNull().default(0),
    again: integer().notNull().default(0),
    missed: integer().notNull().default(0),
    next_attempt_at: text(),
    status: integer(),
    took_ms: integer(),
    error: text(),
    created_at: text().notNull(),
    delivered_at: text(),
  },
  (row) => [unique().on(row.event_id, row.endpoint_id)],
)

/** The last attempts of a delivery. */
export const webhookAttempts = sqliteTable(
  'webhook_attempts',
  {
    delivery_id: text().notNull(),
    at: text().notNull(),
    n: integer().notNull(),
    status: integer(),
    took_ms: integer().notNull(),
    error: text(),
    answer: text(),
  },
  (row) => [primaryKey({ columns: [row.delivery_id, row.n] })],
)

export type EndpointRow = typeof webhookEndpoints.$inferSelect
export type DeliveryRow = typeof webhookDeliveries.$inferSelect
export type AttemptRow = typeof webhookAttempts.$inferSelect

/** Changes without a webhook event yet. Triggers write them with the change; a task writes the event. */
export const webhookNews = sqliteTable(
  'webhook_news',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    type: text().notNull(),
    tenant_id: text(),
    subject: text().notNull(),
    at: text().notNull(),
    was: integer(),
  },
  (row) => [unique().on(row.type, row.subject)],
)

/** In how many events the links of a push were reported. */
export const webhookLinkNews = sqliteTable('webhook_link_news', {
  job_id: text().primaryKey(),
  events: integer().notNull(),
})

export type NewsRow = typeof webhookNews.$inferSelect
