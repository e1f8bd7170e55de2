-- Whose search results a check reads: country, language and device. Null: before there was a choice, US/en.
alter table looks add column place text;
-- JSON; null: as the workspace above.
alter table tenants add column search_place text;
