import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { ENGINES, INDEXED } from '../jobs/index.ts'
import { METHODS } from './engine.ts'
import { GOOGLE_CAUSES } from './google/google-causes.ts'
import { PURPOSES } from './shapes.ts'

/** One check by a search engine: the work to do, the outbox and the stored result in one row. */
export const looks = sqliteTable('looks', {
  id: integer().primaryKey(),
  ref: text().notNull(),
  tenant_id: text().notNull(),
  job_id: text().notNull(),
  link_id: integer().notNull(),
  url: text().notNull(),
  engine: text({ enum: ENGINES }).notNull(),
  adapter: text(),
  property: text(),
  /** The position of its class (`looks/broker.ts`) among those that wait for the property. */
  class: integer(),
  purpose: text({ enum: PURPOSES }).notNull(),
  /** Where it is asked: `DE/de/mobile`. */
  place: text(),
  day: integer(),
  sent_at: text(),
  state: text({ enum: ['queued', 'ordering', 'doubtful', 'waiting', 'done'] }).notNull(),
  handle: text(),
  ready: integer().notNull().default(0),
  confirms: integer(),
  attempts: integer().notNull().default(0),
  next_attempt_at: text(),
  credits: integer().notNull().default(0),
  indexed: text({ enum: INDEXED }),
  method: text({ enum: METHODS }),
  evidence: text(),
  cause: text({ enum: GOOGLE_CAUSES }),
  google_canonical: text(),
  crawled_at: text(),
  failure: text(),
  cost_usd: real().notNull().default(0),
  created_at: text().notNull(),
  ordered_at: text(),
  finished_at: text(),
})

/** Workspaces, with all below them, whose checks may be asked of a property of Search Console. */
export const propertyWorkspaces = sqliteTable(
  'property_workspaces',
  { property: text().notNull(), tenant_id: text().notNull(), reserve_pct: integer().notNull() },
  (row) => [
    primaryKey({ columns: [row.property, row.tenant_id] }),
    index('property_workspaces_tenant').on(row.tenant_id),
  ],
)

/** The vendor's answer to a check, without secrets. */
export const lookAnswers = sqliteTable('look_answers', { look_id: integer().primaryKey(), body: text().notNull() })

/** A paid call whose answer was lost, with its possible cost until the vendor's account settles it. */
export const lostCalls = sqliteTable('lost_calls', {
  ref: text().primaryKey(),
  look_id: integer().notNull(),
  tenant_id: text().notNull(),
  engine: text({ enum: ENGINES }).notNull(),
  adapter: text().notNull(),
  account: text().notNull(),
  state: text({ enum: ['open', 'billed', 'free', 'untold'] }).notNull(),
  units: real().notNull(),
  unit_usd: real().notNull(),
  cost_usd: real().notNull(),
  lost_at: text().notNull(),
  settled_at: text(),
})

/** The last reading of a vendor's account and the amount booked since, in the vendor's unit. */
export const vendorAccounts = sqliteTable('vendor_accounts', {
  account: text().primaryKey(),
  units_left: real(),
  units_booked: real().notNull().default(0),
  booked_at: text(),
  read_at: text(),
  asked_at: text(),
})

/** Finished checks by day, client and engine. Triggers keep the counts. */
export const lookDays = sqliteTable(
  'look_days',
  {
    day: text().notNull(),
    tenant_id: text().notNull(),
    engine: text({ enum: ENGINES }).notNull(),
    looks: integer().notNull(),
    credits_used: integer().notNull(),
    cost_usd: real().notNull(),
    unpriced: integer().notNull(),
  },
  (row) => [primaryKey({ columns: [row.day, row.tenant_id, row.engine] })],
)

export type LostCallRow = typeof lostCalls.$inferSelect
export type VendorAccountRow = typeof vendorAccounts.$inferSelect
export type LookRow = typeof looks.$inferSelect
