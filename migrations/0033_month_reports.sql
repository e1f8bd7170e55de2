-- A client's month over all its pushes, as the agency hands it on.

create table month_reports (
  id text primary key,
  tenant_id text not null references tenants (id) on delete cascade,
  month text not null check (month glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]'),
  -- What the agency says of it, and whom to ask: plain text.
  comment text not null check (length(comment) <= 4000),
  contact text not null check (length(contact) <= 400),
  created_at text not null,
  updated_at text not null,
  unique (tenant_id, month)
) strict, without rowid;

-- Its address. A stopped one stays, so that it can say so.
create table month_report_links (
  id text primary key,
  report_id text not null references month_reports (id) on delete cascade,
  token_hash text not null unique,
  token_sealed text not null,
  -- By others than people of the workspace and of those above it.
  opened integer not null default 0 check (opened >= 0),
  opened_at text,
  created_at text not null,
  stopped_at text,
  check ((opened = 0) = (opened_at is null))
) strict, without rowid;
create index month_report_links_report on month_report_links (report_id, stopped_at);

-- The pushes of a month.
create index jobs_month on jobs (tenant_id, created_at) where type = 'index' and deleted_at is null;
