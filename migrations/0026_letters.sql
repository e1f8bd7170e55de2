-- Letters: who is told what, when the digest goes out, and which addresses the mail server refuses.

-- Until a person clears it, or a letter gets through, nothing that goes by itself is sent there.
create table refused_addresses (
  address text primary key,
  refused_at text not null,
  answer text not null
) strict, without rowid;

create table notice_settings (
  tenant_id text primary key references tenants (id) on delete cascade,
  -- Owners and admins get them without being listed.
  to_admins integer not null check (to_admins in (0, 1)),
  events text not null check (json_valid(events)),
  -- Told when fewer are left; null: never.
  low_index integer check (low_index >= 1),
  low_check integer check (low_check >= 1),
  digest integer not null check (digest in (0, 1)),
  digest_hour integer not null check (digest_hour between 0 and 23),
  time_zone text not null,
  skip_if_unchanged integer not null check (skip_if_unchanged in (0, 1)),
  next_digest_at text,
  -- The last day, where the workspace is, whose digest was made; up to when digests told; what needed a person then.
  digest_day text,
  told_until text,
  needs_hash text,
  updated_at text not null,
  check ((digest = 1) = (next_digest_at is not null))
) strict, without rowid;
create index notice_settings_due on notice_settings (next_digest_at) where next_digest_at is not null;

create table notice_recipients (
  tenant_id text not null references tenants (id) on delete cascade,
  email text not null check (email = lower(email)),
  -- 0: one in charge, kept because they unsubscribed.
  listed integer not null check (listed in (0, 1)),
  confirmed_at text,
  -- The link that confirms the address, by its hash.
  token_hash text unique,
  asked_at text,
  unsubscribed_at text,
  created_at text not null,
  primary key (tenant_id, email),
  check (confirmed_at is null or token_hash is null)
) strict, without rowid;

-- What happened and is still to be told, written beside what happened, in its transaction.
create table happenings (
  id integer primary key autoincrement,
  event text not null check (event in ('job_finished', 'low_credits', 'indexnow_site_failing', 'plan_past_due')),
  tenant_id text not null references tenants (id) on delete cascade,
  subject text not null,
  -- Credits that there were before.
  was integer,
  unique (event, subject)
) strict;
create index happenings_tenant on happenings (tenant_id);

create trigger jobs_finished after update of finished_at on jobs
when new.finished_at is not null and old.finished_at is null and new.status = 'done' and new.deleted_at is null
begin
  insert into happenings (event, tenant_id, subject) select 'job_finished', new.tenant_id, new.id
  where not exists (select 1 from happenings where event = 'job_finished' and subject = new.id);
end;

create trigger purses_fell after update of available on purses when new.available < old.available
begin
  insert into happenings (event, tenant_id, subject, was)
  select 'low_credits', new.tenant_id, new.tenant_id || ' ' || new.kind, old.available
  where not exists (
    select 1 from happenings where event = 'low_credits' and subject = new.tenant_id || ' ' || new.kind);
end;

create trigger sites_failed after update of status on indexnow_sites
when new.status = 'failing' and old.status <> 'failing'
begin
  insert into happenings (event, tenant_id, subject) select 'indexnow_site_failing', new.tenant_id, new.id
  where not exists (select 1 from happenings where event = 'indexnow_site_failing' and subject = new.id);
end;

create trigger plans_past_due after update of status on tenant_plans
when new.status = 'past_due' and old.status <> 'past_due'
begin
  insert into happenings (event, tenant_id, subject) select 'plan_past_due', new.tenant_id, new.tenant_id
  where not exists (select 1 from happenings where event = 'plan_past_due' and subject = new.tenant_id);
end;

-- What a digest tells: links that came to their end, and jobs that finished since.
create index links_settled on links (job_id, settled_at) where state = 'indexed' or credit = 'released';
create index jobs_ended on jobs (tenant_id, finished_at) where finished_at is not null;
