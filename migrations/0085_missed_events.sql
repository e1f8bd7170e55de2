-- Events that failed while their receiver failed everything: the first success makes them due.
alter table webhook_deliveries add column missed integer not null default 0 check (missed in (0, 1));
create index webhook_deliveries_missed on webhook_deliveries (endpoint_id, next_attempt_at, id)
  where state = 'waiting' and missed = 1;
create index webhook_deliveries_waiting on webhook_deliveries (created_at) where state = 'waiting';
alter table webhook_endpoints add column tried_at text;
