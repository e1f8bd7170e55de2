-- Checks of links after day 7 have purposes of their own: `retention` of a watched link, `canary` of one that tests the engine.
alter table looks rename column purpose to purpose_before;
alter table looks add column purpose text not null default 'recheck'
  check (purpose in ('before', 'guarantee', 'recheck', 'check', 'holdout', 'retention', 'canary'));
update looks set purpose = purpose_before;
alter table looks drop column purpose_before;

-- Whether links of a workspace and of those below it are watched; a workspace below may have a row of its own.
create table retention (
  tenant_id text primary key references tenants (id) on delete cascade,
  is_on integer not null check (is_on in (0, 1)),
  budget_month integer not null check (budget_month >= 0),
  k_min integer not null check (k_min between 2 and 4),
  k_max integer not null check (k_max between k_min and 4),
  -- Links up to this one are watched where they should be; null: all are.
  enrolled_until integer,
  changed_by text not null,
  changed_at text not null
) strict, without rowid;

-- Links that were just found indexed, until they are watched or left alone.
create table watch_news (link_id integer primary key) strict;
create trigger link_seen after update of state on links
when new.state = 'indexed' and old.state <> 'indexed' and exists (select 1 from retention where is_on = 1)
begin
  insert or ignore into watch_news values (new.id);
end;

create table watches (
  link_id integer primary key references links (id) on delete cascade,
  job_id text not null,
  tenant_id text not null references tenants (id) on delete cascade,
  host text not null,
  adapter text not null,
  -- Monday of the week in which it was first seen (UTC).
  week text not null,
  first_seen_at text not null,
  state text not null check (state in ('kept', 'suspect', 'dropped', 'returned', 'ended')),
  -- The steps between which its answers count on the curve; null: it was first seen before it was watched, and not since.
  entered integer,
  counted integer,
  -- 1: its first drop is counted, so its life on the curve is over.
  is_over integer not null default 0 check (is_over in (0, 1)),
  due_at text,
  -- 0: it is asked before others.
  rank integer not null default 1 check (rank in (0, 1)),
  streak integer not null default 0,
  vantage text,
  last_yes_at text not null,
  first_no_at text,
  last_no_at text,
  dropped_at text,
  returned_at text,
  -- 1: its page is to be read.
  examine integer not null default 0 check (examine in (0, 1)),
  cause text,
  facts text,
  google_cause text,
  google_canonical text,
  crawled_at text,
  pushed_again integer not null default 0,
  pushed_at text,
  drop_id text
) strict;
create index watches_due on watches (tenant_id, rank, due_at) where due_at is not null;
create index watches_state on watches (tenant_id, state, dropped_at);
create index watches_host on watches (tenant_id, host, state);
create index watches_examine on watches (tenant_id) where examine = 1;
create index watches_drop on watches (drop_id) where drop_id is not null;
create index watches_crawled on watches (tenant_id, crawled_at) where crawled_at is not null and state = 'kept';
create index watches_old on watches (state, first_seen_at);

-- Watched links by the step at which their answer is counted: at risk then, and dropped. The curve is a sum of these.
create table retention_steps (
  tenant_id text not null references tenants (id) on delete cascade,
  week text not null,
  host text not null,
  adapter text not null,
  step integer not null,
  at_risk integer not null,
  dropped integer not null,
  primary key (tenant_id, week, host, adapter, step)
) strict, without rowid;

-- Check credits that watching spent, by the workspace whose budget it is and by quarter of an hour.
create table retention_spend (
  root_id text not null references tenants (id) on delete cascade,
  quarter text not null,
  tenant_id text not null,
  credits integer not null,
  primary key (root_id, quarter, tenant_id)
) strict, without rowid;
create index retention_spend_of on retention_spend (tenant_id, quarter);

-- Drops of one host with one cause, found in one week.
create table drops (
  id text primary key,
  tenant_id text not null references tenants (id) on delete cascade,
  host text not null,
  cause text not null,
  week text not null,
  opened_at text not null,
  state text not null check (state in ('open', 'pushed', 'closed')),
  closed_why text,
  closed_by text,
  event_id text,
  unique (tenant_id, host, cause, week)
) strict, without rowid;
create index drops_opened on drops (tenant_id, opened_at);

-- An engine that dropped pages of many hosts at once, in one agency.
create table engine_events (
  id text primary key,
  root_id text not null references tenants (id) on delete cascade,
  opened_at text not null,
  until text not null,
  hosts integer not null,
  clients integer not null
) strict, without rowid;
create index engine_events_of on engine_events (root_id, until);

-- Answers about watched links by day and engine, and the noes among them that a later yes refuted.
create table engine_noise (
  day text not null,
  adapter text not null,
  looks integer not null,
  flips integer not null,
  primary key (day, adapter)
) strict, without rowid;

-- Tests of an engine by pages that have been there for long.
create table canary_batches (
  id integer primary key,
  planned_at text not null,
  looks integer not null,
  answered integer not null default 0,
  missing integer not null default 0,
  state text not null check (state in ('open', 'sound', 'void')),
  ended_at text,
  -- 1: a failed one is in the list of errors.
  noted integer not null default 0 check (noted in (0, 1))
) strict;

-- Days on which a workspace's links were first asked by another engine, method or country.
create table retention_marks (
  tenant_id text not null references tenants (id) on delete cascade,
  day text not null,
  text text not null,
  primary key (tenant_id, day, text)
) strict, without rowid;
