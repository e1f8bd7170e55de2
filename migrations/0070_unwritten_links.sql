-- Links of large orders that have no rows yet: the order is one transaction, the rows of its links follow in slices.
create table unwritten_links (
  -- Ids from here on are kept for them.
  first_link integer primary key,
  job_id text not null references jobs (id),
  state text not null,
  credit text,
  urls text not null,
  push_anyway text not null,
  count integer not null check (count > 0)
) strict;
create index unwritten_links_job on unwritten_links (job_id);
