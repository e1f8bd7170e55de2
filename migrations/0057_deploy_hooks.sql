-- Who asked for the run that waits: a person, a deploy hook, or a hub.
alter table standing_pushes add column asked_by text;

-- Addresses that a deploy calls: it runs a standing push once the site has settled, or pushes the URLs that it brings.
create table deploy_hooks (
  id text primary key,
  tenant_id text not null references tenants (id),
  name text not null,
  mode text not null check (mode in ('standard', 'github', 'netlify', 'vercel', 'address')),
  token_hash text not null unique,
  secret_sealed text,
  standing_push_id text references standing_pushes (id) on delete set null,
  hosts text not null check (json_valid(hosts)),
  settle_seconds integer not null check (settle_seconds >= 0),
  cap_day integer,
  budget_month integer,
  day text not null default '',
  day_pushed integer not null default 0,
  month text not null default '',
  month_pushed integer not null default 0,
  paused integer not null default 0 check (paused in (0, 1)),
  used_at text,
  created_by text not null,
  created_at text not null,
  updated_at text not null
) strict;
create index deploy_hooks_named on deploy_hooks (name, id);
create index deploy_hooks_push on deploy_hooks (standing_push_id) where standing_push_id is not null;

-- Calls of a hook that were proven. `urls` is kept until they are pushed.
create table deploy_calls (
  id text primary key,
  hook_id text not null references deploy_hooks (id) on delete cascade,
  replay_key text,
  at text not null,
  from_ip text,
  source text not null,
  state text not null check (state in ('waiting', 'done', 'ignored', 'failed')),
  due_at text,
  wants_run integer not null check (wants_run in (0, 1)),
  urls text check (urls is null or json_valid(urls)),
  links integer not null default 0,
  pushed integer not null default 0,
  skipped text not null default '{}' check (json_valid(skipped)),
  job_id text,
  run_id text,
  note text
) strict;
create index deploy_calls_hook on deploy_calls (hook_id, id);
create index deploy_calls_replay on deploy_calls (hook_id, replay_key, at);
create index deploy_calls_due on deploy_calls (due_at) where state = 'waiting';
create index deploy_calls_run on deploy_calls (hook_id) where wants_run = 1 and run_id is null and state = 'done';
create index deploy_calls_age on deploy_calls (at);
