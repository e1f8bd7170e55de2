-- Where the audit trail is copied to, row by row: each sink has its place in the trail, so a write never waits for one.

create table audit_sinks (
  id text primary key,
  -- Null: the whole trail of the install.
  tenant_id text references tenants (id) on delete cascade,
  -- https://… or syslog+tls://host:port
  url text not null,
  -- The certificate authority of a syslog server, in PEM.
  ca text,
  secrets_sealed text not null,
  state text not null check (state in ('on', 'off')) default 'on',
  -- The last row that was taken.
  cursor_seq integer not null,
  sent_rows integer not null default 0,
  -- Rows that the retention period removed before they were taken.
  lost_rows integer not null default 0,
  failures integer not null default 0,
  failing_since text,
  last_error text,
  last_ok_at text,
  next_attempt_at text not null,
  created_by text not null,
  created_at text not null,
  updated_at text not null
) strict, without rowid;
create index audit_sinks_tenant on audit_sinks (tenant_id);
