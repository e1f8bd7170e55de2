-- A membership counts once the person has accepted it. Until then it is an invitation, which ends with the rights of
-- whoever made it. `invited_in` and `invited_as` say how far these reached: null and `owner`, the whole install; both
-- null, nobody knows any more.

alter table users add column invited_by text;
alter table users add column invited_in text;
alter table users add column invited_as text check (invited_as in ('owner', 'admin', 'member', 'client_viewer'));

create table invitations (
  tenant_id text not null references tenants (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  role text not null check (role in ('owner', 'admin', 'member', 'client_viewer')),
  -- What the inviter calls them: who has an account has told their name to others.
  name text not null,
  invited_by text references users (id) on delete cascade,
  invited_in text,
  invited_as text check (invited_as in ('owner', 'admin', 'member', 'client_viewer')),
  created_at text not null,
  primary key (tenant_id, user_id)
) strict, without rowid;
create index invitations_user on invitations (user_id);
create index invitations_maker on invitations (invited_by) where invited_by is not null;

-- People who never opened their link were members so far.
insert into invitations (tenant_id, user_id, role, name, invited_by, created_at)
select m.tenant_id, m.user_id, m.role, u.name,
  (select a.user_id from audit a join users maker on maker.id = a.user_id
   where a.action in ('add_member', 'add_own_member') and a.target = m.user_id and a.tenant_id = m.tenant_id
   order by a.id desc limit 1),
  m.created_at
from members m join users u on u.id = m.user_id where u.password_hash is null;
delete from members where user_id in (select id from users where password_hash is null);

-- Accounts whose address nobody has proved: they have what their first workspace gave them, as far as anybody knows.
update users set
  invited_by = (select a.user_id from audit a
    where a.action in ('add_member', 'add_own_member') and a.target = users.id order by a.id limit 1),
  invited_in = (select m.tenant_id from members m where m.user_id = users.id order by m.created_at, m.tenant_id limit 1),
  invited_as = (select m.role from members m where m.user_id = users.id order by m.created_at, m.tenant_id limit 1)
where password_hash is not null and email_verified_at is null;

-- A link goes with the invitation that it was made for.
create table new_links (
  token_hash text primary key,
  user_id text references users (id) on delete cascade,
  tenant_id text,
  expires_at text not null,
  check ((user_id is null) = (tenant_id is null)),
  foreign key (tenant_id, user_id) references invitations (tenant_id, user_id) on delete cascade
) strict, without rowid;
insert into new_links (token_hash, user_id, tenant_id, expires_at)
select token_hash, user_id,
  (select i.tenant_id from invitations i where i.user_id = l.user_id order by i.created_at desc, i.tenant_id limit 1),
  expires_at
from setup_links l
where user_id is null or user_id in (select i.user_id from invitations i);
drop table setup_links;
alter table new_links rename to setup_links;
create index setup_links_user on setup_links (user_id);
create index setup_links_invitation on setup_links (tenant_id, user_id);

-- While a page is given a new token, others that are asked for side by side still come with the old one.
alter table sessions add column previous_id text;
alter table sessions add column previous_until text;
create unique index sessions_previous on sessions (previous_id) where previous_id is not null;
