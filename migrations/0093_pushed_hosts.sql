-- Hosts that pushes brought to a workspace: without an IndexNow site, a host belongs to the workspace that pushed it
-- first, and to those whose pushes of it were said to be meant.

create table pushed_hosts (
  host text not null,
  tenant_id text not null references tenants (id) on delete cascade,
  job_id text not null,
  -- Whether a person said that the push is meant although the host is another workspace's.
  shared integer not null check (shared in (0, 1)),
  primary key (host, tenant_id, job_id)
) strict, without rowid;
create index pushed_hosts_tenant on pushed_hosts (tenant_id, job_id);
create index pushed_hosts_job on pushed_hosts (job_id);

-- Of earlier pushes the first link is known without reading all of them. Who pushed the same host shares it.
insert into pushed_hosts (host, tenant_id, job_id, shared)
  select host, tenant_id, id, 1 from (
    select l.host, j.tenant_id, j.id, row_number() over (partition by l.host, j.tenant_id order by j.id) as n
    from jobs j join links l on l.id = j.first_link
    where j.type = 'index' and j.status <> 'cancelled' and j.deleted_at is null and l.host is not null)
  where n <= 20;

create trigger pushed_host_shared after insert on pushed_hosts when new.shared = 1
begin
  insert into host_changes (root_id, host)
  select substr(path, 2, instr(substr(path, 2), '/') - 1), new.host from tenants where id = new.tenant_id
  on conflict do update set times = times + 1;
end;

create trigger pushed_host_moved after update of tenant_id on pushed_hosts
begin
  insert into host_changes (root_id, host)
  select substr(path, 2, instr(substr(path, 2), '/') - 1), new.host from tenants where id = new.tenant_id
  on conflict do update set times = times + 1;
end;

create trigger pushed_host_gone after delete on pushed_hosts
begin
  insert into host_changes (root_id, host)
  select substr(path, 2, instr(substr(path, 2), '/') - 1), old.host from tenants where id = old.tenant_id
  on conflict do update set times = times + 1;
end;

-- Its rows are deleted with it, when its path is gone.
create trigger pushed_hosts_deleted before delete on tenants
begin
  insert into host_changes (root_id, host)
  select substr(old.path, 2, instr(substr(old.path, 2), '/') - 1), host from pushed_hosts where tenant_id = old.id
  on conflict do update set times = times + 1;
end;

-- Hosts that are foreign to somebody may not be in the new place.
create trigger foreign_hosts_moved after update of parent_id on tenants when new.parent_id is not old.parent_id
begin
  insert into host_changes (root_id, host)
  select distinct substr(new.path, 2, instr(substr(new.path, 2), '/') - 1), f.host
  from tenants t join foreign_hosts f on f.tenant_id = t.id
  where t.path >= '/' || substr(new.path, 2, instr(substr(new.path, 2), '/'))
    and t.path < '/' || substr(new.path, 2, instr(substr(new.path, 2), '/')) || '~'
  on conflict do update set times = times + 1;
end;

-- A push that ended before it was sent whole was perhaps a mistake: it gives no host to its workspace.
create trigger pushed_hosts_cancelled after update of status on jobs when new.status = 'cancelled' and old.status <> 'cancelled'
begin
  delete from pushed_hosts where job_id = new.id;
end;

create trigger pushed_hosts_purged after update of deleted_at on jobs when new.deleted_at is not null and old.deleted_at is null
begin
  delete from pushed_hosts where job_id = new.id;
end;
