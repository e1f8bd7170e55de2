-- Pushes that move to another workspace. The move itself is one transaction; a row here is what is left to do after it.

create table job_moves (
  job_id text primary key references jobs (id) on delete cascade,
  from_id text not null,
  to_id text not null,
  moved_at text not null,
  -- The next link whose checks and memory of addresses follow; null: all have.
  next_link integer,
  -- When the reports of both workspaces are counted again; null: they are.
  count_at text
) strict, without rowid;

-- A line for each workspace: the reason is new, so the table is written again.
create table ledger_of_moves (
  id text primary key,
  tenant_id text not null references tenants (id),
  kind text not null check (kind in ('index', 'check')),
  direction text not null check (direction in ('in', 'out')),
  amount integer not null check (amount between 1 and 9007199254740991),
  reason text not null check (reason in ('trial', 'plan_grant', 'pack', 'allocation', 'release', 'refund', 'adjustment', 'reversal', 'reserve', 'check', 'move')),
  balance_after integer not null check (balance_after >= 0),
  job_id text,
  group_id text not null,
  actor text not null,
  note text,
  ref text unique,
  created_at text not null
) strict, without rowid;
insert into ledger_of_moves
  select id, tenant_id, kind, direction, amount, reason, balance_after, job_id, group_id, actor, note, ref, created_at
  from ledger;
drop table ledger;
alter table ledger_of_moves rename to ledger;

create index ledger_days on ledger (tenant_id, kind, created_at, reason, direction);
create index ledger_group on ledger (group_id);
create index ledger_job on ledger (job_id) where job_id is not null;
create index ledger_tenant on ledger (tenant_id, id);

-- As before: a trigger goes with its table.
create trigger ledger_counted after insert on ledger
begin
  insert into credit_days (tenant_id, day, kind, given, set_aside, back)
  values (new.tenant_id, substr(new.created_at, 1, 10), new.kind,
    iif(new.reason in ('reserve', 'check', 'release', 'refund'), 0, iif(new.direction = 'in', new.amount, -new.amount)),
    iif(new.reason in ('reserve', 'check'), new.amount, 0), iif(new.reason in ('release', 'refund'), new.amount, 0))
  on conflict do update set given = given + excluded.given, set_aside = set_aside + excluded.set_aside,
    back = back + excluded.back;
end;

-- What finished checks cost follows them.
create trigger looks_moved after update of tenant_id on looks
when old.finished_at is not null and new.tenant_id <> old.tenant_id
begin
  update look_days set looks = looks - 1, credits_used = credits_used - iif(old.indexed in ('yes', 'no'), old.credits, 0),
    cost_usd = cost_usd - old.cost_usd, unpriced = unpriced - (old.cost_usd = 0 and old.method is 'search_result')
  where day = substr(old.finished_at, 1, 10) and tenant_id = old.tenant_id and engine = old.engine;
  insert into look_days values (substr(new.finished_at, 1, 10), new.tenant_id, new.engine, 1,
    iif(new.indexed in ('yes', 'no'), new.credits, 0), new.cost_usd, new.cost_usd = 0 and new.method is 'search_result')
  on conflict do update set looks = looks + 1, credits_used = credits_used + excluded.credits_used,
    cost_usd = cost_usd + excluded.cost_usd, unpriced = unpriced + excluded.unpriced;
end;
