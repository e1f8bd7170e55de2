-- Backups that the install makes by itself: one row each, kept when the file is gone.

create table backups (
  id text primary key,
  name text not null,
  -- The folder, or s3://bucket/prefix.
  place text not null,
  state text not null check (state in ('running', 'proved', 'failed', 'gone')),
  encrypted integer not null check (encrypted in (0, 1)),
  started_at text not null,
  finished_at text,
  bytes integer,
  sha256 text,
  -- Milliseconds: of all, and of the copying, during which the log grows.
  took_ms integer,
  held_ms integer,
  error text
) strict, without rowid;
create index backups_state on backups (state, id);
