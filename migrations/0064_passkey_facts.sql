-- The model of a passkey, and what passkeys know a person by: random, so that it says nothing of the account.

alter table factors add column aaguid text;
alter table users add column passkey_handle text;
