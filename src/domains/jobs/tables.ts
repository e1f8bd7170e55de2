import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { ENGINES, INDEXED, JOB_STATUSES, JOB_TYPES, LINK_CREDITS, LINK_STATES, STAGES } from './shapes.ts'

/** A push or a check: one order of links by one workspace. */
export const jobs = sqliteTable('jobs', {
  id: text().primaryKey(),
  tenant_id: text().notNull(),
  type: text({ enum: JOB_TYPES }).notNull(),
  name: text().notNull(),
  status: text({ enum: JOB_STATUSES }).notNull(),
  note: text(),
  drip_days: integer().notNull().default(0),
  recheck_days: integer().notNull().default(0),
  preflight: integer().notNull().default(1),
  skip_flagged: integer().notNull().default(1),
  pre_check: integer().notNull().default(0),
  smart: integer().notNull().default(0),
  force_refresh: integer().notNull().default(0),
  indexnow_force: integer().notNull().default(0),
  holdout_pct: integer().notNull().default(0),
  engine: text({ enum: ENGINES }).notNull().default('scan_standard'),
  simulated: integer().notNull().default(0),
  created_by: text().notNull(),
  source_job_id: text(),
  link_count: integer().notNull(),
  first_link: integer().notNull().default(0),
  last_link: integer().notNull().default(0),
  outcome: text().notNull(),
  comparison: text().notNull(),
  sent_at: text(),
  finished_at: text(),
  paused_since: text(),
  resumed_at: text(),
  resumed_link: integer().notNull().default(0),
  deleted_at: text(),
  created_at: text().notNull(),
  updated_at: text().notNull(),
  undo_until: text(),
  indexnow: integer().notNull().default(1),
})

/** Jobs in sight by workspace, type and status. Triggers keep the counts. */
export const jobCounts = sqliteTable(
  'job_counts',
  { tenant_id: text().notNull(), type: text().notNull(), status: text().notNull(), jobs: integer().notNull() },
  (row) => [primaryKey({ columns: [row.tenant_id, row.type, row.status] })],
)

/** One URL of a job, its result and its credit. */
export const links = sqliteTable('links', {
  id: integer().primaryKey(),
  job_id: text().notNull(),
  url: text().notNull(),
  state: text({ enum: LINK_STATES }).notNull(),
  indexed: text({ enum: INDEXED }).notNull().default('unknown'),
  credit: text({ enum: LINK_CREDITS }),
  guarantee: integer().notNull().default(1),
  push_anyway: integer().notNull().default(0),
  facts: text(),
  flags: text().notNull().default('[]'),
  fix: text(),
  before_indexed: text({ enum: INDEXED }),
  reason: text(),
  due_at: text(),
  batch_id: text(),
  sent_at: text(),
  looks: integer().notNull().default(0),
  next_look_at: text(),
  checked_at: text(),
  settled_at: text(),
  warnings: text().notNull().default('[]'),
  bing_flags: text().notNull().default('[]'),
  again: text(),
  answers: text(),
  /** Why Google keeps a link out that was not found. Triggers keep it. */
  google_cause: text(),
})

/** Slices that large orders still have to write; `data` is JSON from which their rows are made. */
export const orderSlices = sqliteTable(
  'order_slices',
  {
    id: integer().primaryKey(),
    job_id: text().notNull(),
    kind: text({ enum: ['links', 'retries', 'checks'] }).notNull(),
    index_credits: integer().notNull(),
    check_credits: integer().notNull(),
    data: text().notNull(),
  },
  (row) => [index('order_slices_job').on(row.job_id), index('order_slices_kind').on(row.kind)],
)

/**
 * Sent links of a job by the quarter of an hour in which they were sent (UTC, so that the weeks of every time zone add up),
 * by host and stage. Triggers keep the counts; SQLite computes `stage`, `quarter` and `host` of
 * a link from its other columns.
 */
export const cohorts = sqliteTable(
  'cohorts',
  {
    job_id: text().notNull(),
    quarter: text().notNull(),
    host: text().notNull(),
    ...Object.fromEntries(STAGES.map((stage) => [stage, integer().notNull().default(0)])),
  },
  (row) => [primaryKey({ columns: [row.job_id, row.quarter, row.host] })],
)

const COUNTS_OF_LINKS = {
  sent: integer().notNull().default(0),
  came: integer().notNull().default(0),
  missed: integer().notNull().default(0),
  indexed: integer().notNull().default(0),
  returned: integer().notNull().default(0),
}

/** Links of a workspace by the quarter of an hour (UTC) in which they were sent, with results, or got their result. */
export const linkQuarters = sqliteTable(
  'link_quarters',
  { tenant_id: text().notNull(), quarter: text().notNull(), ...COUNTS_OF_LINKS },
  (row) => [primaryKey({ columns: [row.tenant_id, row.quarter] })],
)

/** The same by UTC day. Triggers keep it. */
export const linkDays = sqliteTable(
  'link_days',
  { tenant_id: text().notNull(), day: text().notNull(), ...COUNTS_OF_LINKS },
  (row) => [primaryKey({ columns: [row.tenant_id, row.day] })],
)

/** A host of another client among the links of a job; `tenant_id` is the workspace of the job. */
export const foreignHosts = sqliteTable(
  'foreign_hosts',
  {
    job_id: text().notNull(),
    host: text().notNull(),
    tenant_id: text().notNull(),
    owner_id: text().notNull(),
    links: integer().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.job_id, row.host] }),
    index('foreign_hosts_tenant').on(row.tenant_id, row.job_id),
  ],
)

/** The share of such links in the counters. A trigger keeps the counts while links change. */
export const foreignQuarters = sqliteTable(
  'foreign_quarters',
  {
    job_id: text().notNull(),
    host: text().notNull(),
    quarter: text().notNull(),
    sent: integer().notNull(),
    came: integer().notNull(),
    missed: integer().notNull(),
    indexed: integer().notNull(),
    returned: integer().notNull(),
  },
  (row) => [primaryKey({ columns: [row.job_id, row.host, row.quarter] })],
)

/** Hosts that may have another owner in a tree, until the jobs with links on them are judged again. Triggers write it. */
export const hostChanges = sqliteTable(
  'host_changes',
  { root_id: text().notNull(), host: text().notNull(), times: integer().notNull().default(1) },
  (row) => [primaryKey({ columns: [row.root_id, row.host] })],
)

/** Hosts that pushes brought to workspaces. */
export const pushedHosts = sqliteTable(
  'pushed_hosts',
  { host: text().notNull(), tenant_id: text().notNull(), job_id: text().notNull(), shared: integer().notNull() },
  (row) => [
    primaryKey({ columns: [row.host, row.tenant_id, row.job_id] }),
    index('pushed_hosts_tenant').on(row.tenant_id, row.job_id),
    index('pushed_hosts_job').on(row.job_id),
  ],
)

export type JobRow = typeof jobs.$inferSelect
export type LinkRow = typeof links.$inferSelect
