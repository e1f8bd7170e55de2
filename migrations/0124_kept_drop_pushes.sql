-- Pushes of dropped links stay when their job is deleted, with their pages: they used a budget, and a page is pushed at
-- most twice.
alter table drop_pushes rename to drop_pushes_before;
create table drop_pushes (
  job_id text primary key,
  drop_id text not null,
  tenant_id text not null references tenants (id) on delete cascade,
  links integer not null check (links > 0),
  is_automatic integer not null check (is_automatic in (0, 1)),
  created_at text not null
) strict;
insert into drop_pushes select job_id, drop_id, tenant_id, links, is_automatic, created_at from drop_pushes_before;
drop table drop_pushes_before;
create index drop_pushes_of on drop_pushes (drop_id);
create index drop_pushes_root on drop_pushes (tenant_id, created_at) where is_automatic = 1;

create table drop_push_pages (
  url text not null,
  job_id text not null references drop_pushes (job_id) on delete cascade,
  primary key (url, job_id)
) strict, without rowid;
insert or ignore into drop_push_pages select l.url, p.job_id from drop_pushes p join links l on l.job_id = p.job_id;
