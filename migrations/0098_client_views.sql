-- Filters of the list of clients that a workspace keeps under a name.
create table client_views (
  id text primary key,
  tenant_id text not null references tenants (id) on delete cascade,
  name text not null,
  filters text not null,
  created_by text not null,
  created_at text not null,
  updated_at text not null
) strict;
create index client_views_tenant on client_views (tenant_id, id);
