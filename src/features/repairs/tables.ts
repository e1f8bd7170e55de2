import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { REPAIR_STATES } from './shapes.ts'

/** Links whose page is screened again and again, and pushed once nothing prevents indexing. `flags` are of the last screening. */
export const repairs = sqliteTable(
  'repairs',
  {
    id: text().primaryKey(),
    tenant_id: text().notNull(),
    link_id: integer().notNull(),
    url: text().notNull(),
    flags: text().notNull(),
    state: text({ enum: REPAIR_STATES }).notNull(),
    note: text(),
    check_at: text(),
    checked_at: text(),
    until: text().notNull(),
    job_id: text(),
    created_by: text().notNull(),
    created_at: text().notNull(),
    ended_at: text(),
  },
  (row) => [index('repairs_tenant').on(row.tenant_id, row.id)],
)

export type RepairRow = typeof repairs.$inferSelect
