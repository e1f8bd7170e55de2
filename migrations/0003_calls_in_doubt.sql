-- Paid calls of check engines whose answer was lost. Until the vendor's account tells, what one may have cost is in doubt;
-- billed: it was, and the look carries the cost; free: it was not; untold: the account could not tell, it stays in doubt.

create table lost_calls (
  ref text primary key,
  look_id integer not null,
  tenant_id text not null,
  engine text not null check (engine in ('scan_standard', 'scan_live', 'scan_bing', 'upstream')),
  adapter text not null,
  -- The account by a fingerprint of its address and key.
  account text not null,
  state text not null check (state in ('open', 'billed', 'free', 'untold')),
  -- In the vendor's unit: the most it may have been billed while in doubt, then what it was.
  units real not null check (units >= 0),
  unit_usd real not null check (unit_usd >= 0),
  cost_usd real not null check (cost_usd >= 0),
  lost_at text not null,
  settled_at text,
  check ((state in ('billed', 'free')) = (settled_at is not null))
) strict, without rowid;
create index lost_calls_open on lost_calls (account, lost_at) where state = 'open';
create index lost_calls_engine on lost_calls (engine, lost_at);
create index lost_calls_month on lost_calls (lost_at);

-- What a vendor's account had left at the last reading, and what was booked on it since, in its unit.
create table vendor_accounts (
  account text primary key,
  units_left real,
  units_booked real not null default 0,
  booked_at text,
  read_at text,
  -- The last try to read it or to ask it about calls.
  asked_at text
) strict, without rowid;

-- A failure that was billed before the next attempt: part of what the day has cost.
create index looks_retried on looks (engine) where state = 'queued' and cost_usd > 0;
