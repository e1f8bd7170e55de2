-- What strangers try on the public pages. Forgotten after 30 days: addresses of people are in it.
create table free_checks (
  -- In the order of time.
  seq integer primary key,
  id text not null unique,
  -- The unguessable part of the result's address; none when it was refused.
  address text unique,
  kind text not null check (kind in ('xray', 'answer', 'lens', 'xray_retry', 'answer_edit')),
  state text not null check (state in ('waiting', 'running', 'done', 'failed', 'refused')),
  -- A URL, or a domain.
  asked text not null,
  question text,
  domain text not null,
  ip text not null,
  network text not null,
  country text,
  city text,
  refusal text check (refusal in ('block', 'cap', 'budget', 'bot')),
  result text check (json_valid(result)),
  failure text,
  cost_usd real not null default 0 check (cost_usd >= 0),
  created_at text not null,
  finished_at text,
  check ((state = 'refused') = (refusal is not null)),
  check ((state = 'refused') = (address is null)),
  check ((state = 'done') = (result is not null))
) strict;
create index free_checks_created on free_checks (created_at);
create index free_checks_ip on free_checks (ip, seq);
create index free_checks_network on free_checks (network, seq);
create index free_checks_domain on free_checks (domain, seq);
create index free_checks_country on free_checks (country, seq) where country is not null;
create index free_checks_city on free_checks (city collate nocase, seq) where city is not null;
create index free_checks_kind on free_checks (kind, seq);
create index free_checks_refused on free_checks (seq) where state = 'refused';
create index free_checks_open on free_checks (seq) where state in ('waiting', 'running');
create index free_checks_known on free_checks (asked, seq) where state = 'done';
create index free_checks_paid on free_checks (created_at, cost_usd) where cost_usd > 0;

-- How many there were of each kind, country, city, domain, IP and network on a UTC day.
create table free_check_days (
  day text not null,
  what text not null check (what in ('kind', 'country', 'city', 'domain', 'ip', 'network')),
  name text not null,
  checks integer not null,
  refused integer not null,
  primary key (day, what, name)
) strict, without rowid;
create index free_check_days_top on free_check_days (what, day, checks + refused);

-- Who may not use them: an IP address, or a network. Without an end until it is lifted.
create table free_check_blocks (
  id text primary key,
  target text not null unique,
  reason text,
  ends_at text,
  created_by text not null,
  created_at text not null
) strict, without rowid;
create index free_check_blocks_end on free_check_blocks (ends_at) where ends_at is not null;
