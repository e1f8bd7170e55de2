-- The curve in sums of its steps: of a workspace (all), and by host, supplier and week. A curve reads few rows.
create table retention_sums (
  tenant_id text not null references tenants (id) on delete cascade,
  part text not null check (part in ('all', 'host', 'supplier', 'week')),
  key text not null,
  step integer not null,
  at_risk integer not null,
  dropped integer not null,
  primary key (tenant_id, part, key, step)
) strict, without rowid;

insert into retention_sums
  select tenant_id, 'all', '', step, sum(at_risk), sum(dropped) from retention_steps group by 1, 4
  union all select tenant_id, 'host', host, step, sum(at_risk), sum(dropped) from retention_steps group by 1, 3, 4
  union all select tenant_id, 'supplier', adapter, step, sum(at_risk), sum(dropped) from retention_steps group by 1, 3, 4
  union all select tenant_id, 'week', week, step, sum(at_risk), sum(dropped) from retention_steps group by 1, 3, 4;

create trigger retention_steps_new after insert on retention_steps begin
  insert into retention_sums (tenant_id, part, key, step, at_risk, dropped)
  values (new.tenant_id, 'all', '', new.step, new.at_risk, new.dropped),
    (new.tenant_id, 'host', new.host, new.step, new.at_risk, new.dropped),
    (new.tenant_id, 'supplier', new.adapter, new.step, new.at_risk, new.dropped),
    (new.tenant_id, 'week', new.week, new.step, new.at_risk, new.dropped)
  on conflict do update set at_risk = at_risk + excluded.at_risk, dropped = dropped + excluded.dropped;
end;
create trigger retention_steps_change after update on retention_steps begin
  update retention_sums set at_risk = at_risk + new.at_risk - old.at_risk, dropped = dropped + new.dropped - old.dropped
  where tenant_id = new.tenant_id and step = new.step and (part, key) in (
    values ('all', ''), ('host', new.host), ('supplier', new.adapter), ('week', new.week));
end;

-- Watched links by the week in which they were first seen, their state and its cause; `aged`: a check of day 60 or later
-- answered, or they dropped.
create table watch_counts (
  tenant_id text not null references tenants (id) on delete cascade,
  week text not null,
  state text not null,
  aged integer not null,
  cause text not null,
  links integer not null,
  primary key (tenant_id, week, state, aged, cause)
) strict, without rowid;

insert into watch_counts
  select tenant_id, week, state, coalesce(counted >= 3, 0) or is_over, coalesce(iif(state = 'dropped', cause, null), ''), count(*)
  from watches group by 1, 2, 3, 4, 5;

create trigger watches_counted_new after insert on watches begin
  insert into watch_counts (tenant_id, week, state, aged, cause, links)
  values (new.tenant_id, new.week, new.state, coalesce(new.counted >= 3, 0) or new.is_over,
    coalesce(iif(new.state = 'dropped', new.cause, null), ''), 1)
  on conflict do update set links = links + 1;
end;
create trigger watches_counted_change after update of tenant_id, week, state, counted, is_over, cause on watches
when old.tenant_id <> new.tenant_id or old.week <> new.week or old.state <> new.state or old.is_over <> new.is_over
  or coalesce(old.counted >= 3, 0) <> coalesce(new.counted >= 3, 0)
  or new.state = 'dropped' and old.cause is not new.cause begin
  update watch_counts set links = links - 1 where tenant_id = old.tenant_id and week = old.week and state = old.state
    and aged = (coalesce(old.counted >= 3, 0) or old.is_over)
    and cause = coalesce(iif(old.state = 'dropped', old.cause, null), '');
  insert into watch_counts (tenant_id, week, state, aged, cause, links)
  values (new.tenant_id, new.week, new.state, coalesce(new.counted >= 3, 0) or new.is_over,
    coalesce(iif(new.state = 'dropped', new.cause, null), ''), 1)
  on conflict do update set links = links + 1;
end;
create trigger watches_counted_gone after delete on watches begin
  update watch_counts set links = links - 1 where tenant_id = old.tenant_id and week = old.week and state = old.state
    and aged = (coalesce(old.counted >= 3, 0) or old.is_over)
    and cause = coalesce(iif(old.state = 'dropped', old.cause, null), '');
end;

-- Counts take their place.
drop index watches_aged;
drop index watches_dropped;
