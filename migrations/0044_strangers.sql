-- Links for a new password work side by side until one of them is used.
create table reset_links (
  token_hash text primary key,
  user_id text not null references users (id) on delete cascade,
  mailed_to text,
  expires_at text not null
) strict, without rowid;
insert into reset_links select token_hash, user_id, mailed_to, expires_at from password_resets;
drop table password_resets;
alter table reset_links rename to password_resets;
create index password_resets_user on password_resets (user_id);
create index password_resets_end on password_resets (expires_at);

-- The /24 or /48 that an app registered from: when there are too many, the network with the most loses its oldest.
alter table oauth_clients add column network text;
create index oauth_clients_network on oauth_clients (network, created_at) where network is not null;
