-- Second factors of people, their recovery codes, sign-ins between the two steps, challenges of passkeys, and the rules
-- that ask for a factor.

create table factors (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  kind text not null check (kind in ('totp', 'passkey')),
  name text not null,
  -- Its secret, and the step of the last code that was taken.
  secret_sealed text,
  last_step integer not null default 0,
  -- A passkey: its COSE key, the host that it is for, and what its authenticator last said.
  credential_id text,
  public_key text,
  rp_id text,
  counter integer not null default 0,
  transports text,
  backup_eligible integer not null default 0,
  backed_up integer not null default 0,
  suspect integer not null default 0,
  confirmed_at text,
  created_at text not null,
  last_used_at text
) strict, without rowid;
create index factors_user on factors (user_id);
create unique index factors_credential on factors (credential_id);

create table recovery_codes (
  hash text primary key,
  user_id text not null references users (id) on delete cascade,
  made_at text not null,
  used_at text
) strict, without rowid;
create index recovery_codes_user on recovery_codes (user_id);

create table sign_in_steps (
  token_hash text primary key,
  user_id text not null references users (id) on delete cascade,
  tries integer not null,
  expires_at text not null
) strict, without rowid;
create index sign_in_steps_user on sign_in_steps (user_id);
create index sign_in_steps_end on sign_in_steps (expires_at);

-- A challenge for a passkey; `bound_to` is the hash of the person or the browser that asked for it.
create table ceremonies (
  challenge_hash text primary key,
  purpose text not null check (purpose in ('add', 'sign_in', 'prove')),
  rp_id text not null,
  bound_to text not null,
  expires_at text not null
) strict, without rowid;
create index ceremonies_end on ceremonies (expires_at);

create table factor_rules (
  tenant_id text primary key references tenants (id) on delete cascade,
  second_factor text not null check (second_factor in ('admins', 'everyone')),
  grace_until text
) strict, without rowid;
