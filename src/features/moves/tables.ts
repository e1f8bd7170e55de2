import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** A push that moved, while something is left to do for it. */
export const jobMoves = sqliteTable('job_moves', {
  job_id: text().primaryKey(),
  from_id: text().notNull(),
  to_id: text().notNull(),
  moved_at: text().notNull(),
  /** The next link whose checks and memory of addresses follow; null: all have. */
  next_link: integer(),
  /** When the reports of both workspaces are counted again; null: they are. */
  count_at: text(),
})

export type MoveRow = typeof jobMoves.$inferSelect
