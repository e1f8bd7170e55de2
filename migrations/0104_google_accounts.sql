-- Workspaces whose checks may be asked of a Search Console property, as Google spells it; a share of its day is left to
-- the tools of its owner.
create table property_workspaces (
  property text not null,
  tenant_id text not null references tenants (id) on delete cascade,
  reserve_pct integer not null check (reserve_pct between 0 and 90),
  primary key (property, tenant_id)
) strict, without rowid;
create index property_workspaces_tenant on property_workspaces (tenant_id);

-- The OAuth client of the operator: one of the install.
create table google_clients (
  id text primary key check (id = 'google'),
  client_id text not null,
  secret_sealed text not null default '',
  base_url text,
  tested_at text,
  updated_at text not null
) strict;

-- A Google account whose owner let a workspace read its Search Console.
create table google_accounts (
  id text primary key,
  tenant_id text not null references tenants (id) on delete cascade,
  email text not null,
  refresh_sealed text not null default '',
  scopes text not null,
  connected_by text not null,
  connected_at text not null,
  refreshed_at text not null,
  read_at text,
  state text not null check (state in ('ok', 'lost')),
  lost_why text check (lost_why in ('testing', 'revoked')),
  lost_at text,
  check ((state = 'lost') = (lost_why is not null)),
  unique (tenant_id, email)
) strict;
create index google_accounts_listed on google_accounts (connected_at, id);
create index google_accounts_refresh on google_accounts (refreshed_at) where state = 'ok';

create table google_properties (
  id text primary key,
  account_id text not null references google_accounts (id) on delete cascade,
  site_url text not null,
  permission text not null,
  reserve_pct integer not null check (reserve_pct between 0 and 90),
  inspect integer not null check (inspect in (0, 1)),
  impressions integer not null check (impressions in (0, 1)),
  sitemaps integer not null check (sitemaps in (0, 1)),
  unique (account_id, site_url)
) strict;
create index google_properties_site on google_properties (site_url);

-- The workspaces, with all below them, that a property serves.
create table google_property_workspaces (
  property_id text not null references google_properties (id) on delete cascade,
  tenant_id text not null references tenants (id) on delete cascade,
  primary key (property_id, tenant_id)
) strict, without rowid;
create index google_property_workspaces_tenant on google_property_workspaces (tenant_id);

-- A link by which somebody connects an account for a workspace, once.
create table google_invites (
  token_hash text primary key,
  tenant_id text not null references tenants (id) on delete cascade,
  sitemaps integer not null check (sitemaps in (0, 1)),
  made_by text not null,
  made_at text not null,
  expires_at text not null
) strict;
create index google_invites_tenant on google_invites (tenant_id);
create index google_invites_end on google_invites (expires_at);

-- A consent on its way to Google and back, bound to the browser that began it.
create table google_flows (
  state_hash text primary key,
  invite_hash text not null references google_invites (token_hash) on delete cascade,
  browser_hash text not null,
  origin text not null,
  session_id text references sessions (id) on delete cascade,
  expires_at text not null
) strict;
create index google_flows_invite on google_flows (invite_hash);
create index google_flows_session on google_flows (session_id);
create index google_flows_end on google_flows (expires_at);
