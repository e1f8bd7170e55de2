-- A result of day 1, 3 or 7 counts by the time when the check was answered, and a share counts only answered links.

-- `looks` of an indexed link: 1 if it was seen by the end of day 1, 2 by the end of day 3, 3 after that.
update links set looks = seen.looks from (
  select id, case when age <= 1 then 1 when age <= 3 then 2 else 3 end as looks from (
    select id, cast(round((julianday(settled_at) - julianday(sent_at)) * 86400000) as integer) / 86400000 as age
    from links where state = 'indexed' and credit is not 'released' and sent_at is not null and settled_at is not null)) seen
where links.id = seen.id and links.looks <> seen.looks;

drop trigger batches_left;
drop trigger batches_came;
drop trigger batches_born;
drop view crawl_sent;

-- Links whose result of that day is known.
alter table batches rename column looked_day3 to answered_day3;
alter table batches add column answered_day1 integer not null default 0;
alter table batches add column answered_day7 integer not null default 0;
-- Of answered_day3: links whose check of day 3 was answered after day 3.
alter table batches add column late_day3 integer not null default 0;
alter table crawl_days add column answered_day1 integer not null default 0;
alter table crawl_days add column answered_day3 integer not null default 0;
alter table crawl_days add column answered_day7 integer not null default 0;

-- A batch whose links were removed with their job has all its results.
update batches set answered_day1 = url_count - rejected, answered_day3 = url_count - rejected,
  answered_day7 = url_count - rejected where state in ('sent', 'held');
update batches set
  answered_day1 = f.answered1, answered_day3 = f.answered3, answered_day7 = f.answered7,
  indexed_day1 = iif(state = 'sent', f.day1, indexed_day1), indexed_day3 = iif(state = 'sent', f.day1 + f.day3, indexed_day3),
  indexed_day7 = iif(state = 'sent', f.day1 + f.day3 + f.day7, indexed_day7)
from (
  select batch_id, count(*) as links, sum(stage is 'day1') as day1, sum(stage is 'day3') as day3, sum(stage is 'day7') as day7,
    sum(looks > 0 or state in ('indexed', 'not_indexed')) as answered1,
    sum(looks > 1 or state in ('indexed', 'not_indexed')) as answered3,
    sum(looks > 2 or state in ('indexed', 'not_indexed')) as answered7
  from links where batch_id is not null and state in ('sent', 'indexed', 'not_indexed', 'held_out') group by 1) f
where batches.id = f.batch_id and f.links = batches.url_count - batches.rejected;

create view crawl_sent as
select id, substr(sent_at, 1, 10) as day, tenant_id, route, coalesce(adapter, '') as adapter, simulated, 1 as batches,
  url_count - rejected as links, indexed_day1, indexed_day3, indexed_day7, indexed_later,
  coalesce(billed, indexed_day7 + indexed_later) as billed, price_usd is not null as priced,
  cast(round(coalesce(billed, indexed_day7 + indexed_later) * coalesce(price_usd, 0) * 1e6) as integer) as cost_micro,
  answered_day1, answered_day3, answered_day7
from batches where state = 'sent' and route is not null and sent_at is not null;

delete from crawl_days;
insert into crawl_days
select day, tenant_id, route, adapter, simulated, sum(batches), sum(links), sum(indexed_day1), sum(indexed_day3), sum(indexed_day7),
  sum(indexed_later), sum(billed), sum(priced), sum(cost_micro), sum(answered_day1), sum(answered_day3), sum(answered_day7)
from crawl_sent group by 1, 2, 3, 4, 5;

create trigger batches_left before update of tenant_id, state, route, adapter, simulated, url_count, rejected, billed,
  price_usd, indexed_day1, indexed_day3, indexed_day7, indexed_later, answered_day1, answered_day3, answered_day7, sent_at
on batches when old.state = 'sent'
begin
  update crawl_days set batches = crawl_days.batches - s.batches, links = crawl_days.links - s.links,
    indexed_day1 = crawl_days.indexed_day1 - s.indexed_day1, indexed_day3 = crawl_days.indexed_day3 - s.indexed_day3,
    indexed_day7 = crawl_days.indexed_day7 - s.indexed_day7, indexed_later = crawl_days.indexed_later - s.indexed_later,
    billed = crawl_days.billed - s.billed, priced = crawl_days.priced - s.priced,
    cost_micro = crawl_days.cost_micro - s.cost_micro, answered_day1 = crawl_days.answered_day1 - s.answered_day1,
    answered_day3 = crawl_days.answered_day3 - s.answered_day3, answered_day7 = crawl_days.answered_day7 - s.answered_day7
  from crawl_sent s where s.id = old.id and crawl_days.day = s.day and crawl_days.tenant_id = s.tenant_id
    and crawl_days.route = s.route and crawl_days.adapter = s.adapter and crawl_days.simulated = s.simulated;
end;

create trigger batches_came after update of tenant_id, state, route, adapter, simulated, url_count, rejected, billed,
  price_usd, indexed_day1, indexed_day3, indexed_day7, indexed_later, answered_day1, answered_day3, answered_day7, sent_at
on batches when new.state = 'sent'
begin
  insert into crawl_days
  select day, tenant_id, route, adapter, simulated, batches, links, indexed_day1, indexed_day3, indexed_day7, indexed_later,
    billed, priced, cost_micro, answered_day1, answered_day3, answered_day7
  from crawl_sent where id = new.id
  on conflict do update set batches = batches + excluded.batches, links = links + excluded.links,
    indexed_day1 = indexed_day1 + excluded.indexed_day1, indexed_day3 = indexed_day3 + excluded.indexed_day3,
    indexed_day7 = indexed_day7 + excluded.indexed_day7, indexed_later = indexed_later + excluded.indexed_later,
    billed = billed + excluded.billed, priced = priced + excluded.priced, cost_micro = cost_micro + excluded.cost_micro,
    answered_day1 = answered_day1 + excluded.answered_day1, answered_day3 = answered_day3 + excluded.answered_day3,
    answered_day7 = answered_day7 + excluded.answered_day7;
end;

create trigger batches_born after insert on batches when new.state = 'sent'
begin
  insert into crawl_days
  select day, tenant_id, route, adapter, simulated, batches, links, indexed_day1, indexed_day3, indexed_day7, indexed_later,
    billed, priced, cost_micro, answered_day1, answered_day3, answered_day7
  from crawl_sent where id = new.id
  on conflict do update set batches = batches + excluded.batches, links = links + excluded.links,
    indexed_day1 = indexed_day1 + excluded.indexed_day1, indexed_day3 = indexed_day3 + excluded.indexed_day3,
    indexed_day7 = indexed_day7 + excluded.indexed_day7, indexed_later = indexed_later + excluded.indexed_later,
    billed = billed + excluded.billed, priced = priced + excluded.priced, cost_micro = cost_micro + excluded.cost_micro,
    answered_day1 = answered_day1 + excluded.answered_day1, answered_day3 = answered_day3 + excluded.answered_day3,
    answered_day7 = answered_day7 + excluded.answered_day7;
end;
