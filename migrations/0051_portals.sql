-- The public page of a workspace that answers whether a page is indexed, and the sites that may embed it.

create table portals (
  tenant_id text primary key references tenants (id) on delete cascade,
  token_hash text not null unique,
  token_sealed text not null,
  -- ["https://agency.example"]
  origins text not null check (json_valid(origins)),
  created_at text not null,
  updated_at text not null
) strict, without rowid;
