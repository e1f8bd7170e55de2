-- Notes of people on the axis of results: of one client, or of all in the workspace that wrote them.
create table result_notes (
  id text primary key,
  tenant_id text not null references tenants (id) on delete cascade,
  day text not null,
  text text not null,
  created_by text not null,
  created_at text not null
) strict, without rowid;
create index result_notes_days on result_notes (tenant_id, day);
