import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { INTERVALS, PLANS, SUBSCRIPTION_STATUSES } from './shapes.ts'

/** The subscription of a root workspace. No row: the free plan. */
export const tenantPlans = sqliteTable('tenant_plans', {
  tenant_id: text().primaryKey(),
  plan: text({ enum: PLANS }).notNull(),
  status: text({ enum: SUBSCRIPTION_STATUSES }).notNull(),
  interval: text({ enum: INTERVALS }),
  current_period_end: text(),
  grace_until: text(),
  updated_at: text().notNull(),
})

export type Subscription = typeof tenantPlans.$inferSelect
