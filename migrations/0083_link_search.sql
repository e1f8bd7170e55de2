-- The index of searches over links. A task fills it from the links, those from before this as well.
create table link_blocks (
  id integer primary key autoincrement,
  first_link integer not null,
  last_link integer not null,
  state text not null check (state in ('building', 'ready', 'stale', 'gone'))
) strict;
create index link_blocks_state on link_blocks (state, first_link, last_link);

create table link_grams (
  id integer primary key,
  links blob not null
) strict;
