-- Reports of clients that are sent on a schedule: when, what exactly, to whom, and what became of each letter.

create table report_schedules (
  tenant_id text primary key references tenants (id) on delete cascade,
  mode text not null check (mode in ('off', 'review', 'automatic')),
  day integer not null check (day between 1 and 28),
  -- Instead of `day`: the first day of the month from Monday to Friday.
  first_working_day integer not null check (first_working_day in (0, 1)),
  hour integer not null check (hour between 0 and 23),
  -- [{"from": "2026-11", "zone": "Europe/Berlin"}], earliest first: a month keeps the zone in which it was counted.
  zones text not null check (json_valid(zones)),
  period text not null check (period in ('month', 'quarter')),
  sections text not null check (json_valid(sections)),
  attach_pdf integer not null check (attach_pdf in (0, 1)),
  skip_empty integer not null check (skip_empty in (0, 1)),
  -- Ids of people; none: the owners and admins of the workspace.
  approvers text not null check (json_valid(approvers)),
  -- The owner who chose `automatic` before three reports were approved.
  automatic_by text,
  -- The period of the next draft, and when the draft is made; null while the schedule is off.
  next_period text,
  next_draft_at text,
  created_at text not null,
  updated_at text not null,
  check ((mode = 'off') = (next_draft_at is null)),
  check ((mode = 'off') = (next_period is null))
) strict, without rowid;
create index report_schedules_due on report_schedules (next_draft_at) where next_draft_at is not null;

-- A report of one period with its figures as they were. A correction is the next revision; both stay.
create table report_issues (
  id text primary key,
  tenant_id text not null references tenants (id) on delete cascade,
  -- 2026-10, or 2026-Q4.
  period text not null check (period glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]' or period glob '[0-9][0-9][0-9][0-9]-Q[1-4]'),
  revision integer not null check (revision >= 1),
  -- draft: the period is not over; waiting: for approval.
  state text not null check (
    state in ('draft', 'waiting', 'approved', 'sending', 'sent', 'declined', 'expired', 'skipped')),
  zone text not null,
  starts_at text not null,
  ends_at text not null,
  -- The schedule's moment; the moment that the approval chose; the end of the wait for an approval.
  due_at text not null,
  send_at text,
  expires_at text not null,
  -- When a task looks at it again; null: a person does, or nobody.
  next_at text,
  reminded_at text,
  approved_by text,
  approved_at text,
  closed_at text,
  reason text check (length(reason) <= 400),
  comment text not null check (length(comment) <= 4000),
  contact text not null check (length(contact) <= 400),
  sections text not null check (json_valid(sections)),
  -- The figures of a list, which does not read the whole report.
  summary text not null check (json_valid(summary)),
  figures_sha256 text not null,
  frozen_at text not null,
  created_at text not null,
  updated_at text not null,
  figures text not null check (json_valid(figures)),
  pdf blob,
  unique (tenant_id, period, revision),
  check (state not in ('approved', 'sending', 'sent') or approved_at is not null),
  check ((state in ('sent', 'declined', 'expired', 'skipped')) = (closed_at is not null))
) strict;
create index report_issues_due on report_issues (next_at) where next_at is not null;
create index report_issues_state on report_issues (state, tenant_id, period);

create table report_recipients (
  id text primary key,
  tenant_id text not null references tenants (id) on delete cascade,
  email text not null check (email = lower(email)),
  name text not null,
  pdf integer not null check (pdf in (0, 1)),
  language text not null,
  -- waiting: for the person to confirm the address.
  status text not null check (status in ('waiting', 'active', 'unsubscribed', 'bounced')),
  -- How they agreed: their own confirmation, a membership, or the word of the agency.
  consent text,
  -- The link that confirms the address, by its hash.
  token_hash text unique,
  asked_at text,
  status_at text not null,
  -- The words of the server that refused a letter.
  answer text,
  created_at text not null,
  updated_at text not null,
  unique (tenant_id, email)
) strict, without rowid;

create table report_deliveries (
  id text primary key,
  issue_id text not null references report_issues (id) on delete cascade,
  recipient_id text not null references report_recipients (id) on delete cascade,
  mail_id text,
  link_id text,
  state text not null check (state in ('queued', 'sent', 'refused', 'bounced', 'complained', 'opened')),
  at text not null,
  answer text,
  unique (issue_id, recipient_id)
) strict, without rowid;
create index report_deliveries_recipient on report_deliveries (recipient_id, at);
create index report_deliveries_mail on report_deliveries (mail_id) where mail_id is not null;

-- An address leads to the live figures of a month, or to an issue as one recipient got it.
create table report_addresses (
  id text primary key,
  report_id text references month_reports (id) on delete cascade,
  issue_id text references report_issues (id) on delete cascade,
  recipient_id text references report_recipients (id) on delete cascade,
  token_hash text not null unique,
  token_sealed text not null,
  -- By others than people of the workspace and of those above it.
  opened integer not null default 0 check (opened >= 0),
  opened_at text,
  created_at text not null,
  stopped_at text,
  check ((opened = 0) = (opened_at is null)),
  check ((report_id is null) <> (issue_id is null))
) strict, without rowid;
insert into report_addresses (id, report_id, token_hash, token_sealed, opened, opened_at, created_at, stopped_at)
select id, report_id, token_hash, token_sealed, opened, opened_at, created_at, stopped_at from month_report_links;
drop table month_report_links;
alter table report_addresses rename to month_report_links;
create index month_report_links_report on month_report_links (report_id, stopped_at) where report_id is not null;
create index month_report_links_issue on month_report_links (issue_id) where issue_id is not null;
create index month_report_links_recipient on month_report_links (recipient_id) where recipient_id is not null;
