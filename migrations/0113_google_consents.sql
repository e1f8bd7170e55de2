-- Properties without an account: it went with its workspace, which now stays until the account is disconnected.
delete from property_workspaces where not exists (select 1 from google_properties where site_url = property);

-- An invitation to connect Google holds while the person or the key that made it may invite.
delete from google_invites;
alter table google_invites add column user_id text references users (id) on delete cascade;
alter table google_invites add column key_id text references api_keys (id) on delete cascade;
create index google_invites_user on google_invites (user_id) where user_id is not null;
create index google_invites_key on google_invites (key_id) where key_id is not null;
