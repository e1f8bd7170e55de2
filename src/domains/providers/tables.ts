import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { BATCH_STATES } from './batches/batch-shape.ts'
import { ROUTES } from './settings.ts'

/** A batch of one push's links, ordered from a crawl supplier. The row is written before the call. */
export const batches = sqliteTable('batches', {
  id: text().primaryKey(),
  ref: text().notNull(),
  job_id: text().notNull(),
  tenant_id: text().notNull(),
  state: text({ enum: BATCH_STATES }).notNull(),
  route: text({ enum: ROUTES }),
  adapter: text(),
  simulated: integer().notNull().default(0),
  task_id: text(),
  url_count: integer().notNull(),
  attempts: integer().notNull().default(0),
  called_at: text(),
  next_attempt_at: text(),
  last_error: text(),
  report: text(),
  report_due_at: text(),
  rejected: integer().notNull().default(0),
  billed: integer(),
  price_usd: real(),
  indexed_day1: integer().notNull().default(0),
  indexed_day3: integer().notNull().default(0),
  indexed_day7: integer().notNull().default(0),
  indexed_later: integer().notNull().default(0),
  answered_day3: integer().notNull().default(0),
  created_at: text().notNull(),
  sent_at: text(),
  answered_day1: integer().notNull().default(0),
  answered_day7: integer().notNull().default(0),
  late_day3: integer().notNull().default(0),
})

/** Batches by sent day, client and supplier. Triggers keep the counts. */
export const crawlDays = sqliteTable(
  'crawl_days',
  {
    day: text().notNull(),
    tenant_id: text().notNull(),
    route: text().notNull(),
    adapter: text().notNull(),
    simulated: integer().notNull(),
    batches: integer().notNull(),
    links: integer().notNull(),
    indexed_day1: integer().notNull(),
    indexed_day3: integer().notNull(),
    indexed_day7: integer().notNull(),
    indexed_later: integer().notNull(),
    billed: integer().notNull(),
    priced: integer().notNull(),
    cost_micro: integer().notNull(),
    answered_day1: integer().notNull().default(0),
    answered_day3: integer().notNull().default(0),
    answered_day7: integer().notNull().default(0),
  },
  (row) => [primaryKey({ columns: [row.day, row.tenant_id, row.route, row.adapter, row.simulated] })],
)

/** The sites of the links of a batch. */
export const batchSites = sqliteTable('batch_sites', { site: text().notNull(), batch_id: text().notNull() }, (row) => [
  primaryKey({ columns: [row.site, row.batch_id] }),
])

/** Batches that were ordered again after an order in doubt: where the first one went, and its task if it turned up. */
export const orderDoubts = sqliteTable('order_doubts', {
  batch_id: text()
    .primaryKey()
    .references(() => batches.id, { onDelete: 'cascade' }),
  route: text({ enum: ROUTES }).notNull(),
  adapter: text().notNull(),
  twin: text(),
  found_at: text(),
})

/** The circuit breaker of a route; no row means closed. */
export const breakers = sqliteTable('breakers', {
  route: text({ enum: ROUTES }).primaryKey(),
  state: text({ enum: ['open', 'half_open'] }).notNull(),
  cause: text({ enum: ['errors', 'auth', 'quota', 'probe', 'allowance', 'day3_rate'] }).notNull(),
  reason: text().notNull(),
  opened_at: text().notNull(),
  until: text().notNull(),
})

export const routeErrors = sqliteTable('route_errors', {
  id: integer().primaryKey(),
  route: text({ enum: ROUTES }).notNull(),
  at: text().notNull(),
  failure: text().notNull(),
  message: text().notNull(),
  counts: integer().notNull().default(1),
})

/** A route or engine that accepts no work: since when, and when the operator got an e-mail. */
export const supplyStops = sqliteTable('supply_stops', {
  name: text().primaryKey(),
  since: text().notNull(),
  seen_at: text().notNull(),
  reason: text().notNull(),
  told_at: text(),
})

export type SupplyStopRow = typeof supplyStops.$inferSelect
export type OrderDoubtRow = typeof orderDoubts.$inferSelect
export type BatchRow = typeof batches.$inferSelect
export type BreakerRow = typeof breakers.$inferSelect
