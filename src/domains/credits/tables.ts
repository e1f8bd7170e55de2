import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { PACKS } from '../plans/index.ts'
import { CREDIT_KINDS, DIRECTIONS, REASONS, REQUEST_STATUSES } from './shapes.ts'

/** Balance of a workspace in one kind of credit. No row: zero. */
export const purses = sqliteTable(
  'purses',
  {
    tenant_id: text().notNull(),
    kind: text({ enum: CREDIT_KINDS }).notNull(),
    available: integer().notNull().default(0),
    reserved: integer().notNull().default(0),
  },
  (purse) => [primaryKey({ columns: [purse.tenant_id, purse.kind] })],
)

/** Credits of one kind that a job reserved, and how they were settled. */
export const reservations = sqliteTable(
  'reservations',
  {
    job_id: text().notNull(),
    kind: text({ enum: CREDIT_KINDS }).notNull(),
    tenant_id: text().notNull(),
    reserved: integer().notNull(),
    used: integer().notNull().default(0),
    returned: integer().notNull().default(0),
  },
  (row) => [primaryKey({ columns: [row.job_id, row.kind] })],
)

/** One change of `available`. Lines are added, never edited. */
export const ledger = sqliteTable('ledger', {
  id: text().primaryKey(),
  tenant_id: text().notNull(),
  kind: text({ enum: CREDIT_KINDS }).notNull(),
  direction: text({ enum: DIRECTIONS }).notNull(),
  amount: integer().notNull(),
  reason: text({ enum: REASONS }).notNull(),
  balance_after: integer().notNull(),
  job_id: text(),
  group_id: text().notNull(),
  actor: text().notNull(),
  note: text(),
  ref: text(),
  created_at: text().notNull(),
})

/** A requested pack, with its content and price at that time. */
export const creditRequests = sqliteTable('credit_requests', {
  id: text().primaryKey(),
  tenant_id: text().notNull(),
  pack: text({ enum: PACKS }).notNull(),
  status: text({ enum: REQUEST_STATUSES }).notNull(),
  note: text(),
  answer_note: text(),
  price_cents: integer().notNull(),
  index_credits: integer().notNull(),
  check_credits: integer().notNull(),
  requested_by: text().notNull(),
  decided_by: text(),
  decided_at: text(),
  group_id: text(),
  created_at: text().notNull(),
})

export type CreditRequestRow = typeof creditRequests.$inferSelect

/** Credits that a refund could not take back at once. */
export const owedCredits = sqliteTable(
  'owed_credits',
  {
    request_id: text().notNull(),
    kind: text({ enum: CREDIT_KINDS }).notNull(),
    tenant_id: text().notNull(),
    amount: integer().notNull(),
  },
  (row) => [primaryKey({ columns: [row.request_id, row.kind] })],
)

/** Credits transferred to another workspace, minus those taken back. One of the two rows of a pair is negative. */
export const handedOn = sqliteTable(
  'handed_on',
  {
    tenant_id: text().notNull(),
    to_id: text().notNull(),
    kind: text({ enum: CREDIT_KINDS }).notNull(),
    amount: integer().notNull(),
  },
  (row) => [primaryKey({ columns: [row.tenant_id, row.to_id, row.kind] })],
)

const MOVED = {
  kind: text({ enum: CREDIT_KINDS }).notNull(),
  given: integer().notNull().default(0),
  set_aside: integer().notNull().default(0),
  back: integer().notNull().default(0),
  used: integer().notNull().default(0),
}

/** Credit movements of a quarter of an hour (UTC): a trigger counts ledger lines, `countUsed` used credits, which have none. */
export const creditQuarters = sqliteTable(
  'credit_quarters',
  { tenant_id: text().notNull(), quarter: text().notNull(), ...MOVED },
  (row) => [primaryKey({ columns: [row.tenant_id, row.quarter, row.kind] })],
)

/** The same by UTC day. Triggers keep it. */
export const creditDays = sqliteTable(
  'credit_days',
  { tenant_id: text().notNull(), day: text().notNull(), ...MOVED },
  (row) => [primaryKey({ columns: [row.tenant_id, row.day, row.kind] })],
)

/** When the credits of the next month are due. Root workspaces only. */
export const planCalendar = sqliteTable('plan_calendar', {
  tenant_id: text().primaryKey(),
  anchor_at: text().notNull(),
  due_at: text().notNull(),
  /** End of the paid period: later months wait. Null: no payments by period. */
  paid_until: text(),
})

/** Trial links that were given: once per address (its hash), person and tree. */
export const trials = sqliteTable('trials', {
  email_hash: text().primaryKey(),
  user_id: text(),
  tenant_id: text(),
  granted_at: text().notNull(),
})
