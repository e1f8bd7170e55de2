-- Hosts of another client among the links of a job. Decided when the job is written, and again when a site is added,
-- removed or proven, or a workspace is moved. Their pages stay out of what the client of the job reads.

create table foreign_hosts (
  job_id text not null,
  host text not null,
  -- The workspace of the job.
  tenant_id text not null,
  -- The workspace that the host belongs to.
  owner_id text not null,
  links integer not null,
  primary key (job_id, host)
) strict, without rowid;
create index foreign_hosts_tenant on foreign_hosts (tenant_id, job_id);

-- What the counters of days have of these links.
create table foreign_days (
  job_id text not null,
  host text not null,
  day text not null,
  sent integer not null,
  came integer not null,
  missed integer not null,
  indexed integer not null,
  returned integer not null,
  primary key (job_id, host, day)
) strict, without rowid;

create trigger links_foreign after update of state, credit, sent_at, settled_at on links
when exists (select 1 from foreign_hosts where job_id = new.job_id and host = new.host)
begin
  insert into foreign_days (job_id, host, day, sent, came, missed, indexed, returned)
  select new.job_id, new.host, day, sum(n * sent), sum(n * came), sum(n * missed), sum(n * indexed), sum(n * returned)
  from (
    select substr(old.sent_at, 1, 10) as day, -1 as n, 1 as sent, old.state = 'indexed' as came,
      old.state = 'not_indexed' as missed, 0 as indexed, 0 as returned
    union all select substr(new.sent_at, 1, 10), 1, 1, new.state = 'indexed', new.state = 'not_indexed', 0, 0
    union all select substr(old.settled_at, 1, 10), -1, 0, 0, 0, old.state = 'indexed' and old.credit is not 'released',
      old.credit is 'released' and old.state <> 'failed'
    union all select substr(new.settled_at, 1, 10), 1, 0, 0, 0, new.state = 'indexed' and new.credit is not 'released',
      new.credit is 'released' and new.state <> 'failed')
  where day is not null group by day
  on conflict do update set sent = sent + excluded.sent, came = came + excluded.came, missed = missed + excluded.missed,
    indexed = indexed + excluded.indexed, returned = returned + excluded.returned;
end;

create trigger links_foreign_gone after delete on links
when exists (select 1 from foreign_hosts where job_id = old.job_id and host = old.host)
begin
  update foreign_hosts set links = links - 1 where job_id = old.job_id and host = old.host;
end;

-- Hosts that may have another owner in a tree: a task judges the jobs with links on them again.
create table host_changes (
  root_id text not null,
  host text not null,
  -- Grows with each change, so that a change during the work is not lost.
  times integer not null default 1,
  primary key (root_id, host)
) strict, without rowid;

create trigger site_added after insert on indexnow_sites
begin
  insert into host_changes (root_id, host)
  select substr(path, 2, instr(substr(path, 2), '/') - 1), new.host from tenants where id = new.tenant_id
  on conflict do update set times = times + 1;
end;

create trigger site_proven after update of verified_at on indexnow_sites
when (new.verified_at is null) <> (old.verified_at is null)
begin
  insert into host_changes (root_id, host)
  select substr(path, 2, instr(substr(path, 2), '/') - 1), new.host from tenants where id = new.tenant_id
  on conflict do update set times = times + 1;
end;

create trigger site_removed after delete on indexnow_sites
begin
  insert into host_changes (root_id, host)
  select substr(path, 2, instr(substr(path, 2), '/') - 1), old.host from tenants where id = old.tenant_id
  on conflict do update set times = times + 1;
end;

-- Its sites are deleted after it, when its path is gone.
create trigger sites_deleted before delete on tenants
begin
  insert into host_changes (root_id, host)
  select substr(old.path, 2, instr(substr(old.path, 2), '/') - 1), host from indexnow_sites where tenant_id = old.id
  on conflict do update set times = times + 1;
end;

create trigger sites_archived after update of archived_at on tenants
when (new.archived_at is null) <> (old.archived_at is null)
begin
  insert into host_changes (root_id, host)
  select distinct substr(new.path, 2, instr(substr(new.path, 2), '/') - 1), s.host
  from tenants t join indexnow_sites s on s.tenant_id = t.id where t.path >= new.path and t.path < new.path || '~'
  on conflict do update set times = times + 1;
end;

create trigger sites_moved after update of parent_id on tenants when new.parent_id is not old.parent_id
begin
  insert into host_changes (root_id, host)
  select distinct substr(new.path, 2, instr(substr(new.path, 2), '/') - 1), s.host
  from tenants t join indexnow_sites s on s.tenant_id = t.id
  where t.path >= '/' || substr(new.path, 2, instr(substr(new.path, 2), '/'))
    and t.path < '/' || substr(new.path, 2, instr(substr(new.path, 2), '/')) || '~'
  on conflict do update set times = times + 1;
end;

insert into host_changes (root_id, host)
  select distinct substr(t.path, 2, instr(substr(t.path, 2), '/') - 1), s.host
  from indexnow_sites s join tenants t on t.id = s.tenant_id;
