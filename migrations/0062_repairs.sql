-- Pages with a fault that are screened until they are fixed, and then pushed again.
create table repairs (
  id text primary key,
  tenant_id text not null references tenants (id) on delete cascade,
  link_id integer not null,
  url text not null,
  flags text not null check (json_valid(flags)),
  state text not null check (state in ('watching', 'pushed', 'clear', 'expired', 'stopped')),
  note text,
  check_at text,
  checked_at text,
  until text not null,
  job_id text,
  created_by text not null,
  created_at text not null,
  ended_at text,
  check ((state = 'watching') = (check_at is not null))
) strict;
create index repairs_tenant on repairs (tenant_id, id);
create unique index repairs_open on repairs (tenant_id, url) where state = 'watching';
create index repairs_due on repairs (check_at, id) where state = 'watching';
create index repairs_ended on repairs (ended_at) where state <> 'watching';
