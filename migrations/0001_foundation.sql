-- The kernel's own tables.

create table settings (
  name text primary key,
  value text not null check (json_valid(value)),
  updated_at text not null
) strict, without rowid;

create table secrets (
  name text primary key,
  sealed text not null,
  hint text not null,
  updated_at text not null
) strict, without rowid;

create table audit (
  id text primary key,
  at text not null,
  actor text not null,
  user_id text,
  key_id text,
  via text not null check (via in ('key', 'session', 'oauth', 'system')),
  as_platform integer not null check (as_platform in (0, 1)),
  action text not null,
  tenant_id text,
  target text,
  before text,
  after text,
  ip text,
  request_id text
) strict, without rowid;
create index audit_action on audit (action, id);
create index audit_tenant on audit (tenant_id, id);

create table tracked_errors (
  id text primary key,
  fingerprint text not null unique,
  message text not null,
  place text not null,
  stack text not null,
  count integer not null check (count > 0),
  first_seen_at text not null,
  last_seen_at text not null,
  request_id text,
  resolved integer not null check (resolved in (0, 1))
) strict, without rowid;
create index tracked_errors_seen on tracked_errors (last_seen_at);

create table idempotency_keys (
  actor text not null,
  key text not null,
  request_hash text not null,
  answer text not null,
  created_at text not null,
  primary key (actor, key)
) strict, without rowid;
create index idempotency_keys_age on idempotency_keys (created_at);

create table day_counters (
  name text not null,
  day text not null,
  n integer not null,
  primary key (name, day)
) strict, without rowid;

create table job_runs (
  id integer primary key,
  job text not null,
  started_at text not null,
  finished_at text,
  done integer not null default 0,
  error text
) strict;
create index job_runs_job on job_runs (job, id);

-- Tenants: the tree of workspaces, its members. What refers to a workspace without `on delete cascade` keeps it from
-- being deleted: it is not empty then.

create table tenants (
  id text primary key,
  parent_id text references tenants (id),
  path text not null unique,
  kind text not null check (kind in ('agency', 'team', 'client')),
  name text not null check (length(name) between 1 and 120),
  notes text,
  default_recheck_days integer not null default 0 check (default_recheck_days between 0 and 5),
  logo_url text,
  accent text,
  from_name text,
  domain text unique,
  archived_at text,
  created_at text not null,
  updated_at text not null
) strict, without rowid;
create index tenants_parent on tenants (parent_id);
create index tenants_name on tenants (name);
create index tenants_created on tenants (created_at);
create index tenants_archived on tenants (path) where archived_at is not null;

create table users (
  id text primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  password_hash text,
  status text not null check (status in ('active', 'pending', 'suspended', 'declined')),
  platform_admin integer not null default 0 check (platform_admin in (0, 1)),
  locale text not null default 'en',
  time_zone text not null default 'UTC',
  email_verified_at text,
  last_seen_at text,
  created_at text not null,
  updated_at text not null
) strict, without rowid;

create table members (
  tenant_id text not null references tenants (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  role text not null check (role in ('owner', 'admin', 'member', 'client_viewer')),
  created_at text not null,
  primary key (tenant_id, user_id)
) strict, without rowid;
create index members_user on members (user_id);

-- Accounts: sessions hold the hash of the cookie's token, never the token. Seconds, as lucia counts.

create table sessions (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  expires_at integer not null,
  created_at text not null,
  last_seen_at text not null,
  ip text,
  user_agent text
) strict, without rowid;
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- One-time links, by the hash of their token. Without a user: the first run. With one: that user's first password.
create table setup_links (
  token_hash text primary key,
  user_id text references users (id) on delete cascade,
  expires_at text not null
) strict, without rowid;
create index setup_links_user on setup_links (user_id);

-- An address that somebody wants to have. It becomes theirs when the link is used that was sent there.
create table email_proofs (
  user_id text primary key references users (id) on delete cascade,
  token_hash text not null unique,
  email text not null check (email = lower(email)),
  expires_at text not null
) strict, without rowid;
create index email_proofs_expiry on email_proofs (expires_at);

-- `who` is an account (hash of the address, known or not) or an IP network. A try counts before its password is looked at.
create table sign_in_failures (
  who text primary key,
  count integer not null check (count >= 0),
  last_at text not null
) strict, without rowid;
create index sign_in_failures_age on sign_in_failures (last_at);

-- Apps that a person let act for them. A revoked grant stays, so that its tokens are known to be dead.
create table oauth_grants (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  client_id text not null,
  client_name text not null check (length(client_name) between 1 and 200),
  scope text not null default '',
  created_at text not null,
  last_used_at text,
  revoked_at text
) strict, without rowid;
create index oauth_grants_user on oauth_grants (user_id, id) where revoked_at is null;

-- Keys.

create table api_keys (
  id text primary key,
  tenant_id text not null references tenants (id) on delete cascade,
  created_by text references users (id) on delete set null,
  name text not null,
  hash text not null unique,
  prefix text not null,
  role text not null check (role in ('owner', 'admin', 'member', 'client_viewer')),
  platform integer not null default 0 check (platform in (0, 1)),
  rate_per_min integer check (rate_per_min between 1 and 600),
  rate_per_day integer check (rate_per_day between 1 and 100000),
  daily_credit_cap integer check (daily_credit_cap >= 1),
  status text not null check (status in ('active', 'revoked')),
  last_used_at text,
  revoked_at text,
  created_at text not null
) strict, without rowid;
create index api_keys_tenant on api_keys (tenant_id, id);
create index api_keys_name on api_keys (name);
create index api_keys_creator on api_keys (created_by);

-- Plans: only the workspace at the root of a tree has a row.

create table tenant_plans (
  tenant_id text primary key references tenants (id) on delete cascade,
  plan text not null check (plan in ('free', 'agency_starter', 'agency_pro', 'agency_scale')),
  status text not null check (status in ('active', 'past_due', 'canceled')),
  interval text check (interval in ('month', 'year')),
  current_period_end text,
  grace_until text,
  updated_at text not null
) strict, without rowid;

-- Logos as they are served from here: taken apart, checked and put together again.
create table logos (
  tenant_id text primary key references tenants (id) on delete cascade,
  hash text not null,
  kind text not null check (kind in ('png', 'jpg', 'webp')),
  body blob not null check (length(body) <= 524288),
  created_at text not null
) strict, without rowid;

-- Credits: one purse a workspace and kind; a line for each move of `available`, never edited.

create table purses (
  tenant_id text not null references tenants (id) on delete cascade,
  kind text not null check (kind in ('index', 'check')),
  available integer not null default 0 check (available between 0 and 9007199254740991),
  reserved integer not null default 0 check (reserved between 0 and 9007199254740991),
  -- Together within what a number in JSON can hold, so that a release always fits.
  check (available + reserved <= 9007199254740991),
  primary key (tenant_id, kind)
) strict, without rowid;

-- What a job has set aside of a kind, and what became of it. Never settled beyond what was reserved.
create table holds (
  job_id text not null,
  kind text not null check (kind in ('index', 'check')),
  tenant_id text not null references tenants (id),
  reserved integer not null check (reserved >= 0),
  used integer not null default 0 check (used >= 0),
  returned integer not null default 0 check (returned >= 0),
  check (used + returned <= reserved),
  primary key (job_id, kind)
) strict, without rowid;

create table ledger (
  id text primary key,
  tenant_id text not null references tenants (id),
  kind text not null check (kind in ('index', 'check')),
  direction text not null check (direction in ('in', 'out')),
  amount integer not null check (amount between 1 and 9007199254740991),
  reason text not null check (reason in ('trial', 'plan_grant', 'pack', 'allocation', 'release', 'refund', 'adjustment', 'reversal', 'reserve', 'check')),
  balance_after integer not null check (balance_after >= 0),
  job_id text,
  group_id text not null,
  actor text not null,
  note text,
  ref text unique,
  created_at text not null
) strict, without rowid;
create index ledger_tenant on ledger (tenant_id, id);
create index ledger_group on ledger (group_id);
create index ledger_job on ledger (job_id) where job_id is not null;

-- When the credits of the next month are due, counted in months from the anchor. Roots of trees alone.
create table plan_calendar (
  tenant_id text primary key references tenants (id) on delete cascade,
  anchor_at text not null,
  due_at text not null
) strict, without rowid;
create index plan_calendar_due on plan_calendar (due_at);

create table credit_requests (
  id text primary key,
  tenant_id text not null references tenants (id) on delete cascade,
  pack text not null check (pack in ('try', 'boost', 'pro', 'checks', 'checks_l')),
  status text not null check (status in ('pending', 'approved', 'declined', 'refunded')),
  note text,
  answer_note text,
  price_cents integer not null,
  index_credits integer not null,
  check_credits integer not null,
  requested_by text not null,
  decided_by text,
  decided_at text,
  group_id text,
  created_at text not null
) strict, without rowid;
create index credit_requests_tenant on credit_requests (tenant_id, id);
create index credit_requests_status on credit_requests (status, id);

-- Mail: outbox and log in one; a letter is written in the transaction of what it tells, and its reference names the event.

create table mails (
  id text primary key,
  ref text not null unique,
  tenant_id text references tenants (id) on delete cascade,
  template text not null,
  to_address text not null,
  subject text not null,
  brand text not null check (json_valid(brand)),
  facts text not null check (json_valid(facts)),
  -- It may be a one-time link: whoever reads the database must not be able to follow it.
  link_sealed text not null,
  status text not null check (status in ('queued', 'sent', 'failed', 'suppressed')),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at text,
  -- Set while a server is being given the letter: after a crash nobody knows whether it has it.
  handing_over_since text,
  error text,
  created_at text not null,
  sent_at text,
  check ((status = 'queued') = (next_attempt_at is not null)),
  check ((status = 'sent') = (sent_at is not null))
) strict, without rowid;
create index mails_due on mails (next_attempt_at) where next_attempt_at is not null;
create index mails_tenant on mails (tenant_id, id);
create index mails_status on mails (status, id);
create index mails_template on mails (template, id);
create index mails_to on mails (to_address, id);

-- Sign-up: the trial of the free plan, once a person (the hash of the address, so that a new account brings no second one)
-- and once a tree.

create table trials (
  email_hash text primary key,
  tenant_id text not null unique references tenants (id),
  granted_at text not null
) strict, without rowid;

-- Jobs and their links.

create table jobs (
  id text primary key,
  tenant_id text not null references tenants (id),
  type text not null check (type in ('index', 'check')),
  name text not null check (length(name) <= 200),
  status text not null check (status in ('queued', 'preflight', 'checking', 'sending', 'watching', 'done', 'cancelled')),
  note text,
  drip_days integer not null default 0 check (drip_days between 0 and 30),
  recheck_days integer not null default 0 check (recheck_days between 0 and 5),
  preflight integer not null default 1 check (preflight in (0, 1)),
  skip_flagged integer not null default 1 check (skip_flagged in (0, 1)),
  pre_check integer not null default 0 check (pre_check in (0, 1)),
  smart integer not null default 0 check (smart in (0, 1)),
  force_refresh integer not null default 0 check (force_refresh in (0, 1)),
  indexnow_force integer not null default 0 check (indexnow_force in (0, 1)),
  -- Share of the links that is not sent, to compare with.
  holdout_pct integer not null default 0 check (holdout_pct between 0 and 50),
  engine text not null default 'scan_standard' check (engine in ('scan_standard', 'scan_live', 'scan_bing', 'upstream')),
  simulated integer not null default 0 check (simulated in (0, 1)),
  created_by text not null,
  source_job_id text,
  link_count integer not null,
  -- Its links are one run of ids, written by one statement: a page of them is a range, in order, without an index.
  first_link integer not null default 0,
  last_link integer not null default 0,
  -- What came of it so far, as the API tells it; counted anew from the links whenever they change.
  outcome text not null check (json_valid(outcome)),
  comparison text not null check (json_valid(comparison)),
  sent_at text,
  finished_at text,
  -- Since when links that are due wait because the workspace is archived.
  held_since text,
  -- Hidden at once; its rows are removed in small steps.
  deleted_at text,
  created_at text not null,
  updated_at text not null
) strict, without rowid;
-- Counts and searches of a workspace's jobs read this index alone (SQLite asks for deleted_at all the same).
create index jobs_tenant on jobs (tenant_id, id, status, type, name, deleted_at) where deleted_at is null;
create index jobs_name on jobs (name, id) where deleted_at is null;
create index jobs_status on jobs (status, id) where deleted_at is null;
create index jobs_links on jobs (link_count, id) where deleted_at is null;
create index jobs_held on jobs (held_since) where held_since is not null;
create index jobs_deleted on jobs (deleted_at) where deleted_at is not null;

-- Ten thousand of these are written in one transaction, so only the rules of money are checked a row; the other words
-- (state, indexed, before_indexed) are typed in src/jobs/shapes.ts and written by statements of pushes and checks alone.
create table links (
  -- Never given twice: the run of ids of a job that lost its last link must not come to hold another's.
  id integer primary key autoincrement,
  job_id text not null references jobs (id),
  url text not null,
  state text not null,
  indexed text not null default 'unknown',
  credit text check (credit in ('reserved', 'consumed', 'released', 'excluded')),
  -- 0: pushed although flagged, or force-refreshed: used when sent, never returned.
  guarantee integer not null default 1 check (guarantee in (0, 1)),
  push_anyway integer not null default 0 check (push_anyway in (0, 1)),
  -- Facts of the pre-flight, JSON; null until screened.
  facts text,
  flags text not null default '[]',
  fix text,
  before_indexed text,
  reason text,
  due_at text,
  campaign_id text,
  sent_at text,
  looks integer not null default 0,
  next_look_at text,
  checked_at text,
  settled_at text
) strict;
create index links_job on links (job_id, state, indexed, credit);
create index links_url on links (job_id, url);
create index links_looks on links (next_look_at) where next_look_at is not null;
create index links_due on links (due_at) where due_at is not null;
create index links_campaign on links (campaign_id) where campaign_id is not null;

-- IndexNow: a site is a host of a workspace and the key that proves it.

create table indexnow_sites (
  id text primary key,
  tenant_id text not null references tenants (id) on delete cascade,
  host text not null,
  scheme text not null check (scheme in ('http', 'https')),
  key text not null check (length(key) = 32),
  -- Where the key file lies; null: at the root, under the key's name.
  key_location text,
  enabled integer not null default 1 check (enabled in (0, 1)),
  status text not null default 'pending' check (status in ('pending', 'verified', 'failing')),
  verified_at text,
  checked_at text,
  failing_since text,
  last_check text check (last_check is null or json_valid(last_check)),
  created_at text not null,
  updated_at text not null,
  unique (tenant_id, host),
  check ((status = 'failing') = (failing_since is not null))
) strict, without rowid;
create index indexnow_sites_host on indexnow_sites (host);
create index indexnow_sites_check on indexnow_sites (checked_at);

-- One row a batch handed to the endpoint; written before the call, with the key that it goes under.
create table indexnow_submissions (
  id text primary key,
  site_id text references indexnow_sites (id) on delete set null,
  tenant_id text not null,
  job_id text not null,
  host text not null,
  key text not null,
  key_location text not null,
  status text not null default 'queued' check (status in ('queued', 'received', 'refused', 'failed')),
  url_count integer not null check (url_count between 1 and 10000),
  attempts integer not null default 0,
  next_attempt_at text,
  answer_status integer,
  answer text,
  explanation text,
  log text not null default '[]' check (json_valid(log)),
  created_at text not null,
  sent_at text,
  check ((status = 'queued') = (next_attempt_at is not null))
) strict, without rowid;
create index indexnow_submissions_due on indexnow_submissions (next_attempt_at) where next_attempt_at is not null;
create index indexnow_submissions_site on indexnow_submissions (site_id, id);
create index indexnow_submissions_job on indexnow_submissions (job_id, id);
create index indexnow_submissions_host on indexnow_submissions (host, id);

-- One row a link whose host has a site, and what became of it; without a submission it was not sent.
create table indexnow_urls (
  id integer primary key,
  submission_id text references indexnow_submissions (id) on delete cascade,
  site_id text not null,
  host text not null,
  job_id text not null,
  link_id integer not null,
  url text not null,
  state text not null check (state in ('queued', 'sent', 'skipped_24h', 'not_covered', 'refused', 'failed')),
  at text not null
) strict;
create index indexnow_urls_window on indexnow_urls (site_id, url, at) where state in ('queued', 'sent');
create index indexnow_urls_submission on indexnow_urls (submission_id) where submission_id is not null;
create index indexnow_urls_job on indexnow_urls (job_id, link_id);
create index indexnow_urls_summary on indexnow_urls (job_id, host, state);

-- Providers: crawl routes, the batches ordered from them, the circuit breaker.

create table campaigns (
  id text primary key,
  ref text not null unique,
  job_id text not null,
  tenant_id text not null,
  -- planned: row written, nothing sent. sending: the call may be under way. doubtful: it may have taken effect.
  -- held: never sent, a push's hold-out, only looked at.
  state text not null check (state in ('planned', 'sending', 'doubtful', 'sent', 'refused', 'held')),
  -- Chosen when it is sent, so that a waiting batch moves when a breaker opens.
  route text check (route in ('primary', 'fallback')),
  adapter text,
  simulated integer not null default 0 check (simulated in (0, 1)),
  task_id text,
  url_count integer not null,
  attempts integer not null default 0,
  -- When the last order was placed.
  called_at text,
  next_attempt_at text,
  last_error text,
  report text check (report is null or json_valid(report)),
  report_due_at text,
  -- Links that the supplier would not take; those it says are indexed, and bills (null: it has not said yet).
  rejected integer not null default 0,
  billed integer,
  -- USD for an indexed link, as set when it was sent.
  price_usd real,
  -- From our own looks, counted as they settle: first seen on day 1, 3 or 7, or after the credit had gone back;
  -- looked3: links of which day 3 is known.
  seen1 integer not null default 0,
  seen3 integer not null default 0,
  seen7 integer not null default 0,
  seen_late integer not null default 0,
  looked3 integer not null default 0,
  created_at text not null,
  sent_at text
) strict, without rowid;
create index campaigns_due on campaigns (next_attempt_at) where next_attempt_at is not null;
create index campaigns_job on campaigns (job_id, id);
create index campaigns_tenant on campaigns (tenant_id, id);
create index campaigns_route on campaigns (route, sent_at) where sent_at is not null;
create index campaigns_report on campaigns (report_due_at) where report_due_at is not null;

-- A route without a row is closed: in use.
create table breakers (
  route text primary key check (route in ('primary', 'fallback')),
  state text not null check (state in ('open', 'half_open')),
  cause text not null check (cause in ('errors', 'auth', 'quota', 'probe', 'allowance', 'day3_rate')),
  reason text not null,
  opened_at text not null,
  until text not null
) strict, without rowid;

create table route_errors (
  id integer primary key,
  route text not null check (route in ('primary', 'fallback')),
  at text not null,
  failure text not null,
  message text not null,
  -- 0 once the breaker was reset or a probe succeeded: it does not count again.
  counts integer not null default 1 check (counts in (0, 1))
) strict;
create index route_errors_route on route_errors (route, at);

-- What a vendor's limits leave: calls of the present minute, and until when nobody may ask. Days are in day_counters.
create table quotas (
  name text primary key,
  minute text not null,
  used integer not null default 0,
  paused_until text,
  reason text
) strict, without rowid;

-- Checks: one row a look at a search engine. It is the work, the outbox and the stored result in one.

create table looks (
  id integer primary key,
  ref text not null unique,
  tenant_id text not null,
  job_id text not null,
  link_id integer not null,
  url text not null,
  engine text not null check (engine in ('scan_standard', 'scan_live', 'scan_bing', 'upstream')),
  adapter text,
  -- The Search Console property that is asked instead of the slot's engine.
  property text,
  purpose text not null check (purpose in ('before', 'guarantee', 'recheck', 'check', 'holdout')),
  -- Day 1, 3 or 7 of the guarantee.
  day integer,
  sent_at text,
  -- queued: to be ordered. ordering: the call may be under way. doubtful: it may have taken effect. waiting: the vendor works on it.
  state text not null check (state in ('queued', 'ordering', 'doubtful', 'waiting', 'done')),
  handle text,
  -- 1: a callback announced the result.
  ready integer not null default 0 check (ready in (0, 1)),
  -- The look whose "no" this one repeats before money moves.
  confirms integer,
  attempts integer not null default 0,
  next_attempt_at text,
  -- Check credits set aside for this look; 0 when the operator pays.
  credits integer not null default 0,
  indexed text check (indexed in ('yes', 'no', 'unknown')),
  method text check (method in ('inspection', 'search_result', 'supplier_report', 'simulated')),
  evidence text,
  failure text,
  cost_usd real not null default 0,
  created_at text not null,
  ordered_at text,
  finished_at text
) strict;
create index looks_due on looks (next_attempt_at) where state = 'queued';
create index looks_ordering on looks (engine) where state = 'ordering';
create index looks_pending on looks (engine, id) where state in ('waiting', 'doubtful');
create index looks_finished on looks (engine, finished_at) where finished_at is not null;
create index looks_open on looks (job_id) where state <> 'done';
create index looks_job on looks (job_id, link_id, id);
create index looks_property on looks (property, next_attempt_at) where state = 'queued' and property is not null;
create index looks_handle on looks (handle) where handle is not null;

create table look_answers (
  look_id integer primary key references looks (id) on delete cascade,
  body text not null
) strict;

-- Reports: a shared link to one job. The token is kept by its hash, and sealed, so that it can be shown again.

create table report_links (
  id text primary key,
  job_id text not null references jobs (id) on delete cascade,
  token_hash text not null unique,
  token_sealed text not null,
  created_at text not null,
  stopped_at text
) strict, without rowid;
create index report_links_job on report_links (job_id);

-- Billing: what the supplier's invoice says of a month, beside our own count.

create table reconciliations (
  month text primary key check (month glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]'),
  billed_count integer,
  note text,
  updated_at text not null
) strict, without rowid;
