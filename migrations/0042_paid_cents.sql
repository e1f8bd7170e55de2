-- What was really paid for a payment: refunds count with it. Until now the event of a pack alone noted it.
alter table payments add column paid_cents integer;
update payments set paid_cents = coalesce((select cents from billing_events where ref = 'stripe ' || session_id), cents)
  where state = 'paid';
