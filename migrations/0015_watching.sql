-- The audit trail in the order in which it was written: numbers take a fifth of the room of ids in every index, each list
-- finds its page by them, and as only the oldest lines ever go, the first and the last number tell how many there are.

create table audit_lines (
  seq integer primary key,
  id text not null,
  at text not null,
  actor text not null,
  user_id text,
  key_id text,
  via text not null check (via in ('key', 'session', 'oauth', 'system')),
  app text,
  -- Through which door it came; null when it came through none.
  door text check (door in ('api', 'tool', 'page')),
  as_platform integer not null check (as_platform in (0, 1)),
  action text not null,
  tenant_id text,
  target text,
  before text,
  after text,
  ip text,
  request_id text
) strict;
insert into audit_lines (id, at, actor, user_id, key_id, via, app, as_platform, action, tenant_id, target, before, after, ip, request_id)
select id, at, actor, user_id, key_id, via, app, as_platform, action, tenant_id, target, before, after, ip, request_id from audit order by id;
drop table audit;
alter table audit_lines rename to audit;
create index audit_action on audit (action);
create index audit_tenant on audit (tenant_id);
create index audit_tenant_action on audit (tenant_id, action);
create index audit_actor on audit (actor);
create index audit_target on audit (target) where target is not null;
create index audit_ip on audit (ip) where ip is not null;
create index audit_request on audit (request_id) where request_id is not null;

-- What is known of a tracked error: in which versions it was seen, on which days, and one request that met it.

alter table tracked_errors add column versions text not null default '[]';
-- Who met it last, through which route: names, never what was sent.
alter table tracked_errors add column sample text;
alter table tracked_errors add column reopened_at text;
drop index tracked_errors_seen;
create index tracked_errors_seen on tracked_errors (last_seen_at, id);
create index tracked_errors_first on tracked_errors (first_seen_at, id);
create index tracked_errors_count on tracked_errors (count, id);
create index tracked_errors_state on tracked_errors (resolved, last_seen_at, id);
create index tracked_errors_state_first on tracked_errors (resolved, first_seen_at, id);
create index tracked_errors_state_count on tracked_errors (resolved, count, id);

create table tracked_error_days (
  error_id text not null references tracked_errors (id) on delete cascade,
  day text not null,
  n integer not null check (n > 0),
  primary key (error_id, day)
) strict, without rowid;
insert into tracked_error_days select id, substr(last_seen_at, 1, 10), count from tracked_errors;
