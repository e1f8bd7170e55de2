-- Standing pushes that read pages before they push, pushes without IndexNow, and sources behind a login.
alter table watched_urls add column content_hash integer;
alter table standing_pushes add column authorization_sealed text;
-- The usual seconds between two runs that find something.
alter table standing_pushes add column found_gap integer;
alter table jobs add column indexnow integer not null default 1 check (indexnow in (0, 1));
