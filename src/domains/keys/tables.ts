import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { ROLES } from '../../kernel/operation/caller.ts'
import { KEY_STATUSES } from './shapes.ts'

/** A key to the API. The secret is stored as its SHA-256 and its first 8 characters only. */
export const apiKeys = sqliteTable('api_keys', {
  id: text().primaryKey(),
  tenant_id: text().notNull(),
  /** Its creator: the key never has more rights than this person. */
  created_by: text(),
  name: text().notNull(),
  hash: text().notNull().unique(),
  prefix: text().notNull(),
  role: text({ enum: ROLES }).notNull(),
  platform: integer().notNull().default(0),
  rate_per_min: integer(),
  rate_per_day: integer(),
  daily_credit_cap: integer(),
  /** The key that created it, when both share one limit. */
  capped_with: text(),
  /** Credits that one order may reserve without a person's approval. */
  approval_above: integer(),
  status: text({ enum: KEY_STATUSES }).notNull(),
  last_used_at: text(),
  revoked_at: text(),
  created_at: text().notNull(),
})

export type KeyRow = typeof apiKeys.$inferSelect
