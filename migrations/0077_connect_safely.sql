-- An offer to connect an account counts in the browser that signed in at the provider. Those of before cannot say which.
delete from sso_offers;
alter table sso_offers add column browser_hash text not null default '';
drop index sso_offers_user;
create index sso_offers_user on sso_offers (user_id, made_at);

-- A letter about a new connection can undo it for a week.
create table sso_undos (
  token_hash text primary key,
  identity_id text not null references identities (id) on delete cascade,
  expires_at text not null
) strict, without rowid;
create index sso_undos_identity on sso_undos (identity_id);
create index sso_undos_end on sso_undos (expires_at);

-- What issuers published is kept in another form from now on.
update identity_providers set metadata = null, metadata_at = null, keys_at = null;
