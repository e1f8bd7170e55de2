-- Check credits of watching by day (UTC), kept by triggers: the budget of a month is read from few rows.
create table retention_spend_days (
  root_id text not null references tenants (id) on delete cascade,
  day text not null,
  tenant_id text not null,
  credits integer not null,
  primary key (root_id, day, tenant_id)
) strict, without rowid;

insert into retention_spend_days
  select root_id, substr(quarter, 1, 10), tenant_id, sum(credits) from retention_spend group by 1, 2, 3;

create trigger retention_spend_new after insert on retention_spend begin
  insert into retention_spend_days (root_id, day, tenant_id, credits)
  values (new.root_id, substr(new.quarter, 1, 10), new.tenant_id, new.credits)
  on conflict do update set credits = credits + excluded.credits;
end;
create trigger retention_spend_change after update of credits on retention_spend begin
  update retention_spend_days set credits = credits + new.credits - old.credits
  where root_id = new.root_id and day = substr(new.quarter, 1, 10) and tenant_id = new.tenant_id;
end;
