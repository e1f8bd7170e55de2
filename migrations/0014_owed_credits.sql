-- What a refund of a pack could not take back at once, and is taken as soon as credits come in.

create table owed_credits (
  request_id text not null references credit_requests (id) on delete cascade,
  kind text not null check (kind in ('index', 'check')),
  tenant_id text not null references tenants (id) on delete cascade,
  amount integer not null check (amount >= 1),
  primary key (request_id, kind)
) strict, without rowid;
create index owed_credits_tenant on owed_credits (tenant_id, kind, request_id);

-- What a workspace gave another one, less what came back: a row each way, the other one negative.

create table handed_on (
  tenant_id text not null references tenants (id) on delete cascade,
  to_id text not null references tenants (id) on delete cascade,
  kind text not null check (kind in ('index', 'check')),
  amount integer not null,
  primary key (tenant_id, to_id, kind)
) strict, without rowid;

with moved as (
  select gone.tenant_id as a, come.tenant_id as b, gone.kind, gone.amount
  from ledger gone join ledger come on come.group_id = gone.group_id and come.kind = gone.kind
    and come.reason = gone.reason and come.direction = 'in'
  where gone.direction = 'out' and gone.reason in ('allocation', 'reversal')
)
insert into handed_on (tenant_id, to_id, kind, amount)
select a, b, kind, sum(amount) from (select * from moved union all select b, a, kind, -amount from moved)
group by 1, 2, 3;
