-- Batches that wait for the price of their supplier.
create index batches_unpriced on batches (route, adapter) where price_usd is null and state = 'sent' and route is not null;

-- What a client pays its agency, from a day on; both prices null: nothing known from that day on.
create table client_prices (
  tenant_id text not null references tenants (id) on delete cascade,
  day text not null,
  set_at text not null,
  usd_month real check (usd_month >= 0),
  usd_credit real check (usd_credit >= 0),
  primary key (tenant_id, day)
) strict, without rowid;
