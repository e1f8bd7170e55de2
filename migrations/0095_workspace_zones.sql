-- The time zone in which the days of a workspace are read; null: as the workspace above.
alter table tenants add column time_zone text;
-- Until now the zone of its notices was the one in which standing pushes counted its days.
update tenants set time_zone = (select n.time_zone from notice_settings n where n.tenant_id = tenants.id and n.time_zone <> 'UTC');
