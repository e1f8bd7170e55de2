import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { KINDS, REFUSALS, STATES, TALLIES } from './shapes.ts'

/** Free checks as the log shows them: origin, subject and result. */
export const freeChecks = sqliteTable('free_checks', {
  seq: integer().primaryKey(),
  id: text().notNull(),
  address: text(),
  kind: text({ enum: KINDS }).notNull(),
  state: text({ enum: STATES }).notNull(),
  asked: text().notNull(),
  question: text(),
  domain: text().notNull(),
  ip: text().notNull(),
  network: text().notNull(),
  country: text(),
  city: text(),
  refusal: text({ enum: REFUSALS }),
  result: text(),
  failure: text(),
  cost_usd: real().notNull().default(0),
  created_at: text().notNull(),
  finished_at: text(),
})

/** Counts per UTC day by kind, place, domain and origin. */
export const freeCheckDays = sqliteTable(
  'free_check_days',
  {
    day: text().notNull(),
    what: text({ enum: TALLIES }).notNull(),
    name: text().notNull(),
    checks: integer().notNull(),
    refused: integer().notNull(),
    reused: integer().notNull().default(0),
    unlogged: integer().notNull().default(0),
  },
  (row) => [primaryKey({ columns: [row.day, row.what, row.name] })],
)

/** Origins that may not use free checks. */
export const freeCheckBlocks = sqliteTable('free_check_blocks', {
  id: text().primaryKey(),
  target: text().notNull(),
  reason: text(),
  ends_at: text(),
  created_by: text().notNull(),
  created_at: text().notNull(),
})

export type FreeCheckRow = typeof freeChecks.$inferSelect
export type BlockRow = typeof freeCheckBlocks.$inferSelect
