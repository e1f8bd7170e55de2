-- The digest at half hours too, and letters about drops of a host from a number of its links on.
alter table notice_settings add column digest_time text not null default '07:00'
  check (digest_time glob '[0-2][0-9]:[03]0');
update notice_settings set digest_time = printf('%02d:00', digest_hour);
alter table notice_settings drop column digest_hour;
alter table notice_settings add column least_dropped integer not null default 1 check (least_dropped >= 1);

-- Drops below that number wait some days for more, counted by the day on which they were noted.
alter table drop_news rename to drop_news_before;
create table drop_news (
  root_id text not null references retention (tenant_id) on delete cascade,
  drop_id text not null,
  -- 1: links that came back.
  is_back integer not null check (is_back in (0, 1)),
  links integer not null,
  last_yes_at text not null,
  first_no_at text,
  noted_on text not null,
  primary key (root_id, drop_id, is_back, noted_on)
) strict, without rowid;
insert into drop_news select *, strftime('%Y-%m-%d', 'now') from drop_news_before;
drop table drop_news_before;
