-- Notices that one of the recipients of a workspace does not get: a list of kinds with addresses (JSON).
alter table notice_settings add column left_out text not null default '[]';
