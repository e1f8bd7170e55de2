import { blob, integer, primaryKey, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core'
import { CALL_STATES, KINDS, MODES, RUN_STATES, TRIGGERS } from './words.ts'

/** A source that is watched, with the rules by which its links are pushed. `watch_id` names it in `watched_urls`. */
export const standingPushes = sqliteTable(
  'standing_pushes',
  {
    id: text().primaryKey(),
    watch_id: integer().notNull().unique(),
    tenant_id: text().notNull(),
    name: text().notNull(),
    address: text().notNull(),
    kind: text({ enum: KINDS }),
    rules: text().notNull(),
    interval_minutes: integer().notNull(),
    paused: integer().notNull().default(0),
    paused_why: text(),
    next_run_at: text(),
    asked_at: text(),
    asked_by: text({ enum: TRIGGERS }),
    ran_at: text(),
    found_at: text(),
    failures: integer().notNull().default(0),
    failing_since: text(),
    /** The value of `failing_since` about which readers have a letter. */
    warned_since: text(),
    failure: text(),
    learned_at: text(),
    incomplete: integer().notNull().default(0),
    known: integer().notNull().default(0),
    day: text().notNull().default(''),
    day_pushed: integer().notNull().default(0),
    month: text().notNull().default(''),
    month_pushed: integer().notNull().default(0),
    created_by: text().notNull(),
    created_at: text().notNull(),
    updated_at: text().notNull(),
    authorization_sealed: text(),
    found_gap: integer(),
  },
  (row) => [unique().on(row.tenant_id, row.address)],
)

/** One reading of a source. */
export const standingRuns = sqliteTable('standing_runs', {
  id: text().primaryKey(),
  push_id: text().notNull(),
  tenant_id: text().notNull(),
  trigger: text({ enum: TRIGGERS }).notNull(),
  state: text({ enum: RUN_STATES }).notNull(),
  started_at: text().notNull(),
  ended_at: text(),
  files: integer().notNull().default(0),
  unchanged_files: integer().notNull().default(0),
  seen: integer().notNull().default(0),
  carried: integer().notNull().default(0),
  new_urls: integer().notNull().default(0),
  changed_urls: integer().notNull().default(0),
  pushed: integer().notNull().default(0),
  held: integer().notNull().default(0),
  skipped: text().notNull().default('{}'),
  job_ids: text().notNull().default('[]'),
  decided: text({ enum: ['push', 'learn', 'drop'] }),
  decided_by: text(),
  note: text(),
  gone: integer().notNull().default(0),
})

/** A file of a source, as it was last read. */
export const standingFiles = sqliteTable(
  'standing_files',
  {
    push_id: text().notNull(),
    address: text().notNull(),
    kind: text({ enum: KINDS }),
    listed_lastmod: text(),
    etag: text(),
    last_modified: text(),
    digest: text(),
    read_at: text().notNull(),
  },
  (row) => [primaryKey({ columns: [row.push_id, row.address] })],
)

/** The list of a file with that digest: hashes and dates, as `EntryList` reads them. */
export const standingLists = sqliteTable(
  'standing_lists',
  {
    push: integer().notNull(),
    address: text().notNull(),
    digest: text().notNull(),
    entries: blob().$type<Uint8Array>().notNull(),
  },
  (row) => [primaryKey({ columns: [row.push, row.address] })],
)

/** Links that a source no longer lists; `run_id`: the first complete reading without it. */
export const standingMissing = sqliteTable(
  'standing_missing',
  { push: integer().notNull(), url_hash: integer().notNull(), run_id: text(), is_gone: integer().notNull().default(0) },
  (row) => [primaryKey({ columns: [row.push, row.url_hash] })],
)

/** Every URL that a source has shown, by its hash. */
export const watchedUrls = sqliteTable(
  'watched_urls',
  { push: integer().notNull(), url_hash: integer().notNull(), lastmod: integer(), content_hash: integer() },
  (row) => [primaryKey({ columns: [row.push, row.url_hash] })],
)

/** Found and not pushed yet. */
export const standingQueue = sqliteTable(
  'standing_queue',
  {
    push: integer().notNull(),
    url_hash: integer().notNull(),
    url: text().notNull(),
    lastmod: integer().notNull(),
    before: integer(),
    is_new: integer().notNull(),
    run_id: text().notNull(),
  },
  (row) => [primaryKey({ columns: [row.push, row.url_hash] })],
)

/** An address that a deploy calls. */
export const deployHooks = sqliteTable('deploy_hooks', {
  id: text().primaryKey(),
  tenant_id: text().notNull(),
  name: text().notNull(),
  mode: text({ enum: MODES }).notNull(),
  token_hash: text().notNull().unique(),
  secret_sealed: text(),
  standing_push_id: text(),
  hosts: text().notNull(),
  settle_seconds: integer().notNull(),
  cap_day: integer(),
  budget_month: integer(),
  day: text().notNull().default(''),
  day_pushed: integer().notNull().default(0),
  month: text().notNull().default(''),
  month_pushed: integer().notNull().default(0),
  paused: integer().notNull().default(0),
  used_at: text(),
  created_by: text().notNull(),
  created_at: text().notNull(),
  updated_at: text().notNull(),
})

/** A call of a deploy hook that was proven. */
export const deployCalls = sqliteTable('deploy_calls', {
  id: text().primaryKey(),
  hook_id: text().notNull(),
  replay_key: text(),
  at: text().notNull(),
  from_ip: text(),
  source: text().notNull(),
  state: text({ enum: CALL_STATES }).notNull(),
  due_at: text(),
  wants_run: integer().notNull(),
  urls: text(),
  links: integer().notNull().default(0),
  pushed: integer().notNull().default(0),
  skipped: text().notNull().default('{}'),
  job_id: text(),
  run_id: text(),
  note: text(),
})

/** A subscription to the WebSub hub of a source. */
export const hubSubscriptions = sqliteTable('hub_subscriptions', {
  push_id: text().primaryKey(),
  hub: text().notNull(),
  topic: text().notNull(),
  token_hash: text().notNull().unique(),
  secret_sealed: text().notNull(),
  awaits: integer().notNull().default(0),
  ask_at: text().notNull(),
  failures: integer().notNull().default(0),
  lease_until: text(),
  heard_at: text(),
  note: text(),
})

export type SubscriptionRow = typeof hubSubscriptions.$inferSelect
export type HookRow = typeof deployHooks.$inferSelect
export type CallRow = typeof deployCalls.$inferSelect
export type PushRow = typeof standingPushes.$inferSelect
export type RunRow = typeof standingRuns.$inferSelect
export type FileRow = typeof standingFiles.$inferSelect
