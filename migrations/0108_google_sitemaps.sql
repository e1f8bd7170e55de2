-- When Google says that a consent will end, as it does for a consent screen in Testing.
alter table google_accounts add column ends_at text;

-- Sitemaps that were submitted to Google, with its record of each.
create table submitted_sitemaps (
  id text primary key,
  property_id text not null references google_properties (id) on delete cascade,
  feed text not null,
  host text not null,
  source_hash text not null,
  submitted_at text not null,
  record text,
  unique (property_id, feed)
) strict;
create index submitted_sitemaps_host on submitted_sitemaps (host, submitted_at);
create index submitted_sitemaps_listed on submitted_sitemaps (submitted_at, id);
