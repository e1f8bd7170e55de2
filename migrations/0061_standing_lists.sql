-- What a file of a source listed when it had that digest: hashes and dates. A changed file is compared with it, so that
-- only what differs is looked up in `watched_urls`.
create table standing_lists (
  push integer not null,
  address text not null,
  digest text not null,
  entries blob not null,
  primary key (push, address)
) strict;
