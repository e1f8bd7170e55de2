import { index, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core'
import { namedEnum } from '../../../kernel/operation/schema-names.ts'

export const POSTING_TYPES = namedEnum('JobPostingType', ['URL_UPDATED', 'URL_DELETED'])
export const POSTING_STATES = namedEnum('JobPostingState', ['queued', 'sending', 'published', 'refused'])

/** Pages for Google's Indexing API, each once by workspace. */
export const jobPostings = sqliteTable(
  'job_postings',
  {
    id: text().primaryKey(),
    tenant_id: text().notNull(),
    url: text().notNull(),
    type: text({ enum: POSTING_TYPES }).notNull(),
    state: text({ enum: POSTING_STATES }).notNull(),
    why: text(),
    asked_at: text().notNull(),
    read_at: text().notNull(),
    called_at: text(),
    published_at: text(),
    updated_at: text(),
  },
  (row) => [
    unique().on(row.tenant_id, row.url),
    index('job_postings_listed').on(row.asked_at, row.id),
    index('job_postings_open').on(row.state, row.tenant_id, row.asked_at),
    index('job_postings_called').on(row.tenant_id, row.called_at),
  ],
)

export type PostingRow = typeof jobPostings.$inferSelect
