-- Finished looks by day, client and engine, and what they cost: margins and caps read these rows, never the looks. A row
-- stays when the looks of a deleted job go. Kept by triggers, so that no way of finishing a look, or of learning its
-- price later, can forget it.
create table look_days (
  day text not null,
  tenant_id text not null,
  engine text not null check (engine in ('scan_standard', 'scan_live', 'scan_bing', 'upstream')),
  looks integer not null,
  -- Check credits spent on a yes or a no.
  credits_used integer not null,
  cost_usd real not null,
  -- Search results whose vendor did not tell a price: booked at the operator's rate.
  unpriced integer not null,
  primary key (day, tenant_id, engine)
) strict, without rowid;

insert into look_days
select substr(finished_at, 1, 10), tenant_id, engine, count(*), sum(iif(indexed in ('yes', 'no'), credits, 0)), sum(cost_usd),
  sum(cost_usd = 0 and method is 'search_result')
from looks where finished_at is not null group by 1, 2, 3;

create trigger looks_ended after update of finished_at on looks when old.finished_at is null and new.finished_at is not null
begin
  insert into look_days values (substr(new.finished_at, 1, 10), new.tenant_id, new.engine, 1,
    iif(new.indexed in ('yes', 'no'), new.credits, 0), new.cost_usd, new.cost_usd = 0 and new.method is 'search_result')
  on conflict do update set looks = looks + 1, credits_used = credits_used + excluded.credits_used,
    cost_usd = cost_usd + excluded.cost_usd, unpriced = unpriced + excluded.unpriced;
end;

create trigger looks_priced after update of cost_usd on looks when old.finished_at is not null
begin
  update look_days set cost_usd = cost_usd + new.cost_usd - old.cost_usd,
    unpriced = unpriced + (new.cost_usd = 0 and new.method is 'search_result') - (old.cost_usd = 0 and old.method is 'search_result')
  where day = substr(new.finished_at, 1, 10) and tenant_id = new.tenant_id and engine = new.engine;
end;
