-- Checks of large orders that have no rows yet: the order is one transaction, the rows of its checks follow in slices.
create table unwritten_looks (
  id integer primary key,
  tenant_id text not null,
  job_id text not null references jobs (id),
  engine text not null,
  purpose text not null,
  credits integer not null,
  link_ids text not null
) strict;
create index unwritten_looks_job on unwritten_looks (job_id);
