-- Whether the digest of a workspace is sent from Monday to Friday only.
alter table notice_settings add column working_days integer not null default 0;
