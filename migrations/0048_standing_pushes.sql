-- Sources that are watched: what is new or changed in them is pushed by rule. `watch_id` names a push in `watched_urls`.
create table standing_pushes (
  id text primary key,
  watch_id integer not null unique,
  tenant_id text not null references tenants (id),
  name text not null,
  address text not null,
  kind text,
  rules text not null check (json_valid(rules)),
  interval_minutes integer not null check (interval_minutes > 0),
  paused integer not null default 0 check (paused in (0, 1)),
  paused_why text,
  next_run_at text,
  asked_at text,
  ran_at text,
  found_at text,
  failures integer not null default 0,
  failing_since text,
  failure text,
  learned_at text,
  incomplete integer not null default 0,
  known integer not null default 0,
  day text not null default '',
  day_pushed integer not null default 0,
  month text not null default '',
  month_pushed integer not null default 0,
  created_by text not null,
  created_at text not null,
  updated_at text not null,
  unique (tenant_id, address)
) strict;
create index standing_pushes_due on standing_pushes (next_run_at) where paused = 0;
create index standing_pushes_named on standing_pushes (name, id);

-- One reading of a source, and what became of what it found.
create table standing_runs (
  id text primary key,
  push_id text not null references standing_pushes (id) on delete cascade,
  tenant_id text not null,
  trigger text not null check (trigger in ('clock', 'person', 'hook', 'hub')),
  state text not null check (state in ('running', 'done', 'partial', 'held', 'failed')),
  started_at text not null,
  ended_at text,
  files integer not null default 0,
  unchanged_files integer not null default 0,
  seen integer not null default 0,
  carried integer not null default 0,
  new_urls integer not null default 0,
  changed_urls integer not null default 0,
  pushed integer not null default 0,
  held integer not null default 0,
  skipped text not null default '{}' check (json_valid(skipped)),
  job_ids text not null default '[]' check (json_valid(job_ids)),
  decided text check (decided in ('push', 'learn', 'drop')),
  decided_by text,
  note text
) strict;
create index standing_runs_push on standing_runs (push_id, id);

-- The files of a source: validators, and the digest by which a file is judged.
create table standing_files (
  push_id text not null references standing_pushes (id) on delete cascade,
  address text not null,
  kind text,
  listed_lastmod text,
  etag text,
  last_modified text,
  digest text,
  read_at text not null,
  primary key (push_id, address)
) strict, without rowid;

-- Every URL that a source has shown, without its text: `url_hash` is the first 63 bits of its SHA-256.
create table watched_urls (
  push integer not null,
  url_hash integer not null,
  lastmod integer,
  primary key (push, url_hash)
) strict, without rowid;

-- What was found and is not pushed yet. `lastmod` is -1 for a URL without any; `before` is the lastmod known until then.
create table standing_queue (
  push integer not null,
  url_hash integer not null,
  url text not null,
  lastmod integer not null,
  before integer,
  is_new integer not null check (is_new in (0, 1)),
  run_id text not null,
  primary key (push, url_hash)
) strict, without rowid;
create index standing_queue_next on standing_queue (push, lastmod desc, url_hash, run_id);

-- When each URL was last pushed by a workspace, by hand or by rule; written from the links, up to `sent_until`.
create table sent_urls (
  tenant_id text not null,
  url_hash integer not null,
  sent_at text not null,
  link_id integer not null,
  primary key (tenant_id, url_hash)
) strict, without rowid;
create index sent_urls_age on sent_urls (sent_at);
