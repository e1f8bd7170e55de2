-- Payments through Stripe. What was begun stands in a row before Stripe is called, what Stripe tells is kept by its name.

-- Months of the plan that are not paid for yet wait: null, or the end of what is.
alter table plan_calendar add column paid_until text;

-- A page of Stripe on which a pack or a plan is paid for, with what it was to hold and cost.
create table payments (
  id text primary key,
  tenant_id text not null,
  mode text not null check (mode in ('test', 'live')),
  kind text not null check (kind in ('pack', 'plan')),
  pack text,
  plan text,
  interval text check (interval in ('month', 'year')),
  cents integer not null check (cents > 0),
  index_credits integer not null,
  check_credits integer not null,
  state text not null check (state in ('opening', 'open', 'processing', 'paid', 'failed', 'expired')),
  session_id text,
  url text,
  payment_intent text,
  request_id text,
  email text,
  error text,
  created_by text not null,
  created_at text not null,
  updated_at text not null,
  -- When Stripe is asked what became of it, should it not tell by itself.
  next_look_at text
) strict, without rowid;
create index payments_tenant on payments (tenant_id, id);
create index payments_intent on payments (payment_intent) where payment_intent is not null;
create index payments_look on payments (next_look_at) where next_look_at is not null;

-- A subscription as Stripe last told it.
create table stripe_subscriptions (
  id text primary key,
  tenant_id text not null,
  mode text not null check (mode in ('test', 'live')),
  status text not null,
  plan text not null check (plan in ('agency_starter', 'agency_pro', 'agency_scale')),
  interval text not null check (interval in ('month', 'year')),
  cents integer not null,
  item_id text not null,
  period_end text,
  cancels_at text,
  begun_at text not null,
  -- The moment of the newest event, with the rank of its kind: what comes late does not count.
  told_at text not null,
  -- What invoices have paid for, and from when the months of credits are counted.
  paid_from text,
  paid_until text,
  counted_from text,
  -- Since when a payment is late, and when it was told that the time for it is over.
  late_since text,
  lapsed_at text,
  -- When Stripe is asked for its present state.
  next_look_at text
) strict, without rowid;
create index stripe_subscriptions_tenant on stripe_subscriptions (tenant_id);
create index stripe_subscriptions_look on stripe_subscriptions (next_look_at) where next_look_at is not null;
create index stripe_subscriptions_late on stripe_subscriptions (late_since) where late_since is not null and lapsed_at is null;

-- What Stripe told, once by its own name. An event that came before what it speaks of waits.
create table stripe_events (
  id text primary key,
  type text not null,
  at text not null,
  outcome text not null check (outcome in ('applied', 'ignored', 'waiting')),
  -- The payment or subscription that a waiting one speaks of, and what it told.
  about text,
  fact text,
  next_look_at text,
  received_at text not null
) strict, without rowid;
create index stripe_events_about on stripe_events (about, at) where outcome = 'waiting';
create index stripe_events_look on stripe_events (next_look_at) where next_look_at is not null;
create index stripe_events_received on stripe_events (received_at, outcome);

-- Disputes that wait for an answer.
create index billing_events_open on billing_events (created_at) where state = 'open';

-- Who a workspace is at Stripe, which subscription its plan follows, and why it may not buy.
create table billing_accounts (
  tenant_id text primary key,
  customer_id text,
  customer_mode text,
  subscription_id text,
  locked_at text,
  locked_by text
) strict, without rowid;
create index billing_accounts_customer on billing_accounts (customer_id) where customer_id is not null;

-- Money of refunded packs on its way back.
create table money_back (
  request_id text primary key references credit_requests (id) on delete cascade,
  payment_id text not null,
  cents integer not null check (cents > 0),
  state text not null check (state in ('due', 'pending', 'settled', 'failed')),
  attempts integer not null default 0,
  refund_id text,
  error text,
  actor text not null,
  created_at text not null,
  next_attempt_at text
) strict, without rowid;
create index money_back_due on money_back (next_attempt_at) where next_attempt_at is not null;
