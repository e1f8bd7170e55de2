-- Links that a source no longer lists, by their hash: a complete reading that lacks one notes its run, and the next one
-- notes it as gone. `is_gone` waits for its announcement to IndexNow.
create table standing_missing (
  push integer not null,
  url_hash integer not null,
  run_id text,
  is_gone integer not null default 0 check (is_gone in (0, 1)),
  primary key (push, url_hash)
) strict, without rowid;
alter table standing_runs add column gone integer not null default 0;
