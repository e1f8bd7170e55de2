-- When a person marked as seen all that happened in a workspace and below it.
create table bell_marks (
  user_id text not null references users (id) on delete cascade,
  tenant_id text not null references tenants (id) on delete cascade,
  seen_at text not null,
  primary key (user_id, tenant_id)
) strict, without rowid;
create index bell_marks_tenant on bell_marks (tenant_id);

create index report_issues_sent on report_issues (closed_at, tenant_id, period) where state = 'sent';
create index page_questions_asked on page_questions (asked_at, tenant_id);
create index indexnow_sites_failing on indexnow_sites (failing_since) where failing_since is not null;
create index standing_pushes_failing on standing_pushes (failing_since) where failing_since is not null;
create index webhook_endpoints_off on webhook_endpoints (disabled_at) where disabled_at is not null;
