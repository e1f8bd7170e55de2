-- Sign-in through identity providers (OpenID Connect).

-- Without a workspace it is the install's. `domain_token` is the text that proves a mail domain in the DNS.
create table identity_providers (
  id text primary key,
  tenant_id text references tenants (id) on delete cascade,
  name text not null,
  kind text not null check (kind in ('google', 'entra', 'generic')),
  issuer text not null,
  client_id text not null,
  secret_sealed text not null default '',
  options text not null,
  enforce integer not null default 0 check (enforce in (0, 1)),
  enabled integer not null default 1 check (enabled in (0, 1)),
  domain_token text not null,
  -- What the issuer published, and its keys.
  metadata text,
  metadata_at text,
  keys_at text,
  last_ok_at text,
  last_error text,
  last_error_at text,
  -- After a failed connection it is left alone until then.
  down_until text,
  created_at text not null,
  updated_at text not null
) strict, without rowid;
create unique index identity_providers_client on identity_providers (coalesce(tenant_id, ''), issuer, client_id);
create index identity_providers_tenant on identity_providers (tenant_id, id);
create index identity_providers_name on identity_providers (name, id);
create index identity_providers_enforced on identity_providers (id) where enforce = 1;

-- A person of a provider and their account. The address is shown, and never finds an account.
create table identities (
  id text primary key,
  provider_id text not null references identity_providers (id) on delete cascade,
  subject text not null,
  user_id text not null references users (id) on delete cascade,
  email text,
  linked_by text not null check (linked_by in ('jit', 'letter', 'self')),
  linked_at text not null,
  last_at text,
  unique (provider_id, subject)
) strict, without rowid;
create index identities_user on identities (user_id, id);
create index identities_listed on identities (provider_id, linked_at, id);

-- A sign-in on its way to the provider and back. The verifier and the nonce are derived from the browser's cookie.
create table sso_flows (
  state_hash text primary key,
  provider_id text not null references identity_providers (id) on delete cascade,
  browser_hash text not null,
  purpose text not null check (purpose in ('sign_in', 'link', 'proof', 'test')),
  next text not null,
  session_id text references sessions (id) on delete cascade on update cascade,
  started_at text not null,
  expires_at text not null
) strict, without rowid;
create index sso_flows_session on sso_flows (session_id);
create index sso_flows_provider on sso_flows (provider_id);
create index sso_flows_end on sso_flows (expires_at);

-- A letter that asks the owner of an account whether to connect it.
create table sso_offers (
  token_hash text primary key,
  provider_id text not null references identity_providers (id) on delete cascade,
  subject text not null,
  email text not null,
  user_id text not null references users (id) on delete cascade,
  made_at text not null,
  expires_at text not null
) strict, without rowid;
create index sso_offers_user on sso_offers (user_id, provider_id, made_at);
create index sso_offers_provider on sso_offers (provider_id);
create index sso_offers_end on sso_offers (expires_at);

-- The provider's part of a session; without one while the second step is waited for.
create table sso_sessions (
  id text primary key,
  session_id text unique references sessions (id) on delete cascade on update cascade,
  provider_id text not null references identity_providers (id) on delete cascade,
  subject text not null,
  sid text,
  id_token_sealed text not null default '',
  created_at text not null
) strict, without rowid;
create index sso_sessions_subject on sso_sessions (provider_id, subject);

-- Memberships that group rules gave. One with another role than here was changed by a person.
create table sso_memberships (
  tenant_id text not null,
  user_id text not null,
  provider_id text not null references identity_providers (id) on delete cascade,
  role text not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references members (tenant_id, user_id) on delete cascade
) strict, without rowid;
create index sso_memberships_user on sso_memberships (user_id, provider_id);
create index sso_memberships_provider on sso_memberships (provider_id);

alter table sessions add column limited_to text;
alter table sessions add column ends_at text;

alter table sign_in_steps add column first text not null default 'pwd' check (first in ('pwd', 'sso'));
alter table sign_in_steps add column handoff text;
alter table sign_in_steps add column limited_to text;
alter table sign_in_steps add column ends_at text;
