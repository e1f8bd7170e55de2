-- What moved in each purse, by day: how much came and went in a month is read here, never from the ledger. Rows stay.
create table credit_days (
  tenant_id text not null,
  day text not null,
  kind text not null check (kind in ('index', 'check')),
  -- Came from elsewhere (grants, packs, other workspaces), less what left for elsewhere.
  given integer not null default 0,
  -- For jobs, and what jobs gave back.
  set_aside integer not null default 0,
  back integer not null default 0,
  -- Used up for good: no line of the ledger, since it was set aside before.
  used integer not null default 0,
  primary key (tenant_id, day, kind)
) strict, without rowid;

insert into credit_days (tenant_id, day, kind, given, set_aside, back)
select tenant_id, substr(created_at, 1, 10), kind,
  sum(iif(reason in ('reserve', 'check', 'release', 'refund'), 0, iif(direction = 'in', amount, -amount))),
  sum(iif(reason in ('reserve', 'check'), amount, 0)), sum(iif(reason in ('release', 'refund'), amount, 0))
from ledger group by 1, 2, 3;

-- Used: on the day of the link that it was for; of jobs whose links tell it no more, when the job ended.
insert into credit_days (tenant_id, day, kind, used)
with told as (
  select j.id as job_id, j.tenant_id, substr(coalesce(iif(l.guarantee, l.settled_at, l.sent_at), j.updated_at), 1, 10) as day,
    count(*) as n
  from links l join jobs j on j.id = l.job_id where l.credit = 'consumed' group by 1, 2, 3),
of_job as (select job_id, sum(n) as n from told group by 1),
rest as (
  select r.tenant_id, r.kind, r.used - iif(r.kind = 'index', coalesce(o.n, 0), 0) as n,
    substr(coalesce(j.finished_at, (select max(created_at) from ledger g where g.job_id = r.job_id), j.updated_at), 1, 10) as day
  from reservations r left join jobs j on j.id = r.job_id left join of_job o on o.job_id = r.job_id)
select tenant_id, day, kind, sum(n) from (
  select tenant_id, day, 'index' as kind, n from told
  union all select tenant_id, day, kind, n from rest where day is not null)
where true group by 1, 2, 3 having sum(n) <> 0
on conflict do update set used = used + excluded.used;

create trigger ledger_counted after insert on ledger
begin
  insert into credit_days (tenant_id, day, kind, given, set_aside, back)
  values (new.tenant_id, substr(new.created_at, 1, 10), new.kind,
    iif(new.reason in ('reserve', 'check', 'release', 'refund'), 0, iif(new.direction = 'in', new.amount, -new.amount)),
    iif(new.reason in ('reserve', 'check'), new.amount, 0), iif(new.reason in ('release', 'refund'), new.amount, 0))
  on conflict do update set given = given + excluded.given, set_aside = set_aside + excluded.set_aside,
    back = back + excluded.back;
end;
