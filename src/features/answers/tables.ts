import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Links of a job by their findings. Triggers keep the counts. */
export const answerTallies = sqliteTable(
  'answer_tallies',
  { job_id: text().notNull(), answers: text().notNull(), links: integer().notNull(), example: text().notNull() },
  (row) => [primaryKey({ columns: [row.job_id, row.answers] })],
)
