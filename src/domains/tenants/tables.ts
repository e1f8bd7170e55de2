import { type AnySQLiteColumn, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { TENANT_KINDS } from './shapes.ts'

/** A workspace. `path` is `/agency/…/own/`, made of ids, so that a tree is a range of the index. */
export const tenants = sqliteTable('tenants', {
  id: text().primaryKey(),
  parent_id: text().references((): AnySQLiteColumn => tenants.id),
  path: text().notNull().unique(),
  kind: text({ enum: TENANT_KINDS }).notNull(),
  name: text().notNull(),
  notes: text(),
  /** JSON: words of the staff above it. */
  tags: text().notNull().default('[]'),
  default_recheck_days: integer().notNull().default(0),
  logo_url: text(),
  accent: text(),
  from_name: text(),
  domain: text().unique(),
  /** JSON: its share of the limits of the plan. */
  rooms: text(),
  /** JSON: where its checks are asked; null: where those of the workspace above are. */
  search_place: text(),
  /** Where its days begin; null: as those of the workspace above. */
  time_zone: text(),
  /** JSON: the same by month, since a month keeps its zone when the setting changes. */
  month_zones: text(),
  /** Language of what its clients read; null: as of the workspace above. */
  language: text(),
  archived_at: text(),
  created_at: text().notNull(),
  updated_at: text().notNull(),
})

export type TenantRow = typeof tenants.$inferSelect
