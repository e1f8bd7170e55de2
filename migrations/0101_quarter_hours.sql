-- Months that have begun keep the zone that they began in: the zone of a workspace by month (JSON).
alter table tenants add column month_zones text;
-- Schedules without a zone had months in UTC.
update report_schedules set zones = '[{"from":"2000-01","zone":"UTC"}]' where zones = '[]';

-- Figures are kept by the quarter of an hour (UTC) too, so that days, weeks and months of every time zone add up from them:
-- each zone begins its days with one. What is known of a day alone is kept at its noon. Days in UTC stay, for sums of many.

-- Links by the time at which they were sent (`sent`, and of these `came` and `missed`) or got their result.
create table link_quarters (
  tenant_id text not null,
  quarter text not null,
  sent integer not null default 0,
  came integer not null default 0,
  missed integer not null default 0,
  indexed integer not null default 0,
  returned integer not null default 0,
  primary key (tenant_id, quarter)
) strict, without rowid;

create table link_days (
  tenant_id text not null,
  day text not null,
  sent integer not null default 0,
  came integer not null default 0,
  missed integer not null default 0,
  indexed integer not null default 0,
  returned integer not null default 0,
  primary key (tenant_id, day)
) strict, without rowid;
create trigger link_quarters_added after insert on link_quarters
begin
  insert into link_days (tenant_id, day, sent, came, missed, indexed, returned) values (new.tenant_id, substr(new.quarter, 1, 10), new.sent, new.came, new.missed, new.indexed, new.returned)
  on conflict do update set sent = sent + excluded.sent, came = came + excluded.came, missed = missed + excluded.missed, indexed = indexed + excluded.indexed, returned = returned + excluded.returned;
end;
create trigger link_quarters_changed after update on link_quarters
begin
  insert into link_days (tenant_id, day, sent, came, missed, indexed, returned) values (new.tenant_id, substr(new.quarter, 1, 10), new.sent - old.sent, new.came - old.came, new.missed - old.missed, new.indexed - old.indexed, new.returned - old.returned)
  on conflict do update set sent = sent + excluded.sent, came = came + excluded.came, missed = missed + excluded.missed, indexed = indexed + excluded.indexed, returned = returned + excluded.returned;
end;
create trigger link_quarters_removed after delete on link_quarters
begin
  update link_days set sent = sent - old.sent, came = came - old.came, missed = missed - old.missed, indexed = indexed - old.indexed, returned = returned - old.returned where tenant_id = old.tenant_id and day = substr(old.quarter, 1, 10);
end;

-- The links that are still there have their times.
create table quarters_found as
with kinds as materialized (
  select j.tenant_id, substr(l.sent_at, 1, 14) || (case when substr(l.sent_at, 15, 2) < '15' then '00' when substr(l.sent_at, 15, 2) < '30' then '15' when substr(l.sent_at, 15, 2) < '45' then '30' else '45' end) || ':00.000Z' as sent_at,
    substr(l.settled_at, 1, 14) || (case when substr(l.settled_at, 15, 2) < '15' then '00' when substr(l.settled_at, 15, 2) < '30' then '15' when substr(l.settled_at, 15, 2) < '45' then '30' else '45' end) || ':00.000Z' as settled_at, l.state, l.credit, count(*) as n
  from links l join jobs j on j.id = l.job_id where l.sent_at is not null or l.settled_at is not null group by 1, 2, 3, 4, 5)
select 'sent:' || tenant_id as name, sent_at as quarter, sum(n) as n from kinds where sent_at is not null group by 1, 2
union all select 'came:' || tenant_id, sent_at, sum(n) from kinds where sent_at is not null and state = 'indexed' and credit is not 'released' group by 1, 2
union all select 'missed:' || tenant_id, sent_at, sum(n) from kinds
  where sent_at is not null and (state = 'not_indexed' or (state = 'indexed' and credit = 'released')) group by 1, 2
union all select 'indexed:' || tenant_id, settled_at, sum(n) from kinds where settled_at is not null and state = 'indexed' and credit is not 'released' group by 1, 2
union all select 'returned:' || tenant_id, settled_at, sum(n) from kinds where settled_at is not null and credit = 'released' and state <> 'failed' group by 1, 2;
create table days_found as select name, substr(quarter, 1, 10) as day, sum(n) as n from quarters_found group by 1, 2;
create index days_found_name on days_found (name, day);
-- The counters decide how many they are; days whose counters were dropped stay without.
delete from quarters_found where (name, substr(quarter, 1, 10)) in (
  select f.name, f.day from days_found f left join day_counters c on c.name = f.name and c.day = f.day
  where f.n > coalesce(c.n, 0));
delete from days_found where n > coalesce(
  (select c.n from day_counters c where c.name = days_found.name and c.day = days_found.day), 0);
insert into quarters_found
  select c.name, c.day || 'T12:00:00.000Z', c.n - coalesce(f.n, 0) from day_counters c
  left join days_found f on f.name = c.name and f.day = c.day
  where c.n > coalesce(f.n, 0) and (c.name glob 'sent:*' or c.name glob 'came:*' or c.name glob 'missed:*' or c.name glob 'indexed:*' or c.name glob 'returned:*');
insert into link_quarters
  select substr(name, instr(name, ':') + 1), quarter, coalesce(sum(n) filter (where name glob 'sent:*'), 0),
    coalesce(sum(n) filter (where name glob 'came:*'), 0), coalesce(sum(n) filter (where name glob 'missed:*'), 0),
    coalesce(sum(n) filter (where name glob 'indexed:*'), 0), coalesce(sum(n) filter (where name glob 'returned:*'), 0)
  from quarters_found group by 1, 2;
delete from day_counters where name glob 'sent:*' or name glob 'came:*' or name glob 'missed:*' or name glob 'indexed:*' or name glob 'returned:*';
drop table quarters_found;
drop table days_found;

-- Credits, as before.
drop trigger ledger_counted;
create table credit_quarters (
  tenant_id text not null,
  quarter text not null,
  kind text not null check (kind in ('index', 'check')),
  given integer not null default 0,
  set_aside integer not null default 0,
  back integer not null default 0,
  used integer not null default 0,
  primary key (tenant_id, quarter, kind)
) strict, without rowid;
insert into credit_quarters (tenant_id, quarter, kind, given, set_aside, back)
  select tenant_id, substr(created_at, 1, 14) || (case when substr(created_at, 15, 2) < '15' then '00' when substr(created_at, 15, 2) < '30' then '15' when substr(created_at, 15, 2) < '45' then '30' else '45' end) || ':00.000Z', kind,
    sum(iif(reason in ('reserve', 'check', 'release', 'refund'), 0, iif(direction = 'in', amount, -amount))),
    sum(iif(reason in ('reserve', 'check'), amount, 0)), sum(iif(reason in ('release', 'refund'), amount, 0))
  from ledger group by 1, 2, 3;
create table used_found as
  select j.tenant_id, substr(u.at, 1, 14) || (case when substr(u.at, 15, 2) < '15' then '00' when substr(u.at, 15, 2) < '30' then '15' when substr(u.at, 15, 2) < '45' then '30' else '45' end) || ':00.000Z' as quarter, count(*) as n
  from (select job_id, iif(guarantee, settled_at, sent_at) as at from links where credit = 'consumed') u
  join jobs j on j.id = u.job_id where u.at is not null group by 1, 2;
create table used_days as select tenant_id, substr(quarter, 1, 10) as day, sum(n) as n from used_found group by 1, 2;
create index used_days_tenant on used_days (tenant_id, day);
delete from used_found where (tenant_id, substr(quarter, 1, 10)) in (
  select u.tenant_id, u.day from used_days u
  left join credit_days d on d.tenant_id = u.tenant_id and d.day = u.day and d.kind = 'index'
  where u.n > coalesce(d.used, 0));
delete from used_days where n > coalesce((select d.used from credit_days d
  where d.tenant_id = used_days.tenant_id and d.day = used_days.day and d.kind = 'index'), 0);
insert into credit_quarters (tenant_id, quarter, kind, used)
  select tenant_id, quarter, 'index', n from used_found where true
  on conflict do update set used = used + excluded.used;
insert into credit_quarters (tenant_id, quarter, kind, used)
  select d.tenant_id, d.day || 'T12:00:00.000Z', d.kind, d.used - coalesce(u.n, 0) from credit_days d
  left join used_days u on u.tenant_id = d.tenant_id and u.day = d.day and d.kind = 'index' where d.used <> coalesce(u.n, 0)
  on conflict do update set used = used + excluded.used;
drop table used_found;
drop table used_days;

create trigger credit_quarters_added after insert on credit_quarters
begin
  insert into credit_days (tenant_id, day, kind, given, set_aside, back, used) values (new.tenant_id, substr(new.quarter, 1, 10), new.kind, new.given, new.set_aside, new.back, new.used)
  on conflict do update set given = given + excluded.given, set_aside = set_aside + excluded.set_aside, back = back + excluded.back, used = used + excluded.used;
end;
create trigger credit_quarters_changed after update on credit_quarters
begin
  insert into credit_days (tenant_id, day, kind, given, set_aside, back, used) values (new.tenant_id, substr(new.quarter, 1, 10), new.kind, new.given - old.given, new.set_aside - old.set_aside, new.back - old.back, new.used - old.used)
  on conflict do update set given = given + excluded.given, set_aside = set_aside + excluded.set_aside, back = back + excluded.back, used = used + excluded.used;
end;
create trigger credit_quarters_removed after delete on credit_quarters
begin
  update credit_days set given = given - old.given, set_aside = set_aside - old.set_aside, back = back - old.back, used = used - old.used where tenant_id = old.tenant_id and day = substr(old.quarter, 1, 10) and kind = old.kind;
end;

create trigger ledger_counted after insert on ledger
begin
  insert into credit_quarters (tenant_id, quarter, kind, given, set_aside, back)
  values (new.tenant_id, substr(new.created_at, 1, 14) || (case when substr(new.created_at, 15, 2) < '15' then '00' when substr(new.created_at, 15, 2) < '30' then '15' when substr(new.created_at, 15, 2) < '45' then '30' else '45' end) || ':00.000Z', new.kind,
    iif(new.reason in ('reserve', 'check', 'release', 'refund'), 0, iif(new.direction = 'in', new.amount, -new.amount)),
    iif(new.reason in ('reserve', 'check'), new.amount, 0), iif(new.reason in ('release', 'refund'), new.amount, 0))
  on conflict do update set given = given + excluded.given, set_aside = set_aside + excluded.set_aside,
    back = back + excluded.back;
end;

-- Cohorts: by the quarter of sending instead of the week.
drop trigger links_born;
drop trigger links_seen;
drop trigger links_unseen;
drop trigger links_gone;
drop trigger links_foreign;
drop table cohorts;
alter table links drop column week;
alter table links add column quarter text as (substr(sent_at, 1, 14) || (case when substr(sent_at, 15, 2) < '15' then '00' when substr(sent_at, 15, 2) < '30' then '15' when substr(sent_at, 15, 2) < '45' then '30' else '45' end) || ':00.000Z') virtual;
create table cohorts (
  job_id text not null references jobs (id) on delete cascade,
  quarter text not null,
  host text not null,
  wait1 integer not null default 0,
  wait3 integer not null default 0,
  wait7 integer not null default 0,
  day1 integer not null default 0,
  day3 integer not null default 0,
  day7 integer not null default 0,
  later integer not null default 0,
  never integer not null default 0,
  primary key (job_id, quarter, host)
) strict, without rowid;
insert into cohorts select job_id, quarter, host,
  sum(stage = 'wait1'), sum(stage = 'wait3'), sum(stage = 'wait7'), sum(stage = 'day1'),
  sum(stage = 'day3'), sum(stage = 'day7'), sum(stage = 'later'), sum(stage = 'never')
from links where stage is not null group by 1, 2, 3;

create trigger links_born after insert on links when new.stage is not null
begin
  insert into cohorts values (new.job_id, new.quarter, new.host,
    new.stage = 'wait1', new.stage = 'wait3', new.stage = 'wait7', new.stage = 'day1',
    new.stage = 'day3', new.stage = 'day7', new.stage = 'later', new.stage = 'never')
  on conflict do update set
    wait1 = wait1 + excluded.wait1, wait3 = wait3 + excluded.wait3, wait7 = wait7 + excluded.wait7, day1 = day1 + excluded.day1,
    day3 = day3 + excluded.day3, day7 = day7 + excluded.day7, later = later + excluded.later, never = never + excluded.never;
end;

create trigger links_seen after update of state, looks, credit, sent_at on links
when new.stage is not null and (new.stage, new.quarter) is not (old.stage, old.quarter)
begin
  insert into cohorts values (new.job_id, new.quarter, new.host,
    new.stage = 'wait1', new.stage = 'wait3', new.stage = 'wait7', new.stage = 'day1',
    new.stage = 'day3', new.stage = 'day7', new.stage = 'later', new.stage = 'never')
  on conflict do update set
    wait1 = wait1 + excluded.wait1, wait3 = wait3 + excluded.wait3, wait7 = wait7 + excluded.wait7, day1 = day1 + excluded.day1,
    day3 = day3 + excluded.day3, day7 = day7 + excluded.day7, later = later + excluded.later, never = never + excluded.never;
end;

create trigger links_unseen after update of state, looks, credit, sent_at on links
when old.stage is not null and (new.stage, new.quarter) is not (old.stage, old.quarter)
begin
  update cohorts set
    wait1 = wait1 - (old.stage = 'wait1'), wait3 = wait3 - (old.stage = 'wait3'), wait7 = wait7 - (old.stage = 'wait7'),
    day1 = day1 - (old.stage = 'day1'), day3 = day3 - (old.stage = 'day3'), day7 = day7 - (old.stage = 'day7'),
    later = later - (old.stage = 'later'), never = never - (old.stage = 'never')
  where job_id = old.job_id and quarter = old.quarter and host = old.host;
end;

create trigger links_gone after delete on links when old.stage is not null
begin
  update cohorts set
    wait1 = wait1 - (old.stage = 'wait1'), wait3 = wait3 - (old.stage = 'wait3'), wait7 = wait7 - (old.stage = 'wait7'),
    day1 = day1 - (old.stage = 'day1'), day3 = day3 - (old.stage = 'day3'), day7 = day7 - (old.stage = 'day7'),
    later = later - (old.stage = 'later'), never = never - (old.stage = 'never')
  where job_id = old.job_id and quarter = old.quarter and host = old.host;
end;

-- Links on hosts of other clients. Those of removed links stay at noon.
create table foreign_quarters (
  job_id text not null,
  host text not null,
  quarter text not null,
  sent integer not null,
  came integer not null,
  missed integer not null,
  indexed integer not null,
  returned integer not null,
  primary key (job_id, host, quarter)
) strict, without rowid;
insert into foreign_quarters
  select job_id, host, quarter, sum(sent), sum(came), sum(missed), sum(indexed), sum(returned) from (
    select f.job_id, f.host, l.quarter, 1 as sent, l.stage in ('day1', 'day3', 'day7') as came,
      l.stage in ('later', 'never') as missed, 0 as indexed, 0 as returned
    from foreign_hosts f join links l on l.job_id = f.job_id and l.host = f.host where l.sent_at is not null
    union all select f.job_id, f.host, substr(l.settled_at, 1, 14) || (case when substr(l.settled_at, 15, 2) < '15' then '00' when substr(l.settled_at, 15, 2) < '30' then '15' when substr(l.settled_at, 15, 2) < '45' then '30' else '45' end) || ':00.000Z',
      0, 0, 0, l.state = 'indexed' and l.credit is not 'released', coalesce(l.credit = 'released' and l.state <> 'failed', 0)
    from foreign_hosts f join links l on l.job_id = f.job_id and l.host = f.host where l.settled_at is not null)
  group by 1, 2, 3;
insert into foreign_quarters
  select job_id, host, day || 'T12:00:00.000Z', sent, came, missed, indexed, returned from foreign_days
  where job_id not in (select job_id from links);
drop table foreign_days;

create trigger links_foreign after update of state, credit, sent_at, settled_at on links
when exists (select 1 from foreign_hosts where job_id = new.job_id and host = new.host)
begin
  insert into foreign_quarters (job_id, host, quarter, sent, came, missed, indexed, returned)
  select new.job_id, new.host, quarter, sum(n * sent), sum(n * came), sum(n * missed), sum(n * indexed), sum(n * returned)
  from (
    select old.quarter as quarter, -1 as n, 1 as sent, old.stage in ('day1', 'day3', 'day7') as came,
      old.stage in ('later', 'never') as missed, 0 as indexed, 0 as returned
    union all select new.quarter, 1, 1, new.stage in ('day1', 'day3', 'day7'), new.stage in ('later', 'never'), 0, 0
    union all select substr(old.settled_at, 1, 14) || (case when substr(old.settled_at, 15, 2) < '15' then '00' when substr(old.settled_at, 15, 2) < '30' then '15' when substr(old.settled_at, 15, 2) < '45' then '30' else '45' end) || ':00.000Z', -1, 0, 0, 0,
      old.state = 'indexed' and old.credit is not 'released', old.credit is 'released' and old.state <> 'failed'
    union all select substr(new.settled_at, 1, 14) || (case when substr(new.settled_at, 15, 2) < '15' then '00' when substr(new.settled_at, 15, 2) < '30' then '15' when substr(new.settled_at, 15, 2) < '45' then '30' else '45' end) || ':00.000Z', 1, 0, 0, 0,
      new.state = 'indexed' and new.credit is not 'released', new.credit is 'released' and new.state <> 'failed')
  where quarter is not null group by quarter
  on conflict do update set sent = sent + excluded.sent, came = came + excluded.came, missed = missed + excluded.missed,
    indexed = indexed + excluded.indexed, returned = returned + excluded.returned;
end;
