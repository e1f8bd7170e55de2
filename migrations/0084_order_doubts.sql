-- Batches that were ordered again after an order in doubt: where the first order went, and the second task that was
-- found there later.
create table order_doubts (
  batch_id text primary key references batches (id) on delete cascade,
  route text not null check (route in ('primary', 'fallback')),
  adapter text not null,
  twin text,
  found_at text
) strict, without rowid;
create index order_doubts_found on order_doubts (found_at) where found_at is not null;
