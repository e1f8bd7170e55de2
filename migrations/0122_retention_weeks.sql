-- The curve by week of a workspace with all below it: a read of it does not grow with the clients.
create table retention_weeks (
  tenant_id text not null references tenants (id) on delete cascade,
  week text not null,
  step integer not null,
  at_risk integer not null,
  dropped integer not null,
  primary key (tenant_id, week, step)
) strict, without rowid;

insert into retention_weeks
  select a.value, s.key, s.step, sum(s.at_risk), sum(s.dropped)
  from retention_sums s join tenants t on t.id = s.tenant_id
    join json_each('["' || replace(trim(t.path, '/'), '/', '","') || '"]') a
  where s.part = 'week' group by 1, 2, 3;

create trigger retention_weeks_new after insert on retention_sums when new.part = 'week' begin
  insert into retention_weeks (tenant_id, week, step, at_risk, dropped)
  select a.value, new.key, new.step, new.at_risk, new.dropped
  from tenants t, json_each('["' || replace(trim(t.path, '/'), '/', '","') || '"]') a where t.id = new.tenant_id
  on conflict do update set at_risk = at_risk + excluded.at_risk, dropped = dropped + excluded.dropped;
end;
create trigger retention_weeks_change after update on retention_sums when new.part = 'week' begin
  update retention_weeks set at_risk = at_risk + new.at_risk - old.at_risk, dropped = dropped + new.dropped - old.dropped
  where week = new.key and step = new.step and tenant_id in (
    select a.value from tenants t, json_each('["' || replace(trim(t.path, '/'), '/', '","') || '"]') a where t.id = new.tenant_id);
end;
-- A workspace takes its sums, which hold all below it, from those above it to those above its new place.
create trigger retention_weeks_moved after update of parent_id on tenants when new.parent_id is not old.parent_id begin
  update retention_weeks set at_risk = retention_weeks.at_risk - s.at_risk, dropped = retention_weeks.dropped - s.dropped
  from (select week, step, at_risk, dropped from retention_weeks where tenant_id = new.id) s
  where retention_weeks.week = s.week and retention_weeks.step = s.step and retention_weeks.tenant_id in (
    select a.value from tenants p, json_each('["' || replace(trim(p.path, '/'), '/', '","') || '"]') a where p.id = old.parent_id);
  insert into retention_weeks (tenant_id, week, step, at_risk, dropped)
  select a.value, s.week, s.step, s.at_risk, s.dropped
  from retention_weeks s, tenants p, json_each('["' || replace(trim(p.path, '/'), '/', '","') || '"]') a
  where s.tenant_id = new.id and p.id = new.parent_id
  on conflict do update set at_risk = at_risk + excluded.at_risk, dropped = dropped + excluded.dropped;
end;
