-- Drops of an engine's event are one row for each client, and drops are told in one letter a day.
alter table retention add column letter_at text;
alter table retention add column letter_day text;
create table drop_news (
  root_id text not null references retention (tenant_id) on delete cascade,
  drop_id text not null,
  -- 1: links that came back.
  is_back integer not null check (is_back in (0, 1)),
  links integer not null,
  last_yes_at text not null,
  first_no_at text,
  primary key (root_id, drop_id, is_back)
) strict, without rowid;
-- People who get letters about problems get these as well.
update notice_settings set events = json_insert(events, '$[#]', 'links_dropped') where json_array_length(events) > 0;
