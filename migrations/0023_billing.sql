-- Money that came in and went out, each event once by its name. A workspace that is deleted leaves its events.

create table billing_events (
  id text primary key,
  -- Names the event for ever: a pack request, an invoice, a refund or dispute of Stripe.
  ref text not null unique,
  type text not null check (type in ('pack_purchase', 'plan_invoice', 'refund', 'chargeback', 'payment_failed')),
  state text not null check (state in ('settled', 'failed', 'open', 'won', 'lost')),
  tenant_id text not null,
  mode text not null check (mode in ('manual', 'test', 'live')),
  cents integer not null check (cents >= 0),
  pack text,
  plan text,
  interval text,
  request_id text,
  reference text,
  note text,
  actor text not null,
  created_at text not null,
  recorded_at text not null
) strict, without rowid;
create index billing_events_created on billing_events (created_at, id);
create index billing_events_type on billing_events (type, created_at, id);
create index billing_events_tenant on billing_events (tenant_id, created_at, id);
create index billing_events_tenant_type on billing_events (tenant_id, type, created_at, id);

-- How many events and how much money a day has, of each workspace and ('') of all. A dispute that was won and a refund
-- that failed moved none.
create table billing_days (
  tenant_id text not null,
  day text not null,
  type text not null,
  mode text not null,
  events integer not null,
  cents integer not null,
  primary key (tenant_id, day, type, mode)
) strict, without rowid;

create trigger billing_events_added after insert on billing_events begin
  insert into billing_days (tenant_id, day, type, mode, events, cents)
  select value, substr(new.created_at, 1, 10), new.type, new.mode, 1,
    iif(new.state = 'won' or (new.type = 'refund' and new.state = 'failed'), 0, new.cents)
  from json_each(json_array('', new.tenant_id)) where true
  on conflict (tenant_id, day, type, mode) do update set events = events + 1, cents = cents + excluded.cents;
end;

create trigger billing_events_changed after update of state on billing_events begin
  update billing_days set cents = cents
    - iif(old.state = 'won' or (old.type = 'refund' and old.state = 'failed'), 0, old.cents)
    + iif(new.state = 'won' or (new.type = 'refund' and new.state = 'failed'), 0, new.cents)
  where tenant_id in ('', new.tenant_id) and day = substr(new.created_at, 1, 10) and type = new.type and mode = new.mode;
end;

-- What was paid for before is told as it was decided.
insert into billing_events (id, ref, type, state, tenant_id, mode, cents, pack, request_id, actor, created_at, recorded_at)
select id, 'pack ' || id, 'pack_purchase', 'settled', tenant_id, 'manual', price_cents, pack, id,
  coalesce(decided_by, 'system'), coalesce(decided_at, created_at), coalesce(decided_at, created_at)
from credit_requests where status in ('approved', 'refunded') and price_cents >= 0;
insert into billing_events (id, ref, type, state, tenant_id, mode, cents, pack, request_id, actor, created_at, recorded_at)
select id || '-refund', 'refund ' || id, 'refund', 'settled', tenant_id, 'manual', price_cents, pack, id,
  coalesce(decided_by, 'system'), coalesce(decided_at, created_at), coalesce(decided_at, created_at)
from credit_requests where status = 'refunded' and price_cents >= 0;
