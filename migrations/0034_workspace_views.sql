-- Platform admins who look at a workspace as its admin would: one row for each session that does, until it ends.

create table workspace_views (
  id text primary key,
  -- Null once the session is over: the end is still to be told.
  session_id text unique references sessions (id) on update cascade on delete set null,
  user_id text not null references users (id) on delete cascade,
  tenant_id text not null references tenants (id) on delete cascade,
  -- Where the person was, and goes back to.
  from_path text not null,
  started_at text not null,
  until text not null
) strict, without rowid;
create index workspace_views_until on workspace_views (until);
create index workspace_views_user on workspace_views (user_id);
create index workspace_views_tenant on workspace_views (tenant_id);
