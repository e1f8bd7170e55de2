-- One word for one thing: what happens by itself is a task, what a customer orders is a job.

alter table job_runs rename to task_runs;
alter table task_runs rename column job to task;
drop index job_runs_job;
create index task_runs_task on task_runs (task, id);

-- A batch is what is ordered from a crawl supplier.

drop trigger campaigns_left;
drop trigger campaigns_came;
drop trigger campaigns_born;
drop view crawl_sent;
drop index campaigns_due;
drop index campaigns_job;
drop index campaigns_tenant;
drop index campaigns_route;
drop index campaigns_report;
drop index campaigns_search;
drop index campaigns_held;
drop index links_campaign;

alter table campaigns rename to batches;
alter table campaign_sites rename to batch_sites;
alter table batch_sites rename column campaign_id to batch_id;
alter table links rename column campaign_id to batch_id;

-- What our own looks saw of it, under the names that the wire has. Until day 3 and 7 now counts what came before, too.
alter table batches rename column seen1 to indexed_day1;
alter table batches rename column seen3 to indexed_day3;
alter table batches rename column seen7 to indexed_day7;
alter table batches rename column seen_late to indexed_later;
alter table batches rename column looked3 to looked_day3;
update batches set indexed_day3 = indexed_day1 + indexed_day3, indexed_day7 = indexed_day1 + indexed_day3 + indexed_day7
where indexed_day1 + indexed_day3 > 0;

alter table crawl_days rename column seen1 to indexed_day1;
alter table crawl_days rename column seen3 to indexed_day3;
alter table crawl_days rename column seen7 to indexed_day7;
alter table crawl_days rename column seen_late to indexed_later;
update crawl_days set indexed_day3 = indexed_day1 + indexed_day3, indexed_day7 = indexed_day1 + indexed_day3 + indexed_day7
where indexed_day1 + indexed_day3 > 0;

create index links_batch on links (batch_id) where batch_id is not null;
create index batches_due on batches (next_attempt_at) where next_attempt_at is not null;
create index batches_job on batches (job_id, id);
create index batches_tenant on batches (tenant_id, id);
create index batches_route on batches (route, sent_at) where sent_at is not null;
create index batches_report on batches (report_due_at) where report_due_at is not null;
create index batches_search on batches (id, ref, task_id, job_id, tenant_id);
create index batches_holdout on batches (job_id) where state = 'held';

-- The numbers of each sent batch: what the rows of crawl_days add up.
create view crawl_sent as
select id, substr(sent_at, 1, 10) as day, tenant_id, route, coalesce(adapter, '') as adapter, simulated, 1 as batches,
  url_count - rejected as links, indexed_day1, indexed_day3, indexed_day7, indexed_later,
  coalesce(billed, indexed_day7 + indexed_later) as billed, price_usd is not null as priced,
  cast(round(coalesce(billed, indexed_day7 + indexed_later) * coalesce(price_usd, 0) * 1e6) as integer) as cost_micro
from batches where state = 'sent' and route is not null and sent_at is not null;

create trigger batches_left before update of tenant_id, state, route, adapter, simulated, url_count, rejected, billed,
  price_usd, indexed_day1, indexed_day3, indexed_day7, indexed_later, sent_at on batches when old.state = 'sent'
begin
  update crawl_days set batches = crawl_days.batches - s.batches, links = crawl_days.links - s.links,
    indexed_day1 = crawl_days.indexed_day1 - s.indexed_day1, indexed_day3 = crawl_days.indexed_day3 - s.indexed_day3,
    indexed_day7 = crawl_days.indexed_day7 - s.indexed_day7, indexed_later = crawl_days.indexed_later - s.indexed_later,
    billed = crawl_days.billed - s.billed, priced = crawl_days.priced - s.priced,
    cost_micro = crawl_days.cost_micro - s.cost_micro
  from crawl_sent s where s.id = old.id and crawl_days.day = s.day and crawl_days.tenant_id = s.tenant_id
    and crawl_days.route = s.route and crawl_days.adapter = s.adapter and crawl_days.simulated = s.simulated;
end;

create trigger batches_came after update of tenant_id, state, route, adapter, simulated, url_count, rejected, billed,
  price_usd, indexed_day1, indexed_day3, indexed_day7, indexed_later, sent_at on batches when new.state = 'sent'
begin
  insert into crawl_days
  select day, tenant_id, route, adapter, simulated, batches, links, indexed_day1, indexed_day3, indexed_day7, indexed_later,
    billed, priced, cost_micro
  from crawl_sent where id = new.id
  on conflict do update set batches = batches + excluded.batches, links = links + excluded.links,
    indexed_day1 = indexed_day1 + excluded.indexed_day1, indexed_day3 = indexed_day3 + excluded.indexed_day3,
    indexed_day7 = indexed_day7 + excluded.indexed_day7, indexed_later = indexed_later + excluded.indexed_later,
    billed = billed + excluded.billed, priced = priced + excluded.priced, cost_micro = cost_micro + excluded.cost_micro;
end;

create trigger batches_born after insert on batches when new.state = 'sent'
begin
  insert into crawl_days
  select day, tenant_id, route, adapter, simulated, batches, links, indexed_day1, indexed_day3, indexed_day7, indexed_later,
    billed, priced, cost_micro
  from crawl_sent where id = new.id
  on conflict do update set batches = batches + excluded.batches, links = links + excluded.links,
    indexed_day1 = indexed_day1 + excluded.indexed_day1, indexed_day3 = indexed_day3 + excluded.indexed_day3,
    indexed_day7 = indexed_day7 + excluded.indexed_day7, indexed_later = indexed_later + excluded.indexed_later,
    billed = billed + excluded.billed, priced = priced + excluded.priced, cost_micro = cost_micro + excluded.cost_micro;
end;

update task_runs set task = 'sync_batches' where task = 'sync_campaigns';

-- Credits that are set aside are reserved; a push of an archived workspace is paused; `held` is said of a hold-out alone.

alter table holds rename to reservations;
alter table jobs rename column held_since to paused_since;
drop index jobs_held;
create index jobs_paused on jobs (paused_since) where paused_since is not null;
