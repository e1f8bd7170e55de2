-- Programs that called over MCP, as each names itself: by key or connection, so that a person sees the first call arrive.

create table programs (
  id text primary key,
  actor text not null,
  -- Empty where it does not say.
  name text not null check (length(name) <= 100),
  tenant_id text not null references tenants (id) on delete cascade,
  user_id text references users (id) on delete cascade,
  first_call_at text not null,
  last_call_at text not null,
  unique (actor, name)
) strict, without rowid;
create index programs_tenant on programs (tenant_id, user_id, first_call_at);
create index programs_user on programs (user_id);
create index programs_last on programs (last_call_at);
