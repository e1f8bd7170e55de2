-- Limits that vendors state for the account, the use of the hour, and refused checks in a row.
alter table quotas add column hour text not null default '';
alter table quotas add column used_in_hour integer not null default 0;
alter table quotas add column limit_minute integer;
alter table quotas add column limit_hour integer;
alter table quotas add column refused integer not null default 0;
