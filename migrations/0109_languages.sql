-- The language of what clients read; null: as the workspace above. Reports keep theirs; those of before are English.
alter table tenants add column language text;
alter table report_issues add column language text;
