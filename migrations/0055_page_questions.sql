-- Questions that readers of a portal or a report asked about a page, until somebody answers them.

create table page_questions (
  id text primary key,
  tenant_id text not null references tenants (id) on delete cascade,
  url text not null,
  text text not null,
  email text not null,
  asked_at text not null
) strict, without rowid;

create index page_questions_tenant on page_questions (tenant_id, id);
