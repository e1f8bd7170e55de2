import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** One row a site: public facts, so of no workspace. */
export const answerHosts = sqliteTable('answer_hosts', {
  origin: text().primaryKey(),
  read_at: text().notNull(),
  training_refused: text().notNull(),
  signal: text(),
  cdn: text(),
})

/** Links of a job by their findings. Triggers keep the counts. */
export const answerTallies = sqliteTable(
  'answer_tallies',
  { job_id: text().notNull(), answers: text().notNull(), links: integer().notNull(), example: text().notNull() },
  (row) => [primaryKey({ columns: [row.job_id, row.answers] })],
)
