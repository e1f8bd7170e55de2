-- The icon of the first host of a workspace, fetched once by a task that finds it in these rows.
create table site_icons (
  tenant_id text primary key references tenants (id) on delete cascade,
  host text not null,
  state text not null check (state in ('due', 'kept', 'none', 'removed')),
  attempts integer not null,
  next_at text,
  hash text,
  body blob,
  updated_at text not null,
  check ((body is null) = (hash is null)),
  check (length(body) <= 65536)
) strict;
create index site_icons_due on site_icons (next_at) where state = 'due';

insert into site_icons (tenant_id, host, state, attempts, next_at, updated_at)
  select tenant_id, host, 'due', 0, created_at, created_at from (
    select tenant_id, host, created_at, row_number() over (partition by tenant_id order by created_at, id) as n
    from indexnow_sites)
  where n = 1;

create trigger site_icon_wanted after insert on indexnow_sites
begin
  insert into site_icons (tenant_id, host, state, attempts, next_at, updated_at)
  values (new.tenant_id, new.host, 'due', 0, new.created_at, new.created_at)
  on conflict do nothing;
end;

-- The icon of a host that left gives way to that of the next one. A deleted workspace takes its sites along.
create trigger site_icon_gone after delete on indexnow_sites
begin
  delete from site_icons where tenant_id = old.tenant_id and host = old.host and state <> 'removed';
  insert into site_icons (tenant_id, host, state, attempts, next_at, updated_at)
  select s.tenant_id, s.host, 'due', 0, s.created_at, s.created_at
  from tenants t join indexnow_sites s on s.tenant_id = t.id
  where t.id = old.tenant_id order by s.created_at, s.id limit 1
  on conflict do nothing;
end;
