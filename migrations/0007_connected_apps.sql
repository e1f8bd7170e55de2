-- Apps that a person lets act for them, by OAuth. None could be connected before.

drop table oauth_grants;

-- Apps that are known: they registered themselves, or their address (the id) holds a document about them.
create table oauth_clients (
  id text primary key,
  kind text not null check (kind in ('registered', 'document')),
  name text not null check (length(name) between 1 and 100),
  redirect_uris text not null,
  fresh_until text,
  created_at text not null,
  last_used_at text,
  check ((kind = 'document') = (fresh_until is not null))
) strict, without rowid;
create index oauth_clients_unused on oauth_clients (created_at) where last_used_at is null;

-- A revoked grant stays, so that its tokens are known to be dead.
create table oauth_grants (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  tenant_id text not null references tenants (id) on delete cascade,
  client_id text not null,
  client_name text not null check (length(client_name) between 1 and 200),
  scope text not null check (scope in ('read', 'read write', 'read write admin')),
  daily_credit_cap integer check (daily_credit_cap >= 1),
  created_at text not null,
  expires_at text not null,
  last_used_at text,
  revoked_at text
) strict, without rowid;
create index oauth_grants_user on oauth_grants (user_id, id) where revoked_at is null;
create index oauth_grants_tenant on oauth_grants (tenant_id);

-- What a person said yes to, until the app fetches its tokens with the code, of which only the hash is kept.
create table oauth_codes (
  hash text primary key,
  grant_id text not null unique,
  user_id text not null references users (id) on delete cascade,
  tenant_id text not null references tenants (id) on delete cascade,
  client_id text not null,
  client_name text not null,
  redirect_uri text not null,
  challenge text not null,
  scope text not null,
  daily_credit_cap integer check (daily_credit_cap >= 1),
  expires_at text not null,
  used_at text
) strict, without rowid;
create index oauth_codes_user on oauth_codes (user_id);
create index oauth_codes_tenant on oauth_codes (tenant_id);
create index oauth_codes_end on oauth_codes (expires_at);

-- Only hashes. A refresh token that was used stays until it would have ended: used again, it was stolen.
create table oauth_tokens (
  hash text primary key,
  grant_id text not null references oauth_grants (id) on delete cascade,
  kind text not null check (kind in ('access', 'refresh')),
  scope text not null check (scope in ('read', 'read write', 'read write admin')),
  expires_at text not null,
  used_at text
) strict, without rowid;
create index oauth_tokens_grant on oauth_tokens (grant_id);
create index oauth_tokens_end on oauth_tokens (expires_at);

-- Whoever may no longer sign in has no apps either, whichever operation says so.
create trigger oauth_grants_end after update of status on users
  when new.status in ('suspended', 'declined') and old.status <> new.status
begin
  update oauth_grants set revoked_at = new.updated_at where user_id = new.id and revoked_at is null;
  delete from oauth_codes where user_id = new.id and used_at is null;
end;
