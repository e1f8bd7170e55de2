-- Whether links that an engine dropped by its own choice are pushed again, within a cap and a budget of their own.
alter table retention add column re_push text not null default 'off' check (re_push in ('off', 'ask', 'auto'));
alter table retention add column re_push_cap_day integer not null default 20 check (re_push_cap_day >= 1);
alter table retention add column re_push_budget_month integer not null default 0 check (re_push_budget_month >= 0);

-- Pushes of dropped links, with the workspace whose budget paid: a rule (is_automatic) or a person ordered them.
create table drop_pushes (
  job_id text primary key references jobs (id) on delete cascade,
  drop_id text not null,
  tenant_id text not null references tenants (id) on delete cascade,
  links integer not null check (links > 0),
  is_automatic integer not null check (is_automatic in (0, 1)),
  created_at text not null
) strict;
create index drop_pushes_of on drop_pushes (drop_id);
create index drop_pushes_root on drop_pushes (tenant_id, created_at) where is_automatic = 1;

-- Links that test the engine, however many others were not asked yet.
create index watches_proven on watches (first_seen_at) where state = 'kept' and counted >= 2;
