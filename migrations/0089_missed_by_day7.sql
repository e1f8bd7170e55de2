-- A link that a check found only after its refund was missed by day 7, as in the results by week. Counted so from now on;
-- links that were found before are counted here.
create table found_later as
  select j.tenant_id, substr(l.sent_at, 1, 10) as day, count(*) as n
  from links l join jobs j on j.id = l.job_id where l.stage = 'later' group by 1, 2;
-- Days whose counters were dropped stay without.
insert into day_counters (name, day, n)
  select 'missed:' || f.tenant_id, f.day, f.n
  from found_later f join day_counters c on c.name = 'came:' || f.tenant_id and c.day = f.day where true
  on conflict (name, day) do update set n = n + excluded.n;
update day_counters set n = max(0, day_counters.n - f.n)
  from found_later f where day_counters.name = 'came:' || f.tenant_id and day_counters.day = f.day;
drop table found_later;

update foreign_days set
  came = came - (select count(*) from links l where l.job_id = foreign_days.job_id and l.host = foreign_days.host
    and substr(l.sent_at, 1, 10) = foreign_days.day and l.stage = 'later'),
  missed = missed + (select count(*) from links l where l.job_id = foreign_days.job_id and l.host = foreign_days.host
    and substr(l.sent_at, 1, 10) = foreign_days.day and l.stage = 'later');

drop trigger links_foreign;
create trigger links_foreign after update of state, credit, sent_at, settled_at on links
when exists (select 1 from foreign_hosts where job_id = new.job_id and host = new.host)
begin
  insert into foreign_days (job_id, host, day, sent, came, missed, indexed, returned)
  select new.job_id, new.host, day, sum(n * sent), sum(n * came), sum(n * missed), sum(n * indexed), sum(n * returned)
  from (
    select substr(old.sent_at, 1, 10) as day, -1 as n, 1 as sent, old.stage in ('day1', 'day3', 'day7') as came,
      old.stage in ('later', 'never') as missed, 0 as indexed, 0 as returned
    union all select substr(new.sent_at, 1, 10), 1, 1, new.stage in ('day1', 'day3', 'day7'),
      new.stage in ('later', 'never'), 0, 0
    union all select substr(old.settled_at, 1, 10), -1, 0, 0, 0, old.state = 'indexed' and old.credit is not 'released',
      old.credit is 'released' and old.state <> 'failed'
    union all select substr(new.settled_at, 1, 10), 1, 0, 0, 0, new.state = 'indexed' and new.credit is not 'released',
      new.credit is 'released' and new.state <> 'failed')
  where day is not null group by day
  on conflict do update set sent = sent + excluded.sent, came = came + excluded.came, missed = missed + excluded.missed,
    indexed = indexed + excluded.indexed, returned = returned + excluded.returned;
end;
