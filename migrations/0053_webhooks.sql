-- Where events are sent. `secrets_sealed` is JSON: the signing secret, the one before it, the ed25519 seed, own headers.
create table webhook_endpoints (
  id text primary key,
  tenant_id text not null references tenants (id) on delete cascade,
  url text not null,
  types text not null check (json_valid(types)),
  scope text not null check (scope in ('own', 'tree', 'platform')),
  -- off: by a person, nothing is stored. disabled: by too many failures, events are held.
  state text not null default 'on' check (state in ('on', 'off', 'disabled')),
  why_disabled text,
  secrets_sealed text not null,
  public_key text not null,
  -- Until then the secret before signs too.
  old_until text,
  header_names text not null default '[]' check (json_valid(header_names)),
  failing_since text,
  failures integer not null default 0,
  -- 1: held events go out one after the other, in the order of their creation.
  catching_up integer not null default 0 check (catching_up in (0, 1)),
  delivered_at text,
  disabled_at text,
  created_by text not null,
  created_at text not null,
  updated_at text not null
) strict;
create index webhook_endpoints_tenant on webhook_endpoints (tenant_id, id);
create index webhook_endpoints_url on webhook_endpoints (url, id);
create index webhook_endpoints_created on webhook_endpoints (created_at, id);

-- What happened, with the bytes that every try sends.
create table webhook_events (
  id text primary key,
  -- Names the event where it may be found twice.
  ref text unique,
  tenant_id text references tenants (id) on delete cascade,
  type text not null,
  body text not null,
  created_at text not null
) strict;
create index webhook_events_age on webhook_events (created_at);
create index webhook_events_tenant on webhook_events (tenant_id);

-- One event for one endpoint.
create table webhook_deliveries (
  id text primary key,
  event_id text not null references webhook_events (id) on delete cascade,
  endpoint_id text not null references webhook_endpoints (id) on delete cascade,
  type text not null,
  state text not null check (state in ('waiting', 'delivered', 'dead', 'held')),
  attempts integer not null default 0,
  -- 1: a try failed; first tries go before those.
  again integer not null default 0 check (again in (0, 1)),
  next_attempt_at text,
  status integer,
  took_ms integer,
  error text,
  created_at text not null,
  delivered_at text,
  unique (event_id, endpoint_id),
  check ((state = 'waiting') = (next_attempt_at is not null))
) strict;
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, again, next_attempt_at, id) where state = 'waiting';
create index webhook_deliveries_line on webhook_deliveries (endpoint_id, id) where state = 'waiting';
create index webhook_deliveries_endpoint on webhook_deliveries (endpoint_id, id);
create index webhook_deliveries_state on webhook_deliveries (endpoint_id, state, id);
create index webhook_deliveries_held on webhook_deliveries (created_at) where state = 'held';

-- The last tries of a delivery.
create table webhook_attempts (
  delivery_id text not null references webhook_deliveries (id) on delete cascade,
  at text not null,
  n integer not null,
  status integer,
  took_ms integer not null,
  error text,
  answer text,
  primary key (delivery_id, n)
) strict, without rowid;

-- What happened and has no event yet: a trigger writes it beside what happened, where an endpoint listens.
create table webhook_news (
  id integer primary key autoincrement,
  type text not null,
  tenant_id text references tenants (id) on delete cascade,
  subject text not null,
  at text not null,
  -- Credits that there were before.
  was integer,
  unique (type, subject)
) strict;
create index webhook_news_tenant on webhook_news (tenant_id);

-- In how many events the links of a push were reported.
create table webhook_link_news (
  job_id text primary key references jobs (id) on delete cascade,
  events integer not null
) strict, without rowid;

-- "or ignore" would be overridden by the statement that fires a trigger, so each looks first.
create trigger webhook_job_made after insert on jobs
when new.type = 'index' and exists (select 1 from webhook_endpoints where state <> 'off')
begin
  insert into webhook_news (type, tenant_id, subject, at)
  select * from (select 'push.accepted' as type, new.tenant_id as tenant_id, new.id as subject, new.created_at as at) n
  where not exists (select 1 from webhook_news w where w.type = n.type and w.subject = n.subject);
end;

create trigger webhook_job_moved after update of status on jobs
when new.status <> old.status and new.type = 'index' and new.status = 'watching' and old.status = 'sending'
  and exists (select 1 from webhook_endpoints where state <> 'off')
begin
  insert into webhook_news (type, tenant_id, subject, at)
  select * from (select 'push.sent' as type, new.tenant_id as tenant_id, new.id as subject, new.updated_at as at) n
  where not exists (select 1 from webhook_news w where w.type = n.type and w.subject = n.subject);
end;

create trigger webhook_job_ended after update of finished_at on jobs
when new.finished_at is not null and old.finished_at is null and new.deleted_at is null and new.status in ('done', 'cancelled')
  and (new.status = 'cancelled' or old.undo_until is null or old.undo_until <= new.updated_at)
  and exists (select 1 from webhook_endpoints where state <> 'off')
begin
  insert into webhook_news (type, tenant_id, subject, at)
  select * from (select case when new.type = 'check' then 'check.finished' when new.status = 'done' then 'push.finished' else 'push.cancelled' end as type, new.tenant_id as tenant_id, new.id as subject, new.finished_at as at) n
  where not exists (select 1 from webhook_news w where w.type = n.type and w.subject = n.subject);
end;

create trigger webhook_links_settled after update of outcome on jobs
when new.type = 'index' and new.sent_at is not null and new.deleted_at is null and new.outcome <> old.outcome
  and exists (select 1 from webhook_endpoints where state <> 'off')
begin
  insert into webhook_news (type, tenant_id, subject, at)
  select * from (select 'links' as type, new.tenant_id as tenant_id, new.id as subject, new.updated_at as at) n
  where not exists (select 1 from webhook_news w where w.type = n.type and w.subject = n.subject);
end;

create trigger webhook_purse_made after insert on purses
when new.available <> 0 and exists (select 1 from webhook_endpoints where state <> 'off')
begin
  insert into webhook_news (type, tenant_id, subject, at, was)
  select * from (select 'credits' as type, new.tenant_id as tenant_id, new.tenant_id || ' ' || new.kind as subject, '' as at, 0 as was) n
  where not exists (select 1 from webhook_news w where w.type = n.type and w.subject = n.subject);
end;

create trigger webhook_purse_moved after update of available on purses
when new.available <> old.available and exists (select 1 from webhook_endpoints where state <> 'off')
begin
  insert into webhook_news (type, tenant_id, subject, at, was)
  select * from (select 'credits' as type, new.tenant_id as tenant_id, new.tenant_id || ' ' || new.kind as subject, '' as at, old.available as was) n
  where not exists (select 1 from webhook_news w where w.type = n.type and w.subject = n.subject);
end;

create trigger webhook_site_judged after update of status on indexnow_sites
when new.status <> old.status and new.status in ('failing', 'verified') and exists (select 1 from webhook_endpoints where state <> 'off')
begin
  insert into webhook_news (type, tenant_id, subject, at)
  select * from (select 'indexnow_site.' || new.status as type, new.tenant_id as tenant_id, new.id as subject, new.updated_at as at) n
  where not exists (select 1 from webhook_news w where w.type = n.type and w.subject = n.subject);
end;

create trigger webhook_standing_ran after update of state on standing_runs
when old.state = 'running' and new.state <> 'running' and exists (select 1 from webhook_endpoints where state <> 'off')
begin
  insert into webhook_news (type, tenant_id, subject, at)
  select * from (select 'standing_push.' || case new.state when 'held' then 'held' when 'failed' then 'failed' else 'ran' end as type, new.tenant_id as tenant_id, new.id as subject, coalesce(new.ended_at, new.started_at) as at) n
  where not exists (select 1 from webhook_news w where w.type = n.type and w.subject = n.subject);
end;

create trigger webhook_draft_made after insert on drafts
when new.status = 'waiting' and exists (select 1 from webhook_endpoints where state <> 'off')
begin
  insert into webhook_news (type, tenant_id, subject, at)
  select * from (select 'draft.waiting' as type, new.tenant_id as tenant_id, new.id as subject, new.created_at as at) n
  where not exists (select 1 from webhook_news w where w.type = n.type and w.subject = n.subject);
end;

create trigger webhook_report_made after insert on report_issues
when new.state = 'waiting' and exists (select 1 from webhook_endpoints where state <> 'off')
begin
  insert into webhook_news (type, tenant_id, subject, at)
  select * from (select 'report.waiting' as type, new.tenant_id as tenant_id, new.id as subject, new.created_at as at) n
  where not exists (select 1 from webhook_news w where w.type = n.type and w.subject = n.subject);
end;

create trigger webhook_report_moved after update of state on report_issues
when new.state <> old.state and new.state in ('waiting', 'sent') and exists (select 1 from webhook_endpoints where state <> 'off')
begin
  insert into webhook_news (type, tenant_id, subject, at)
  select * from (select 'report.' || new.state as type, new.tenant_id as tenant_id, new.id as subject, new.updated_at as at) n
  where not exists (select 1 from webhook_news w where w.type = n.type and w.subject = n.subject);
end;

create trigger webhook_reader_bounced after update of status on report_recipients
when new.status = 'bounced' and old.status <> 'bounced' and exists (select 1 from webhook_endpoints where state <> 'off')
begin
  insert into webhook_news (type, tenant_id, subject, at)
  select * from (select 'report.bounced' as type, new.tenant_id as tenant_id, new.id as subject, new.status_at as at) n
  where not exists (select 1 from webhook_news w where w.type = n.type and w.subject = n.subject);
end;

create trigger webhook_breaker_opened after insert on breakers
when new.state = 'open' and exists (select 1 from webhook_endpoints where state <> 'off')
begin
  insert into webhook_news (type, subject, at)
  select * from (select 'supplier.breaker_opened' as type, new.route as subject, new.opened_at as at) n
  where not exists (select 1 from webhook_news w where w.type = n.type and w.subject = n.subject);
end;

create trigger webhook_breaker_closed after delete on breakers
when exists (select 1 from webhook_endpoints where state <> 'off')
begin
  insert into webhook_news (type, subject, at)
  select * from (select 'supplier.breaker_closed' as type, old.route as subject, '' as at) n
  where not exists (select 1 from webhook_news w where w.type = n.type and w.subject = n.subject);
end;

create trigger webhook_backup_failed after update of state on backups
when new.state = 'failed' and old.state <> 'failed' and exists (select 1 from webhook_endpoints where state <> 'off')
begin
  insert into webhook_news (type, subject, at)
  select * from (select 'backup.failed' as type, new.id as subject, coalesce(new.finished_at, new.started_at) as at) n
  where not exists (select 1 from webhook_news w where w.type = n.type and w.subject = n.subject);
end;
