-- People as the platform sees them, and how strangers get in.

-- Every order of the list of users, with all that its filters ask for.
create index users_created on users (id, status, email, name);
create index users_email on users (email, id, status, name);
create index users_name on users (name, id, status, email);
create index users_seen on users (last_seen_at, id, status, email, name);
create index users_status on users (status, id, email, name);
create index users_admins on users (status) where platform_admin = 1;

-- How many there are, so that a list says it without counting.
create table user_counts (
  status text primary key,
  users integer not null
) strict, without rowid;
insert into user_counts select status, count(*) from users group by status;
create trigger users_born after insert on users
begin
  insert into user_counts values (new.status, 1) on conflict do update set users = users + 1;
end;
create trigger users_moved after update of status on users when old.status <> new.status
begin
  update user_counts set users = users - 1 where status = old.status;
  insert into user_counts values (new.status, 1) on conflict do update set users = users + 1;
end;
create trigger users_gone after delete on users
begin
  update user_counts set users = users - 1 where status = old.status;
end;

-- A link to choose a new password. `mailed_to`: it was sent to this address, and proves it; null: handed over.
create table password_resets (
  user_id text primary key references users (id) on delete cascade,
  token_hash text not null unique,
  mailed_to text,
  expires_at text not null
) strict, without rowid;
create index password_resets_end on password_resets (expires_at);

-- The trial comes once a person too, whatever their address is by then. A row without a workspace: an address that
-- somebody took who had theirs.
create table new_trials (
  email_hash text primary key,
  user_id text,
  tenant_id text unique references tenants (id),
  granted_at text not null
) strict, without rowid;
insert into new_trials (email_hash, user_id, tenant_id, granted_at)
select email_hash,
  (select m.user_id from members m where m.tenant_id = trials.tenant_id and m.role = 'owner' order by m.created_at limit 1),
  tenant_id, granted_at
from trials;
drop table trials;
alter table new_trials rename to trials;
create index trials_user on trials (user_id) where user_id is not null;

-- Codes that let somebody in without approval.
create table invites (
  id text primary key,
  code_hash text not null unique,
  -- Sealed, so that whoever reads the database cannot use it.
  code_sealed text not null,
  email text check (email = lower(email)),
  note text,
  max_uses integer not null check (max_uses between 1 and 1000),
  uses integer not null default 0 check (uses between 0 and max_uses),
  expires_at text not null,
  revoked_at text,
  sent_at text,
  created_by text not null,
  created_at text not null,
  check (email is null or max_uses = 1)
) strict, without rowid;
create index invites_expiry on invites (expires_at, id);
create index invites_email on invites (email, id);

create table invite_redemptions (
  invite_id text not null references invites (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  redeemed_at text not null,
  primary key (invite_id, user_id)
) strict, without rowid;
create index invite_redemptions_user on invite_redemptions (user_id);

create table waitlist (
  id text primary key,
  email text not null unique check (email = lower(email)),
  note text,
  status text not null check (status in ('pending', 'invited', 'declined', 'joined')),
  invite_id text references invites (id) on delete set null,
  answer_note text,
  decided_by text,
  decided_at text,
  created_at text not null
) strict, without rowid;
create index waitlist_status on waitlist (status, id);
create index waitlist_email on waitlist (email, id, status);
create index waitlist_invite on waitlist (invite_id) where invite_id is not null;

-- Who signed up and has not proved their address: no account yet. Without a token the letter is still to be written.
create table signups (
  id text primary key,
  email text not null check (email = lower(email)),
  name text not null,
  password_hash text not null,
  -- The browser that asked.
  browser_hash text not null,
  token_hash text unique,
  invite_id text references invites (id) on delete set null,
  created_at text not null,
  expires_at text not null
) strict, without rowid;
create index signups_due on signups (id) where token_hash is null;
create index signups_email on signups (email);
create index signups_end on signups (expires_at);
create index signups_invite on signups (invite_id) where invite_id is not null;

-- Who asked for a new password, until somebody looks whether there is such an account.
create table reset_requests (
  id text primary key,
  email text not null,
  created_at text not null
) strict, without rowid;
