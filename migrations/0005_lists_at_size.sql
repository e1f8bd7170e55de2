-- Batches by the day they were sent, client and supplier, and what they cost: usage, scoreboard and margin read these
-- rows, never the batches. Kept by triggers, like look_days.
create table crawl_days (
  day text not null,
  tenant_id text not null,
  route text not null,
  adapter text not null,
  simulated integer not null,
  batches integer not null,
  -- Taken by the supplier.
  links integer not null,
  seen1 integer not null,
  seen3 integer not null,
  seen7 integer not null,
  seen_late integer not null,
  -- What the supplier bills; until it says, what our own looks saw.
  billed integer not null,
  -- Batches with a price, and what they cost, in millionths of a dollar: whole numbers, so that taking away what was
  -- added leaves nothing behind.
  priced integer not null,
  cost_micro integer not null,
  primary key (day, tenant_id, route, adapter, simulated)
) strict, without rowid;

-- The same numbers batch by batch: what the rows above add up.
create view crawl_sent as
select id, substr(sent_at, 1, 10) as day, tenant_id, route, coalesce(adapter, '') as adapter, simulated, 1 as batches,
  url_count - rejected as links, seen1, seen3, seen7, seen_late, coalesce(billed, seen1 + seen3 + seen7 + seen_late) as billed,
  price_usd is not null as priced,
  cast(round(coalesce(billed, seen1 + seen3 + seen7 + seen_late) * coalesce(price_usd, 0) * 1e6) as integer) as cost_micro
from campaigns where state = 'sent' and route is not null and sent_at is not null;

insert into crawl_days
select day, tenant_id, route, adapter, simulated, sum(batches), sum(links), sum(seen1), sum(seen3), sum(seen7), sum(seen_late),
  sum(billed), sum(priced), sum(cost_micro)
from crawl_sent group by 1, 2, 3, 4, 5;

create trigger campaigns_left before update of tenant_id, state, route, adapter, simulated, url_count, rejected, billed,
  price_usd, seen1, seen3, seen7, seen_late, sent_at on campaigns when old.state = 'sent'
begin
  update crawl_days set batches = crawl_days.batches - s.batches, links = crawl_days.links - s.links,
    seen1 = crawl_days.seen1 - s.seen1, seen3 = crawl_days.seen3 - s.seen3, seen7 = crawl_days.seen7 - s.seen7,
    seen_late = crawl_days.seen_late - s.seen_late, billed = crawl_days.billed - s.billed,
    priced = crawl_days.priced - s.priced, cost_micro = crawl_days.cost_micro - s.cost_micro
  from crawl_sent s where s.id = old.id and crawl_days.day = s.day and crawl_days.tenant_id = s.tenant_id
    and crawl_days.route = s.route and crawl_days.adapter = s.adapter and crawl_days.simulated = s.simulated;
end;

create trigger campaigns_came after update of tenant_id, state, route, adapter, simulated, url_count, rejected, billed,
  price_usd, seen1, seen3, seen7, seen_late, sent_at on campaigns when new.state = 'sent'
begin
  insert into crawl_days
  select day, tenant_id, route, adapter, simulated, batches, links, seen1, seen3, seen7, seen_late, billed, priced, cost_micro
  from crawl_sent where id = new.id
  on conflict do update set batches = batches + excluded.batches, links = links + excluded.links,
    seen1 = seen1 + excluded.seen1, seen3 = seen3 + excluded.seen3, seen7 = seen7 + excluded.seen7,
    seen_late = seen_late + excluded.seen_late, billed = billed + excluded.billed,
    priced = priced + excluded.priced, cost_micro = cost_micro + excluded.cost_micro;
end;

create trigger campaigns_born after insert on campaigns when new.state = 'sent'
begin
  insert into crawl_days
  select day, tenant_id, route, adapter, simulated, batches, links, seen1, seen3, seen7, seen_late, billed, priced, cost_micro
  from crawl_sent where id = new.id
  on conflict do update set batches = batches + excluded.batches, links = links + excluded.links,
    seen1 = seen1 + excluded.seen1, seen3 = seen3 + excluded.seen3, seen7 = seen7 + excluded.seen7,
    seen_late = seen_late + excluded.seen_late, billed = billed + excluded.billed,
    priced = priced + excluded.priced, cost_micro = cost_micro + excluded.cost_micro;
end;

-- The sites of a batch, so that it is found by them without its links; kept when those go.
create table campaign_sites (
  site text not null,
  campaign_id text not null,
  primary key (site, campaign_id)
) strict, without rowid;

-- The normalised URL always has a slash after the host: https://host[:port]/path.
insert into campaign_sites
select distinct substr(url, instr(url, '//') + 2, instr(substr(url, instr(url, '//') + 2), '/') - 1), campaign_id
from links where campaign_id is not null;

-- A search of batches reads this index alone.
create index campaigns_search on campaigns (id, ref, task_id, job_id, tenant_id);
create index campaigns_held on campaigns (job_id) where state = 'held';

-- Jobs in sight by workspace, type and status: a list says how many there are without counting them.
create table job_counts (
  tenant_id text not null,
  type text not null,
  status text not null,
  jobs integer not null,
  primary key (tenant_id, type, status)
) strict, without rowid;

insert into job_counts select tenant_id, type, status, count(*) from jobs where deleted_at is null group by 1, 2, 3;

create trigger jobs_born after insert on jobs when new.deleted_at is null
begin
  insert into job_counts values (new.tenant_id, new.type, new.status, 1) on conflict do update set jobs = jobs + 1;
end;

create trigger jobs_moved after update of tenant_id, type, status, deleted_at on jobs
begin
  update job_counts set jobs = jobs - 1
  where old.deleted_at is null and tenant_id = old.tenant_id and type = old.type and status = old.status;
  insert into job_counts select new.tenant_id, new.type, new.status, 1 where new.deleted_at is null
  on conflict do update set jobs = jobs + 1;
end;

create trigger jobs_gone after delete on jobs when old.deleted_at is null
begin
  update job_counts set jobs = jobs - 1 where tenant_id = old.tenant_id and type = old.type and status = old.status;
end;

-- Every order of the list of jobs, with all that its filters ask for: rows that are skipped are never read whole.
-- That of the workspace holds deleted ones too, or a workspace could not be deleted without reading every job.
drop index jobs_tenant;
drop index jobs_name;
drop index jobs_status;
drop index jobs_links;
create index jobs_tenant on jobs (tenant_id, id, status, type, name, deleted_at);
create index jobs_created on jobs (id, tenant_id, status, type, name, deleted_at) where deleted_at is null;
create index jobs_name on jobs (name, id, tenant_id, status, type, deleted_at) where deleted_at is null;
create index jobs_status on jobs (status, id, tenant_id, type, name, deleted_at) where deleted_at is null;
create index jobs_links on jobs (link_count, id, tenant_id, status, type, name, deleted_at) where deleted_at is null;
-- Whether a workspace has any of these is asked with each dashboard.
create index jobs_simulated on jobs (tenant_id) where simulated = 1;

-- The history of one URL over all jobs, and the results of one job, in the order in which they came.
create index looks_url on looks (url) where state = 'done';
create index looks_results on looks (job_id) where state = 'done';

-- A list of letters reads one of these alone, whatever it filters by.
drop index mails_template;
drop index mails_tenant;
drop index mails_status;
drop index mails_to;
create index mails_created on mails (id, tenant_id, status, template, to_address, subject);
create index mails_tenant on mails (tenant_id, id, status, template, to_address, subject);
create index mails_status on mails (status, id, template);
create index mails_to on mails (to_address, id, tenant_id, status, template, subject);
