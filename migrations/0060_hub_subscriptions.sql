-- Subscriptions of standing pushes to the WebSub hubs of their sources. `awaits`: the hub was asked and has to verify.
create table hub_subscriptions (
  push_id text primary key references standing_pushes (id) on delete cascade,
  hub text not null,
  topic text not null,
  token_hash text not null unique,
  secret_sealed text not null,
  awaits integer not null default 0 check (awaits in (0, 1)),
  ask_at text not null,
  failures integer not null default 0,
  lease_until text,
  heard_at text,
  note text
) strict;
create index hub_subscriptions_due on hub_subscriptions (ask_at);
