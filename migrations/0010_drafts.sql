-- Orders above what a key or an app may place alone wait for a person.

alter table api_keys add column approval_above integer check (approval_above >= 0);
alter table oauth_grants add column approval_above integer check (approval_above >= 0);
alter table oauth_codes add column approval_above integer check (approval_above >= 0);

-- The program that acted, as far as it is known: the client of a tool call, a connected app.
alter table audit add column app text;

create table drafts (
  id text primary key,
  -- Who pays, and where whoever asked acts.
  tenant_id text not null references tenants (id) on delete cascade,
  acts_in text not null references tenants (id) on delete cascade,
  -- The key or connection, its person, and what both are called.
  actor text not null,
  user_id text references users (id) on delete set null,
  asked_by text not null,
  app text,
  operation text not null,
  request text not null,
  request_hash text not null,
  credits integer not null check (credits >= 1),
  status text not null check (status in ('waiting', 'approved', 'declined')),
  answer text,
  note text,
  decided_by text,
  decided_at text,
  -- When whoever asked was told what became of it.
  told_at text,
  created_at text not null,
  check ((status = 'approved') = (answer is not null)),
  check ((status = 'waiting') = (decided_at is null))
) strict, without rowid;
create unique index drafts_waiting on drafts (actor, request_hash) where status = 'waiting';
create index drafts_asked on drafts (actor, request_hash);
create index drafts_tenant on drafts (tenant_id, id);
create index drafts_acts_in on drafts (acts_in);
create index drafts_created on drafts (created_at);
