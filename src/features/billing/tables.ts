import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { INTERVALS, MODES, PACKS, PLANS } from '../../domains/plans/index.ts'
import { EVENT_STATES, EVENT_TYPES, PAID_PLANS, PAYMENT_STATES, STRIPE_MODES } from './shapes.ts'

/** Money received or paid, each event once. Only the state of a dispute or refund changes later. */
export const billingEvents = sqliteTable('billing_events', {
  id: text().primaryKey(),
  ref: text().notNull(),
  type: text({ enum: EVENT_TYPES }).notNull(),
  state: text({ enum: EVENT_STATES }).notNull(),
  tenant_id: text().notNull(),
  mode: text({ enum: MODES }).notNull(),
  cents: integer().notNull(),
  pack: text({ enum: PACKS }),
  plan: text({ enum: PLANS }),
  interval: text({ enum: INTERVALS }),
  request_id: text(),
  reference: text(),
  note: text(),
  actor: text().notNull(),
  created_at: text().notNull(),
  recorded_at: text().notNull(),
})

/** Sums kept by triggers, for each workspace and (`''`) for all. */
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

/** A payment page of Stripe: the row is written before Stripe is asked for the page. */
export const payments = sqliteTable('payments', {
  id: text().primaryKey(),
  tenant_id: text().notNull(),
  mode: text({ enum: STRIPE_MODES }).notNull(),
  kind: text({ enum: ['pack', 'plan'] }).notNull(),
  pack: text({ enum: PACKS }),
  plan: text({ enum: PLANS }),
  interval: text({ enum: INTERVALS }),
  cents: integer().notNull(),
  /** The paid amount, once it is paid: a Stripe voucher may have made it lower than the price. */
  paid_cents: integer(),
  index_credits: integer().notNull(),
  check_credits: integer().notNull(),
  state: text({ enum: PAYMENT_STATES }).notNull(),
  session_id: text(),
  url: text(),
  payment_intent: text(),
  request_id: text(),
  email: text(),
  error: text(),
  created_by: text().notNull(),
  created_at: text().notNull(),
  updated_at: text().notNull(),
  next_look_at: text(),
})

/** A subscription as Stripe last reported it. */
export const stripeSubscriptions = sqliteTable('stripe_subscriptions', {
  id: text().primaryKey(),
  tenant_id: text().notNull(),
  mode: text({ enum: STRIPE_MODES }).notNull(),
  status: text().notNull(),
  plan: text({ enum: PAID_PLANS }).notNull(),
  interval: text({ enum: INTERVALS }).notNull(),
  cents: integer().notNull(),
  item_id: text().notNull(),
  period_end: text(),
  cancels_at: text(),
  begun_at: text().notNull(),
  told_at: text().notNull(),
  paid_from: text(),
  paid_until: text(),
  counted_from: text(),
  late_since: text(),
  lapsed_at: text(),
  next_look_at: text(),
})

export const stripeEvents = sqliteTable('stripe_events', {
  id: text().primaryKey(),
  type: text().notNull(),
  at: text().notNull(),
  outcome: text({ enum: ['applied', 'ignored', 'waiting'] }).notNull(),
  about: text(),
  fact: text(),
  next_look_at: text(),
  received_at: text().notNull(),
})

/** The Stripe customer of a workspace, the subscription that its plan follows, and whether it may buy. */
export const billingAccounts = sqliteTable('billing_accounts', {
  tenant_id: text().primaryKey(),
  customer_id: text(),
  customer_mode: text({ enum: STRIPE_MODES }),
  subscription_id: text(),
  locked_at: text(),
  locked_by: text(),
})

/** Refunds of packs that are to be paid through Stripe. */
export const moneyBack = sqliteTable('money_back', {
  request_id: text().primaryKey(),
  payment_id: text().notNull(),
  cents: integer().notNull(),
  state: text({ enum: ['due', 'pending', 'settled', 'failed'] }).notNull(),
  attempts: integer().notNull().default(0),
  refund_id: text(),
  error: text(),
  actor: text().notNull(),
  created_at: text().notNull(),
  next_attempt_at: text(),
})

export type PaymentRow = typeof payments.$inferSelect
export type SubscriptionRow = typeof stripeSubscriptions.$inferSelect
export type AccountRow = typeof billingAccounts.$inferSelect
export type MoneyBackRow = typeof moneyBack.$inferSelect
