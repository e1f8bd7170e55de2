import { index, integer, primaryKey, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core'
import { GOOGLE_CAUSES } from '../../domains/checks/index.ts'
import { DROP_CAUSES, DROP_STATES, RE_PUSHES, WATCH_STATES } from './shapes.ts'

/** Whether links of a workspace and of those below it are watched, unless one of these has a row of its own. */
export const retention = sqliteTable('retention', {
  tenant_id: text().primaryKey(),
  is_on: integer().notNull(),
  budget_month: integer().notNull(),
  k_min: integer().notNull(),
  k_max: integer().notNull(),
  re_push: text({ enum: RE_PUSHES }).notNull().default('off'),
  re_push_cap_day: integer().notNull().default(20),
  re_push_budget_month: integer().notNull().default(0),
  enrolled_until: integer(),
  /** When its next letter about drops is due, and the last day that had one. */
  letter_at: text(),
  letter_day: text(),
  changed_by: text().notNull(),
  changed_at: text().notNull(),
})

/** Links that were just found indexed. A trigger writes it. */
export const watchNews = sqliteTable('watch_news', { link_id: integer().primaryKey() })

/** A link that is checked again after it was seen. */
export const watches = sqliteTable(
  'watches',
  {
    link_id: integer().primaryKey(),
    job_id: text().notNull(),
    tenant_id: text().notNull(),
    host: text().notNull(),
    adapter: text().notNull(),
    week: text().notNull(),
    first_seen_at: text().notNull(),
    state: text({ enum: WATCH_STATES }).notNull(),
    entered: integer(),
    counted: integer(),
    is_over: integer().notNull().default(0),
    due_at: text(),
    rank: integer().notNull().default(1),
    streak: integer().notNull().default(0),
    vantage: text(),
    last_yes_at: text().notNull(),
    first_no_at: text(),
    last_no_at: text(),
    dropped_at: text(),
    returned_at: text(),
    examine: integer().notNull().default(0),
    cause: text({ enum: DROP_CAUSES }),
    facts: text(),
    google_cause: text({ enum: GOOGLE_CAUSES }),
    google_canonical: text(),
    crawled_at: text(),
    pushed_again: integer().notNull().default(0),
    pushed_at: text(),
    drop_id: text(),
  },
  (row) => [
    index('watches_state').on(row.tenant_id, row.state, row.dropped_at),
    index('watches_host').on(row.tenant_id, row.host, row.state),
    index('watches_old').on(row.state, row.first_seen_at),
  ],
)

export const retentionSteps = sqliteTable(
  'retention_steps',
  {
    tenant_id: text().notNull(),
    week: text().notNull(),
    host: text().notNull(),
    adapter: text().notNull(),
    step: integer().notNull(),
    at_risk: integer().notNull(),
    dropped: integer().notNull(),
  },
  (row) => [primaryKey({ columns: [row.tenant_id, row.week, row.host, row.adapter, row.step] })],
)

/** Sums of these, kept by triggers: of a workspace, and by host, supplier and week. */
export const retentionSums = sqliteTable(
  'retention_sums',
  {
    tenant_id: text().notNull(),
    part: text({ enum: ['all', 'host', 'supplier', 'week'] }).notNull(),
    key: text().notNull(),
    step: integer().notNull(),
    at_risk: integer().notNull(),
    dropped: integer().notNull(),
  },
  (row) => [primaryKey({ columns: [row.tenant_id, row.part, row.key, row.step] })],
)

/** Sums by week of a workspace with all below it, kept by triggers. */
export const retentionWeeks = sqliteTable(
  'retention_weeks',
  {
    tenant_id: text().notNull(),
    week: text().notNull(),
    step: integer().notNull(),
    at_risk: integer().notNull(),
    dropped: integer().notNull(),
  },
  (row) => [primaryKey({ columns: [row.tenant_id, row.week, row.step] })],
)

/** Watched links by week, state and cause, kept by triggers; `aged`: a check of day 60 or later answered, or they dropped. */
export const watchCounts = sqliteTable(
  'watch_counts',
  {
    tenant_id: text().notNull(),
    week: text().notNull(),
    state: text({ enum: WATCH_STATES }).notNull(),
    aged: integer().notNull(),
    cause: text().notNull(),
    links: integer().notNull(),
  },
  (row) => [primaryKey({ columns: [row.tenant_id, row.week, row.state, row.aged, row.cause] })],
)

export const retentionSpend = sqliteTable(
  'retention_spend',
  { root_id: text().notNull(), quarter: text().notNull(), tenant_id: text().notNull(), credits: integer().notNull() },
  (row) => [
    primaryKey({ columns: [row.root_id, row.quarter, row.tenant_id] }),
    index('retention_spend_of').on(row.tenant_id, row.quarter),
  ],
)

/** Sums of these by day (UTC), kept by triggers. */
export const retentionSpendDays = sqliteTable(
  'retention_spend_days',
  { root_id: text().notNull(), day: text().notNull(), tenant_id: text().notNull(), credits: integer().notNull() },
  (row) => [primaryKey({ columns: [row.root_id, row.day, row.tenant_id] })],
)

/** Drops of one host with one cause, found in one week. */
export const drops = sqliteTable(
  'drops',
  {
    id: text().primaryKey(),
    tenant_id: text().notNull(),
    host: text().notNull(),
    cause: text({ enum: DROP_CAUSES }).notNull(),
    week: text().notNull(),
    opened_at: text().notNull(),
    state: text({ enum: DROP_STATES }).notNull(),
    closed_why: text(),
    closed_by: text(),
    event_id: text(),
  },
  (row) => [
    unique('drops_of').on(row.tenant_id, row.host, row.cause, row.week),
    index('drops_opened').on(row.tenant_id, row.opened_at),
  ],
)

/** Pushes of dropped links, by the workspace whose rule ordered them, or of the drop. */
export const dropPushes = sqliteTable(
  'drop_pushes',
  {
    job_id: text().primaryKey(),
    drop_id: text().notNull(),
    tenant_id: text().notNull(),
    links: integer().notNull(),
    is_automatic: integer().notNull(),
    created_at: text().notNull(),
  },
  (row) => [index('drop_pushes_of').on(row.drop_id)],
)

/** Pages of these pushes, which outlive their jobs: each counts among the two of its page. */
export const dropPushPages = sqliteTable(
  'drop_push_pages',
  { url: text().notNull(), job_id: text().notNull() },
  (row) => [primaryKey({ columns: [row.url, row.job_id] })],
)

/** Links of drops for the next letter of the workspace whose settings hold, by the day on which they were noted. */
export const dropNews = sqliteTable(
  'drop_news',
  {
    root_id: text().notNull(),
    drop_id: text().notNull(),
    is_back: integer().notNull(),
    links: integer().notNull(),
    last_yes_at: text().notNull(),
    first_no_at: text(),
    noted_on: text().notNull(),
  },
  (row) => [primaryKey({ columns: [row.root_id, row.drop_id, row.is_back, row.noted_on] })],
)

/** An engine that dropped pages of many hosts at once, in one agency. */
export const engineEvents = sqliteTable(
  'engine_events',
  {
    id: text().primaryKey(),
    root_id: text().notNull(),
    opened_at: text().notNull(),
    until: text().notNull(),
    hosts: integer().notNull(),
    clients: integer().notNull(),
  },
  (row) => [index('engine_events_of').on(row.root_id, row.until)],
)

export const engineNoise = sqliteTable(
  'engine_noise',
  { day: text().notNull(), adapter: text().notNull(), looks: integer().notNull(), flips: integer().notNull() },
  (row) => [primaryKey({ columns: [row.day, row.adapter] })],
)

/** Tests of an engine by pages that have been there for long. */
export const canaryBatches = sqliteTable('canary_batches', {
  id: integer().primaryKey(),
  planned_at: text().notNull(),
  looks: integer().notNull(),
  answered: integer().notNull().default(0),
  missing: integer().notNull().default(0),
  state: text({ enum: ['open', 'sound', 'void'] }).notNull(),
  ended_at: text(),
  noted: integer().notNull().default(0),
})

export const retentionMarks = sqliteTable(
  'retention_marks',
  { tenant_id: text().notNull(), day: text().notNull(), text: text().notNull() },
  (row) => [primaryKey({ columns: [row.tenant_id, row.day, row.text] })],
)

export type RetentionRow = typeof retention.$inferSelect
export type WatchRow = typeof watches.$inferSelect
export type DropRow = typeof drops.$inferSelect
